// SQL of the event log.
import { rawOf, type Transaction } from '#database/client.ts'

/** Numbers of the oldest kept event and of the newest one; with nothing kept the oldest is one after the newest. */
export async function bounds(db: Transaction, companyId: number): Promise<{ oldest: number; newest: number }> {
  const [row] = await rawOf(db)<{ oldest: number | null; newest: number | null }[]>`
    select (select min(seq) from event_log where company_id = ${companyId}) as oldest,
      (select seq from event_sequences where company_id = ${companyId}) as newest`
  const newest = row?.newest ?? 0
  return { oldest: row?.oldest ?? newest + 1, newest }
}

/** Events after a number that one of these rooms heard, in order. */
export function eventsFor(
  db: Transaction,
  companyId: number,
  { after, rooms, limit }: { after: number; rooms: string[]; limit: number }
) {
  return rawOf(db)<{ seq: number; name: string; payload: string; at: string }[]>`
    select seq, name, payload, at from event_log
    where company_id = ${companyId} and seq > ${after} and rooms && ${rooms}::text[] and not ("except" && ${rooms}::text[])
    order by seq limit ${limit}`
}

export async function deleteBefore(db: Transaction, moment: Date): Promise<void> {
  await rawOf(db)`delete from event_log where at < ${moment.toISOString()}::timestamptz`
}

export interface OldEvent {
  seq: number
  payload: string
  at: string
}

/** Events after a number that fit one of the patterns, in order. */
export function eventsLike(
  db: Transaction,
  companyId: number,
  { patterns, after, limit }: { patterns: string[]; after: number; limit: number }
): Promise<OldEvent[]> {
  return rawOf(db)<OldEvent[]>`
    select seq, payload, at from event_log
    where company_id = ${companyId} and seq > ${after} and payload like any(${patterns}::text[]) order by seq limit ${limit}`
}

/** Events tell something else from now on. */
export async function rewriteEvents(
  db: Transaction,
  companyId: number,
  rows: Pick<OldEvent, 'seq' | 'payload'>[]
): Promise<void> {
  if (rows.length === 0) return
  await rawOf(db)`
    update event_log e set payload = x.payload
    from unnest(${rows.map(({ seq }) => seq)}::bigint[], ${rows.map(({ payload }) => payload)}::text[]) as x(seq, payload)
    where e.company_id = ${companyId} and e.seq = x.seq`
}

/** Events that fit one of the patterns lose what they told; their numbers stay, and nobody hears of them again. */
export async function eraseEvents(db: Transaction, companyId: number, patterns: string[]): Promise<void> {
  await rawOf(db)`
    update event_log set rooms = '{}', "except" = '{}', name = 'erased', payload = '{}'
    where company_id = ${companyId} and payload like any(${patterns}::text[])`
}
