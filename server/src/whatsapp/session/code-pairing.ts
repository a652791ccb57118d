// Pairing by a code that is typed on the phone: asks WhatsApp for it on a socket that registers, until nothing comes of it.
import type { BinaryNode, WABrowserDescription, WASocket } from '@whiskeysockets/baileys'
import type { ConnectionPairing, PairingProblem } from '@guiche/shared/features/inbox/connections.ts'
import type { Timings } from '../timings.ts'

export interface CodePairingParts {
  /** Digits of the phone; null pairs by QR code alone. */
  number: string | null
  timings: Pick<Timings, 'ackDeadline' | 'pairingCode' | 'pairingGrace'>
  now: () => Date
  /** A code is there to be shown. */
  onCode: () => void
  /** Nothing comes of it, and the socket may go: the next one shows QR codes. */
  onProblem: () => void
}

export interface CodePairing {
  /** As people see it. */
  shown(): ConnectionPairing | null
  /** True while sockets ask for a code and show no QR code. */
  isWanted(): boolean
  /** Asks for the code on a socket that has just become able to; asking again changes nothing. */
  ask(sock: WASocket, browser: WABrowserDescription): void
  /** The socket has gone, and with it what was asked on it. */
  socketGone(): void
  /** The phone has taken it. */
  done(): void
}

/** WhatsApp refuses whoever asks for a code under a name of their own; the phone lists what was said when registering. */
const commonSystem = 'Linux'
const tooMany = '429'

const partOf = (node: BinaryNode, tag: string) =>
  Array.isArray(node.content) ? node.content.find((part) => part.tag === tag) : undefined

/** Makes the pairing of one session. */
export function createCodePairing({ number, timings, now, onCode, onProblem }: CodePairingParts): CodePairing {
  let shown: ConnectionPairing | null = number === null ? null : { number, code: '', expiresAt: null, problem: null }
  let socket: WASocket | null = null
  let timer: NodeJS.Timeout | undefined

  const rest = () => {
    socket = null
    clearTimeout(timer)
  }
  const give = (problem: PairingProblem): boolean => {
    if (!socket || !shown) return false
    rest()
    shown = { ...shown, code: '', expiresAt: null, problem }
    return true
  }
  const fail = (problem: PairingProblem) => void (give(problem) && onProblem())
  const patience = (milliseconds: number, problem: PairingProblem) => {
    clearTimeout(timer)
    timer = setTimeout(fail, milliseconds, problem)
  }

  const follow = async (sock: WASocket, code: Promise<string>): Promise<void> => {
    // Baileys hands the code out without waiting for what WhatsApp says to it.
    const isAccepted = new Promise<void>((resolve) => {
      sock.ws.once('CB:iq,type:result,link_code_companion_reg', () => resolve())
    })
    const refuse = (node: BinaryNode) =>
      fail(partOf(node, 'error')?.attrs.code === tooMany ? 'rate-limited' : 'refused')
    sock.ws.on('CB:iq,type:error', refuse)
    const [given] = await Promise.all([code, isAccepted])
    sock.ws.off('CB:iq,type:error', refuse)
    if (socket !== sock || !shown) return
    const until = now().getTime() + timings.pairingCode
    patience(timings.pairingCode, 'expired')
    shown = { ...shown, code: given, expiresAt: new Date(until).toISOString() }
    onCode()
    sock.ws.on('CB:notification,type:link_code_companion_reg', (node: BinaryNode) => {
      if (socket !== sock) return
      if (partOf(node, 'link_code_companion_reg')?.attrs.stage === 'refresh_code') return fail('expired')
      // A phone that has begun in the last moment would be left with a device that nobody is.
      if (until - now().getTime() < timings.pairingGrace) patience(timings.pairingGrace, 'expired')
    })
  }

  return {
    shown: () => shown,
    isWanted: () => shown !== null && shown.problem === null,
    ask: (sock, browser) => {
      if (number === null || socket === sock) return
      socket = sock
      patience(timings.ackDeadline, 'no-answer')
      browser[0] = commonSystem
      follow(sock, sock.requestPairingCode(number)).catch(() => fail('no-answer'))
    },
    socketGone: () => void give('lost'),
    done: () => {
      rest()
      shown = null
    }
  }
}
