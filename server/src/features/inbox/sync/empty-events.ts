// Takes what was deleted out of the events that are stored, as it is taken out for whoever reads them.
import { alsoNested } from '#features/inbox/contacts/identity/traces.ts'
import type { Deleted } from '#features/inbox/erasure/erasure.events.ts'
import { ticketsOfMessages, withoutDeleted } from '#features/inbox/messages/history/redact-deleted.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './sync.repo.ts'

/** Events that are read and written together. */
const batchSize = 200

/** Patterns for LIKE, of which a text of JSON fits one when it tells of what was deleted. */
export async function patternsOfDeleted(
  tx: Ctx,
  companyId: number,
  { messageIds, ticketIds }: Deleted
): Promise<string[]> {
  // The line of a ticket is a copy of its last message.
  const all = new Set([...ticketIds, ...(await ticketsOfMessages(tx, companyId, messageIds))])
  const fields = [...all].flatMap((id) => [`"ticketId":${id},`, `"ticketId":${id}}`, `"ticket":{"id":${id},`])
  return [...fields.flatMap(alsoNested), ...messageIds].map((text) => `%${text}%`)
}

/** A step of `copiesToEmpty`. Doing it twice changes nothing. */
export async function emptyEvents(tx: Ctx, companyId: number, deleted: Deleted): Promise<void> {
  const patterns = await patternsOfDeleted(tx, companyId, deleted)
  let rows: repo.OldEvent[] = []
  do {
    rows = await repo.eventsLike(tx.db, companyId, { patterns, after: rows.at(-1)?.seq ?? 0, limit: batchSize })
    const told = rows.map(({ payload, at }) => ({ value: JSON.parse(payload) as unknown, at: new Date(at) }))
    const payloads = (await withoutDeleted(tx, companyId, told)).map((payload) => JSON.stringify(payload))
    const changed = rows.flatMap(({ seq, payload: before }, place) => {
      const payload = payloads[place]
      return payload === undefined || payload === before ? [] : [{ seq, payload }]
    })
    await repo.rewriteEvents(tx.db, companyId, changed)
  } while (rows.length === batchSize)
}
