// Whose file is fetched next: the more files a company received lately, the later comes its next one.

/** Milliseconds for which a file counts. */
const lately = 60_000
/** Companies that are remembered before those without new files are forgotten. */
const most = 1_000

const received = new Map<number, { since: number; files: number }>()

/** Priority of the job that fetches `files` more of a company: 0 for its first ones, lower for each further. */
export function filePriority(companyId: number, files: number, now: number): number {
  if (received.size > most) for (const [id, { since }] of received) if (now - since > lately) received.delete(id)
  const known = received.get(companyId)
  const mine = known && now - known.since <= lately ? known : { since: now, files: 0 }
  received.set(companyId, { since: mine.since, files: mine.files + files })
  return mine.files === 0 ? 0 : -mine.files
}
