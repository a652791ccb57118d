// Where the files of a company lie: everything below these names goes when the company goes.

/** Names of folders; whoever stores files of a company under another name adds it here. */
export function companyFolders(companyId: number): string[] {
  return [`c${companyId}`, `quick-messages/${companyId}`, `schedules/${companyId}`]
}

const formOfFolders = /^(?:c|quick-messages\/|schedules\/)(\d{1,15})\//

/** The company whose file it is; null for one of the house. */
export function companyOfKey(key: string): number | null {
  const found = formOfFolders.exec(key)
  return found ? Number(found[1]) : null
}
