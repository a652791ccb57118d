// WhatsApp's answers to what we send: acknowledged, refused with a number, or nothing in time.
import type { FailureReason } from '@guiche/shared/features/inbox/messages.ts'
import { WhatsAppRefusal } from '#platform/whatsapp-port.ts'
import { createTtlCache } from '../ttl-cache.ts'

const reasonOf: Record<string, { reason: FailureReason; retry: boolean }> = {
  '404': { reason: 'not-on-whatsapp', retry: false },
  '406': { reason: 'not-on-whatsapp', retry: false },
  '429': { reason: 'refused', retry: true },
  // The account may write to known customers only, for a while.
  '463': { reason: 'reach-out-locked', retry: false },
  // Stale device list: it is asked for anew before the next try.
  '479': { reason: 'refused', retry: true },
  '500': { reason: 'refused', retry: true },
  '503': { reason: 'refused', retry: true }
}

/** What an error number in an acknowledgement means for the message. */
export const refusalOf = (code: string): { reason: FailureReason; retry: boolean } =>
  reasonOf[code] ?? { reason: 'refused', retry: false }

export interface AckBook {
  /**
   * Resolves when WhatsApp's server acknowledges the message. Errors: WhatsAppRefusal.
   * `deadline` in milliseconds from `sent()` on, which the caller calls when the message has left.
   */
  expect(waId: string, deadline: number): { acked: Promise<void>; sent(): void; cancel(): void }
  /** An acknowledgement came in: for one who waits, for one who has given up waiting, or for nobody. */
  settle(waId: string, error: string | undefined): 'awaited' | 'late' | 'unknown'
  /** The socket is gone: nothing will be acknowledged. */
  failAll(): void
}

interface Expected {
  resolve: () => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout | undefined
}

/** The messages of one session that wait for an acknowledgement. */
export function createAckBook(): AckBook {
  const expected = new Map<string, Expected>()
  const givenUp = createTtlCache(2000, 30 * 60_000)
  const take = (waId: string): Expected | undefined => {
    const one = expected.get(waId)
    clearTimeout(one?.timer)
    expected.delete(waId)
    return one
  }
  return {
    expect: (waId, deadline) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      // Whoever gave up on the send does not look at it any more.
      promise.catch(() => {})
      take(waId)?.reject(new WhatsAppRefusal('unknown', true, new Error('sent again')))
      const one: Expected = { resolve, reject, timer: undefined }
      expected.set(waId, one)
      const isMine = () => expected.get(waId) === one
      return {
        acked: promise,
        sent: () => {
          if (!isMine()) return
          one.timer = setTimeout(() => {
            givenUp.set(waId, true)
            take(waId)?.reject(new WhatsAppRefusal('unknown', true, new Error('no acknowledgement in time')))
          }, deadline)
        },
        cancel: () => {
          if (isMine()) take(waId)
        }
      }
    },
    settle: (waId, error) => {
      const one = take(waId)
      if (!one) return givenUp.get(waId) ? 'late' : 'unknown'
      if (!error) one.resolve()
      else {
        const { reason, retry } = refusalOf(error)
        one.reject(new WhatsAppRefusal(reason, retry, new Error(`WhatsApp answered ${error}`)))
      }
      return 'awaited'
    },
    failAll: () => {
      for (const waId of [...expected.keys()]) {
        take(waId)?.reject(new WhatsAppRefusal('no-session', true, new Error('the connection was lost')))
      }
    }
  }
}
