// Writes when the number of a company had no WhatsApp in its past weeks; nobody has paired it anew since.
import type { TransactionSql } from 'postgres'

const minute = 60_000
const day = 24 * 60 * minute

interface PastOutage {
  daysAgo: number
  minutes: number
  breaks: number
  reason: string
}

const outages: PastOutage[] = [
  { daysAgo: 23, minutes: 12, breaks: 3, reason: 'network' },
  { daysAgo: 12, minutes: 47, breaks: 1, reason: 'logged-out' },
  { daysAgo: 4, minutes: 6, breaks: 1, reason: 'server-down' }
]

/** Of the last four weeks, until now. */
export async function writePastOutages(
  tx: TransactionSql,
  { companyId, connectionId }: { companyId: number; connectionId: number },
  now: Date
): Promise<void> {
  const since = new Date(now.getTime() - 28 * day)
  await tx`
    update connections set watched_from = ${since} where company_id = ${companyId} and id = ${connectionId}`
  const rows = outages.map(({ daysAgo, minutes, breaks, reason }) => {
    const began = new Date(now.getTime() - daysAgo * day)
    // What came and went took twice as long as it was lost.
    const ended = new Date(began.getTime() + (breaks > 1 ? 2 : 1) * minutes * minute)
    return { kind: 'outage', reason, began_at: began, ended_at: ended, breaks, lost_ms: minutes * minute }
  })
  const resting = { kind: 'paused', reason: 'stopped', began_at: now, ended_at: null, breaks: 1, lost_ms: 0 }
  await tx`
    insert into connection_outages ${tx(
      [...rows, resting].map((row) => ({
        ...row,
        company_id: companyId,
        connection_id: connectionId,
        broke_at: row.began_at
      }))
    )}`
}
