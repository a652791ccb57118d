// Puts the archive of a company into an S3-compatible store, and takes older ones of it away.
import { createReadStream, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { BackupError } from '#backup/backup-error.ts'
import { BadConfiguration } from '#platform/config/env.ts'
import { readS3Url } from '#platform/storage/s3-address.ts'
import { createS3Storage } from '#platform/storage/s3-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** The store whose address is the first line of a file. Errors: BackupError, which does not quote the secret. */
export function openStore(file: string): Storage {
  try {
    return createS3Storage(readS3Url((readFileSync(file, 'utf8').split('\n')[0] ?? '').trim()))
  } catch (error) {
    const why =
      error instanceof BadConfiguration ? 'it must look like s3://key:secret@host/bucket/folder' : String(error)
    throw new BackupError(`The address of the store in ${file} cannot be used: ${why}`)
  }
}

/** In the order of their moments. */
export const archiveName = (companyId: number, moment: Date): string =>
  `company-${companyId}-${moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.age`

interface Keeping {
  companyId: number
  moment: Date
  /** Archives of the company that stay, the new one included; null for all. */
  keep: number | null
  signal?: AbortSignal
  /** Asked when the archive is there as a whole, before any other goes. */
  isWanted?: () => Promise<boolean>
}

/** Thrown where the archive is there, and nobody wants it any more. */
class UnwantedArchive extends Error {}

/** Older ones go only once the new one is there as a whole. Errors: BackupError, those of the store, UnwantedArchive. */
export async function storeArchive(
  store: Storage,
  file: string,
  { companyId, moment, keep, signal, isWanted }: Keeping
): Promise<{ name: string; removed: number }> {
  const name = archiveName(companyId, moment)
  await store.save(name, createReadStream(file, { ...(signal && { signal }) }))
  if ((await store.size(name)) !== (await stat(file)).size)
    throw new BackupError('The store does not have the whole archive; older ones were left alone.')
  if (isWanted && !(await isWanted())) throw new UnwantedArchive()
  if (keep === null) return { name, removed: 0 }
  const form = new RegExp(`^company-${companyId}-\\d{8}T\\d{6}Z\\.age$`)
  const names: string[] = []
  for await (const key of store.list()) if (form.test(key)) names.push(key)
  const old = names.toSorted().slice(0, -keep)
  for (const key of old) await store.remove(key)
  return { name, removed: old.length }
}
