// Why an archive was not made or not taken in, as a screen says it.
import { BackupError, type BackupReason } from '#backup/backup-error.ts'

export const failureOf = (error: unknown): { reason: BackupReason; detail: string } =>
  error instanceof BackupError ? error : { reason: 'internal', detail: '' }
