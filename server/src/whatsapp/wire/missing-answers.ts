// Answers in WhatsApp's place what it leaves open, where Baileys would let a login or received messages wait for a minute.
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'

export interface MissingAnswers {
  /** Questions that are asked while this lasts are not waited for longer. */
  during<T>(work: () => Promise<T>): Promise<T>
}

const tag = 'TAG:'
/** As many of a login in a row without a frame in between: WhatsApp does not leave things open, the line is dead. */
const mostInARow = 2
/** Questions of one synchronization: Baileys asks for ever when nothing is answered to what it asked for. */
const mostOfOne = 50
/** What is asked while messages wait, behind a question that was left open, gets this part of the time. */
const haste = 0.1

function refusal(id: string): BinaryNode {
  return {
    tag: 'iq',
    attrs: { id, type: 'error' },
    content: [{ tag: 'error', attrs: { code: '408', text: 'no answer in time' } }]
  }
}

/** Watches the questions of a socket from its start; those of the login count by themselves. `patience` in ms. */
export function fillMissingAnswers(sock: WASocket, patience: number): MissingAnswers {
  let isLoggingIn = false
  let working = 0
  let asked = 0
  let inARow = 0
  let isSilent = false
  sock.ws.prependListener('CB:success', () => {
    isLoggingIn = true
  })
  sock.ev.on('connection.update', ({ connection }) => {
    if (connection === 'open') isLoggingIn = false
  })
  sock.ws.on('frame', () => {
    inARow = 0
  })
  sock.ws.on('newListener', (event: string | symbol) => {
    if (typeof event !== 'string' || !event.startsWith(tag) || (!isLoggingIn && working === 0)) return
    const fill = () => {
      if (sock.ws.listenerCount(event) === 0) return
      if (isLoggingIn && ++inARow > mostInARow) return
      isSilent ||= !isLoggingIn && !isCircle
      sock.ws.emit(event, refusal(event.slice(tag.length)))
    }
    const isCircle = !isLoggingIn && ++asked > mostOfOne
    setTimeout(fill, isCircle ? 0 : isSilent ? patience * haste : patience).unref()
  })
  return {
    during: async (work) => {
      working++
      asked = 0
      try {
        return await work()
      } finally {
        working--
      }
    }
  }
}
