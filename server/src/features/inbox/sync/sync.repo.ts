// SQL of the event log.
import { rawOf, type Transaction } from '#database/client.ts'

/** Numbers of the oldest kept event and of the newest one; with nothing kept the oldest is one after the newest. */
export const bounds = async (db: Transaction, companyId: number): Promise<{ oldest: number; newest: number }> => {
  const [row] = await rawOf(db)<{ oldest: number | null; newest: number | null }[]>`
    select (select min(seq) from event_log where company_id = ${companyId}) as oldest,
      (select seq from event_sequences where company_id = ${companyId}) as newest`
  const newest = row?.newest ?? 0
  return { oldest: row?.oldest ?? newest + 1, newest }
}

/** Events after a number that one of these rooms heard, in order. */
export const eventsFor = (db: Transaction, companyId: number, after: number, rooms: string[], limit: number) =>
  rawOf(db)<{ seq: number; name: string; payload: string; at: string }[]>`
    select seq, name, payload, at from event_log
    where company_id = ${companyId} and seq > ${after} and rooms && ${rooms}::text[] and not ("except" && ${rooms}::text[])
    order by seq limit ${limit}`

export const deleteBefore = async (db: Transaction, moment: Date): Promise<void> => {
  await rawOf(db)`delete from event_log where at < ${moment.toISOString()}::timestamptz`
}

/** Events that fit one of the patterns lose what they told; their numbers stay, and nobody hears of them again. */
export const eraseEvents = async (db: Transaction, companyId: number, patterns: string[]): Promise<void> => {
  await rawOf(db)`
    update event_log set rooms = '{}', "except" = '{}', name = 'erased', payload = '{}'
    where company_id = ${companyId} and payload like any(${patterns}::text[])`
}
