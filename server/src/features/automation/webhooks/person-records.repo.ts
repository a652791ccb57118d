// SQL of what was told of a person to other programs, for the copy of what is stored of them.
import type { RecordsQuery } from '#features/inbox/personal-data/records/records-of.repo.ts'

/** Deliveries that fit one of the patterns. What others said beside the person is theirs: it is told of, and left out. */
export function deliveryRecords(patterns: string[]): RecordsQuery {
  return {
    kind: 'deliveries',
    from: (raw, { companyId, ids }) => raw`from (
      select d.*, substring(w.url from '^[a-z]+://(?:[^/@]*@)?([^/?#]+)') as host, d.body::jsonb -> 'data' as told,
        coalesce(d.body::jsonb #>> '{data,message,contactId}', d.body::jsonb #>> '{data,ticket,contactId}',
          d.body::jsonb #>> '{data,contact,id}', d.body::jsonb #>> '{data,contactId}')::bigint
          = any(${ids}::bigint[]) as own
      from webhook_deliveries d join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id
      where d.company_id = ${companyId}
        and (d.body like any(${patterns}::text[]) or d.last_answer like any(${patterns}::text[]))) x
    where true`,
    record: (raw) => raw`json_build_object('event', x.event, 'receiver', x.host, 'createdAt', x.created_at,
    'state', x.state, 'lastAt', x.last_at, 'content', case when x.own then x.told end,
    'answer', case when x.own then nullif(x.last_answer, '') end)`,
    order: 'uuid'
  }
}
