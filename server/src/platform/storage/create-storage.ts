// Chooses where files are kept.
import path from 'node:path'
import type { Config } from '../config/env.ts'
import { createDiskStorage } from './disk-storage.ts'
import { readS3Url } from './s3-address.ts'
import type { Storage } from './storage.ts'

/** Disk under DATA_DIR, or the store that STORAGE_URL names. Errors: a bad STORAGE_URL. */
export async function createStorage({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<Storage> {
  if (storageUrl === undefined) return createDiskStorage(path.resolve(dataDir, 'media'))
  // Twenty megabytes of client that most installations never need.
  const { createS3Storage } = await import('./s3-storage.ts')
  return createS3Storage(readS3Url(storageUrl))
}
