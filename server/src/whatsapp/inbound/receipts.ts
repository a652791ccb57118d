// Receipts of WhatsApp: what customers' phones tell about our messages, and how they are handed on in batches.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Logger } from 'pino'
import { ackLevels } from '@guiche/shared/features/inbox/messages.ts'
import type { InboundReceipt } from '#platform/whatsapp-port.ts'
import { bare, isGroup, isOwn, type Own } from '../addresses/addresses.ts'
import { retryWhileDown } from '../database-trouble.ts'

function levelOf(type: string | undefined, isInGroup: boolean): number | null {
  // `inactive`: it reached a device nobody looks at.
  if (!type || type === 'inactive') return ackLevels.delivered
  if (type === 'read') return isInGroup ? ackLevels.readBySome : ackLevels.read
  if (type === 'played') return isInGroup ? ackLevels.readBySome : ackLevels.played
  return null
}

/** Reads a receipt stanza; null when it says nothing about a message of ours. */
export function receiptOf({ attrs, content }: BinaryNode, own: Own, now: Date): InboundReceipt | null {
  const { from, id, participant, t } = attrs
  if (!from || !id) return null
  const writer = participant ?? from
  // Other devices of the account report too: what they received or read is no news about the customer.
  if (isOwn(writer, own)) return null
  const level = levelOf(attrs.type, isGroup(from))
  if (level === null) return null
  const list = Array.isArray(content) ? content.find((part) => part.tag === 'list')?.content : undefined
  const more = Array.isArray(list) ? list.flatMap((item) => item.attrs.id ?? []) : []
  const seconds = Number(t)
  return {
    waIds: [id, ...more],
    level,
    participant: isGroup(from) && participant ? bare(participant) : null,
    at: seconds > 0 ? new Date(Math.min(seconds * 1000, now.getTime())) : now
  }
}

export interface ReceiptBatcher {
  /** Resolves when it was handed on: then WhatsApp may hear that it arrived. */
  add(receipt: InboundReceipt): Promise<void>
  /** Resolves when everything was handed on. */
  idle(): Promise<void>
}

const mostWaiting = 20_000
const batchSize = 200

/** Collects receipts for a moment and hands them on in order; waits while the database is away. */
export function createReceiptBatcher(
  handOn: (batch: InboundReceipt[]) => Promise<void>,
  log: Logger,
  moment = 40
): ReceiptBatcher {
  const waiting: { receipt: InboundReceipt; done: () => void }[] = []
  let running: Promise<void> | null = null

  const handOnOnce = (batch: InboundReceipt[]): Promise<void> =>
    retryWhileDown(() => handOn(batch)).catch((error: unknown) =>
      log.error({ err: error, receipts: batch.length }, 'receipts could not be stored')
    )

  const work = async () => {
    await sleep(moment)
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize)
      await handOnOnce(batch.map(({ receipt }) => receipt))
      for (const { done } of batch) done()
    }
  }

  return {
    add: (receipt) => {
      // A later receipt of the same message says more than one that is dropped here.
      if (waiting.length >= mostWaiting) waiting.shift()?.done()
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ receipt, done: resolve })
      running ??= work().finally(() => {
        running = null
      })
      return promise
    },
    idle: async () => {
      while (running) await running
    }
  }
}
