// One socket from its first moment to its end: what Baileys, the web socket and the watchdog tell becomes four calls.
import { isBoom } from '@hapi/boom'
import type { BinaryNode, ConnectionState } from '@whiskeysockets/baileys'
import { closeCode, type Ending } from './connection-state.ts'
import { discardSocket } from './socket.ts'
import type { Socket } from '../wire/socket-client.ts'
import type { Timings } from '../timings.ts'
import { startWatchdog } from './watchdog.ts'

export interface AttemptParts {
  sock: Socket
  timings: Timings
  onQr: (text: string) => void
  /** The code was scanned; WhatsApp ends the socket next and expects another one. */
  onPairing: () => void
  onOpen: () => void
  /** Credentials changed. */
  onCreds: () => void
  /** Called once, unless the attempt was dropped before. */
  onEnding: (ending: Ending) => void
}

export interface Attempt {
  /** Ends the socket without a word; resolves when it is closed. */
  drop(atOnce?: boolean): Promise<void>
}

function pingStanza(): BinaryNode {
  return {
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' },
    content: [{ tag: 'ping', attrs: {} }]
  }
}

/** Follows a socket that was just opened. */
export function followAttempt(parts: AttemptParts): Attempt {
  const { sock, timings } = parts
  let isOver = false
  let isScanned = false
  let gone = Promise.resolve()
  const drop = (atOnce = false) => {
    // What is closing in good manners is cut all the same.
    if (isOver && atOnce) sock.ws.wire?.terminate()
    if (isOver) return gone
    isOver = true
    watchdog.stop()
    gone = discardSocket(sock, atOnce)
    return gone
  }
  const over = (ending: Ending) => {
    if (isOver) return
    void drop()
    parts.onEnding(ending)
  }
  const watchdog = startWatchdog({ timings, ping: () => sock.query(pingStanza(), timings.ping), onEnding: over })

  sock.ev.on('connection.update', (update: Partial<ConnectionState>) => {
    if (isOver) return
    // Baileys goes on showing codes until WhatsApp ends the socket on which one was scanned.
    if (update.qr !== undefined && !isScanned) {
      watchdog.enter('qr')
      parts.onQr(update.qr)
    }
    if (update.isNewLogin) {
      isScanned = true
      watchdog.enter('pairing')
      parts.onPairing()
    }
    if (update.connection === 'open') {
      watchdog.enter('open')
      parts.onOpen()
    }
    if (update.connection === 'close') {
      const error = update.lastDisconnect?.error
      over({ kind: 'code', code: isBoom(error) ? error.output.statusCode : closeCode.bad })
    }
  })
  sock.ev.on('creds.update', parts.onCreds)
  sock.ws.on('frame', watchdog.heard)
  // Baileys waits for ever when the upgrade is refused.
  sock.ws.on('unexpected-response', (_request: unknown, response: { statusCode?: number }) =>
    over({ kind: 'refused', httpStatus: response.statusCode ?? 0 })
  )
  const { wire } = sock.ws
  // Baileys may still wait for a close that has happened already, or for one that never happens.
  wire?.on('close', () => setTimeout(over, timings.closeGrace, { kind: 'code', code: closeCode.closed }))
  for (const last of ['CB:stream:error', 'CB:failure', 'CB:xmlstreamend']) {
    sock.ws.on(last, () => setTimeout(() => wire?.terminate(), timings.closeGrace).unref())
  }
  return { drop }
}
