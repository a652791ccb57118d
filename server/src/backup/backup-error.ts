// What keeps a backup or a restore from being done: one sentence for the person who runs it.

export type BackupReason =
  | 'wrong-key'
  | 'damaged'
  | 'other-version'
  | 'no-archive'
  | 'people'
  | 'name'
  | 'plan'
  | 'refused'
  | 'disk-full'
  | 'stopped'
  | 'internal'

/** The program prints the message and ends with status 1; a screen says the reason in its own words. */
export class BackupError extends Error {
  reason: BackupReason
  /** What is in the way, for people: names, addresses. */
  detail: string

  constructor(message: string, reason: BackupReason = 'refused', detail = '') {
    super(message)
    this.reason = reason
    this.detail = detail
  }
}
