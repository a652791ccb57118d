// Tells WhatsApp what was read, so that customers see it, or the own phone alone where the account hides it.
import type { WASocket } from '@whiskeysockets/baileys'
import type { ReadMark } from '#platform/whatsapp-port.ts'
import type { ILogger } from '../wire/baileys-log.ts'
import type { Timings } from '../timings.ts'
import { within } from '../within.ts'

type ReadType = 'read' | 'read-self'

/** Milliseconds until a socket whose question failed asks again. */
const askedAgainAfter = 60_000

const asked = new WeakMap<WASocket, Promise<ReadType>>()

/** Shown is what WhatsApp does by itself; whoever answers behind a mark must not wait until it is known for sure. */
export function readTypeOf({ sock, log, timings }: ReadMarksParts): Promise<ReadType> {
  const before = asked.get(sock)
  if (before) return before
  const answer = within(timings.answer, sock.fetchPrivacySettings()).then(
    ({ readreceipts }): ReadType => (readreceipts === 'none' ? 'read-self' : 'read'),
    (error: unknown): ReadType => {
      if (sock.ws.isOpen) log.warn({ err: error }, 'WhatsApp does not tell whether read marks are shown')
      setTimeout(() => asked.delete(sock), askedAgainAfter).unref()
      return 'read'
    }
  )
  asked.set(sock, answer)
  return answer
}

export interface ReadMarksParts {
  sock: WASocket
  log: ILogger
  timings: Pick<Timings, 'answer'>
}

/** Sends read marks. */
export async function markRead(parts: ReadMarksParts, marks: ReadMark[]): Promise<void> {
  const keys = marks.flatMap(({ chat, waIds, participant }) =>
    waIds.map((id) => ({ remoteJid: chat, id, fromMe: false, ...(participant ? { participant } : {}) }))
  )
  if (keys.length > 0) await parts.sock.sendReceipts(keys, await readTypeOf(parts))
}
