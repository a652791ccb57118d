// SQL of the event log: what people see of a change is logged and numbered with it, company by company.
import { rawOf, type Transaction } from '#database/client.ts'
import type { WireMessage } from './domain-event.ts'

export type Numbered = WireMessage & { seq: number }

/** The number of the newest logged event of a company; 0 before the first. */
export async function lastSeq(db: Transaction, companyId: number): Promise<number> {
  const [row] = await rawOf(db)<{ seq: number }[]>`select seq from event_sequences where company_id = ${companyId}`
  return row?.seq ?? 0
}

/** Logs messages of a company in their order. Sent when it is called, and not when it is awaited: a commit may follow at once. */
export async function logEvents(db: Transaction, companyId: number, own: WireMessage[]): Promise<Numbered[]> {
  const rows = own.map(
    ({ rooms, except = [], name, payload }) =>
      `{"rooms":${JSON.stringify(rooms)},"except":${JSON.stringify(except)},"name":${JSON.stringify(name)},"payload":${JSON.stringify(payload)}}`
  )
  // `json` keeps the payload's text as it is and costs less than `jsonb`.
  const logging = rawOf(db)<{ seq: number }[]>`
    with next as (
      insert into event_sequences (company_id, seq) values (${companyId}, ${own.length})
      on conflict (company_id) do update set seq = event_sequences.seq + excluded.seq
      returning seq
    ), logged as (
      insert into event_log (company_id, seq, rooms, "except", name, payload)
      select ${companyId}, next.seq - ${own.length} + m.place, m.rooms, m."except", m.name, m.payload::text
      from next, rows from (
        json_to_recordset(${`[${rows.join(',')}]`}::text::json) as (rooms text[], "except" text[], name text, payload json)
      ) with ordinality as m (rooms, "except", name, payload, place)
    )
    select seq from next`
  // Awaiting alone would send it behind the commit.
  void logging.execute()
  const [row] = await logging
  const last = row?.seq ?? 0
  return own.map((message, index) => ({ ...message, seq: last - own.length + index + 1 }))
}
