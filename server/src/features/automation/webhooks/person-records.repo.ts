// SQL of what was told of a person to other programs, for the copy of what is stored of them.
import type { RecordsQuery } from '#features/inbox/personal-data/records/records-of.repo.ts'
import { contentOf } from './delivery-content.ts'

/** Deliveries that fit one of the patterns. What others said beside the person is theirs: it is told of, and left out. */
export function deliveryRecords(patterns: string[]): RecordsQuery {
  return {
    kind: 'deliveries',
    from: (raw, { companyId }) => raw`from (
      select d.*, substring(w.url from '^[a-z]+://(?:[^/@]*@)?([^/?#]+)') as host
      from webhook_deliveries d join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id
      where d.company_id = ${companyId}
        and (d.body like any(${patterns}::text[]) or d.last_answer like any(${patterns}::text[]))) x
    where true`,
    record: (raw) => raw`json_build_object('event', x.event, 'receiver', x.host, 'createdAt', x.created_at,
    'state', x.state, 'lastAt', x.last_at, 'body', x.body, 'answer', nullif(x.last_answer, ''))`,
    finish: ({ body, answer, ...fields }, { ids }) => ({ ...fields, ...contentOf(body, answer, ids) }),
    order: 'uuid'
  }
}
