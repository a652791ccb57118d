// The audit log of a company that arrives: its old chain is looked through, and its entries are chained anew under the new numbers.
import type { TransactionSql } from 'postgres'
import type { Transaction } from '#database/client.ts'
import { findBreak } from '#platform/audit/audit-chain.ts'
import { appendRows } from '#platform/audit/audit-log.repo.ts'
import type { AuditRow } from '#platform/audit/audit-rows.repo.ts'
import type { CompanyManifest } from './archive-facts.ts'
import type { Moves } from './arrivals.repo.ts'
import { stagedAudit } from './staging.repo.ts'

const pageSize = 1000

/** Tables of what entries speak of, by the name that they give it. */
const spaces: Readonly<Record<string, string>> = {
  user: 'users',
  queue: 'queues',
  connection: 'connections',
  contact: 'contacts',
  ticket: 'tickets',
  campaign: 'campaigns',
  tag: 'tags',
  role: 'roles',
  schedule: 'schedules',
  prompt: 'prompts',
  webhook: 'webhooks',
  invoice: 'invoices',
  integration: 'queue_integrations',
  'contact-list': 'contact_lists',
  'contact-list-item': 'contact_list_items',
  'contact-import': 'contact_imports',
  'file-list': 'file_lists',
  'kanban-column': 'kanban_columns',
  'quick-message': 'quick_messages',
  'queue-option': 'queue_options'
}

async function pageAfter(tx: TransactionSql, companyId: number, number: number): Promise<AuditRow[]> {
  const rows = await stagedAudit(tx, number, pageSize)
  return rows.map((row) => ({ ...row, companyId, at: new Date(String(row['at'])) }) as AuditRow)
}

interface Arrival {
  from: number
  to: number
  moves: Moves
}

/** An entry as the new log has it: what it names has new numbers, and the other company that it was about is nobody here. */
function arrived(row: AuditRow, { to, moves }: Arrival): Omit<AuditRow, 'number' | 'previousHash' | 'hash'> {
  const { number: _number, previousHash: _before, hash: _hash, ...entry } = row
  const moved = (space: string, id: number) => (id === 0 ? 0 : id + (moves.get(space) ?? 0))
  const space = entry.subjectType === null ? undefined : spaces[entry.subjectType]
  const isNumber = /^\d{1,15}$/.test(entry.subjectId ?? '')
  const subjectId = space !== undefined && isNumber ? String(moved(space, Number(entry.subjectId))) : entry.subjectId
  return {
    ...entry,
    companyId: to,
    actorId: entry.actorId === null ? null : moved('users', entry.actorId),
    subjectId: entry.subjectType === 'company' ? String(to) : subjectId,
    aboutCompanyId: null
  }
}

/** Takes all entries over. Answers with how many there are and with what the old chain proves. */
export async function takeAudit(
  tx: TransactionSql,
  db: Transaction,
  head: CompanyManifest['audit'],
  arrival: Arrival
): Promise<{ entries: number; chain: string }> {
  const broken = await findBreak({ companyId: arrival.from, ...head }, (number) => pageAfter(tx, arrival.from, number))
  let entries = 0
  for (let last = -1; ;) {
    const page = await pageAfter(tx, arrival.from, last)
    if (page.length === 0) break
    await appendRows(
      db,
      arrival.to,
      page.map((row) => arrived(row, arrival))
    )
    entries += page.length
    last = page.at(-1)?.number ?? last
  }
  return { entries, chain: broken === null ? 'whole' : `broken at ${broken.number} (${broken.why})` }
}
