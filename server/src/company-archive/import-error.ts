// Says in a sentence why an archive was not taken in, where PostgreSQL or the storage says it in a code.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { BackupError } from '#backup/backup-error.ts'

/** The same error, or a BackupError in its place. */
export function explainImport(error: unknown): unknown {
  const { code, constraint_name: rule } = error as { code?: string; constraint_name?: string }
  if (error instanceof AppError)
    return error.code === 'ERR_STORAGE_FULL'
      ? new BackupError('The disk is full; nothing was kept.', 'disk-full')
      : error
  if (code === '53100') return new BackupError('The disk is full; nothing was kept.', 'disk-full')
  if (code === 'GF001') return new BackupError('The archive names files of another company; nothing was kept.')
  if (code === '23505' && rule === 'companies_name')
    return new BackupError('A company of that name is here already: give it another name.', 'name')
  if (code?.startsWith('23'))
    return new BackupError(`Rows of the archive contradict each other (${rule}); nothing was kept.`)
  if (code?.startsWith('22') || code === '42804')
    return new BackupError('The archive holds values that no table takes; nothing was kept.')
  return error
}
