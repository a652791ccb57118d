// Where the files of a company lie: everything below these names goes when the company goes.

/** Names of folders; whoever stores files of a company under another name adds it here. */
export function companyFolders(companyId: number): string[] {
  return [`c${companyId}`, `quick-messages/${companyId}`, `schedules/${companyId}`]
}
