// The error of the embedded PostgreSQL: one sentence for the person who starts the server.

/** Thrown when the embedded database cannot be used; main prints the message and ends with status 1. */
export class EmbeddedPostgresError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause })
    this.name = 'EmbeddedPostgresError'
  }
}

/** True when a message or an error speaks of a full disk or an exhausted quota. */
export function isDiskFull(problem: unknown): boolean {
  const code = (problem as { code?: string } | null)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT') return true
  return /no space left on device|disk quota exceeded/i.test(String((problem as Error | null)?.message ?? problem))
}

export const diskFullSentence = (folder: string): string =>
  `The disk that holds ${folder} is full: free some space there, or set DATA_DIR to a folder on another disk.`
