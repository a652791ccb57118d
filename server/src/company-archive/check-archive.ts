// What is looked at in the archive of a company before anything of it is used: it may come from a stranger.
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stat } from 'node:fs/promises'
import { names, tableId, type Header, type Manifest } from '#backup/archive-format.ts'
import { BackupError } from '#backup/backup-error.ts'
import type { Progress } from '#backup/progress.ts'
import { openArchive, type ArchiveKey } from '#backup/read-archive.ts'
import { walkArchive, type ArchiveTarget } from '#backup/walk-archive.ts'
import { companyOfKey } from '#platform/storage/company-folders.ts'
import { isKey } from '#platform/storage/storage-keys.ts'
import { companyFactsSchema, companyManifestSchema, type CompanyArchive, type CompanyFacts } from './archive-facts.ts'
import { sealed } from './company-tables.ts'
import { listedTables } from './export-company.ts'

/** Text that a byte of an archive may become at the most, and what any archive may: rows repeat themselves, but not so. */
const mostGrowth = 200
const freeGrowth = 64 * 1_048_576

/** Errors: BackupError for a key that no file of that company has. */
function checkFileKey(key: string, companyId: number): void {
  if (!isKey(key) || companyOfKey(key) !== companyId)
    throw new BackupError(
      `The archive holds a file that is not of its company (${key.slice(0, 80)}). Nothing was taken in.`
    )
}

function targetOf(companyId: number, mostText: number): ArchiveTarget {
  let text = 0
  const count = () =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        text += chunk.length
        done(
          text > mostText
            ? new BackupError('The rows of the archive grow beyond all measure. Nothing was taken in.')
            : null
        )
      }
    })
  return {
    table: () => Promise.resolve(count()),
    file: async (key, content) => {
      checkFileKey(key, companyId)
      await pipeline(content, new Writable({ write: (_chunk, _encoding, done) => done() }))
    }
  }
}

/** Errors: BackupError for an archive of something else, or of another version. */
function factsOf(header: Header, migration: Header['migration']): CompanyFacts {
  if (header.company === undefined)
    throw new BackupError(
      'This is a backup of a whole server and not the archive of a company: npm run restore takes it.',
      'no-archive'
    )
  const { at, hash } = header.migration
  if (at !== migration.at || hash !== migration.hash)
    throw new BackupError(
      `The archive was made by Guichê ${header.version} with other tables than those of here: bring both servers to the same version and export again.`,
      'other-version'
    )
  const facts = companyFactsSchema.safeParse(header.company)
  const isSame = JSON.stringify(header.tables) === JSON.stringify(listedTables)
  if (!facts.success || !isSame)
    throw new BackupError('The archive does not say what an archive of a company says. Nothing was taken in.')
  return facts.data
}

function ownPartOf(manifest: Manifest): CompanyArchive['own'] {
  const own = companyManifestSchema.safeParse(manifest.company)
  const isKnown = own.data?.secrets.every((one) =>
    sealed.some(({ table, column }) => one.table === table && one.column === column)
  )
  if (!own.success || isKnown !== true)
    throw new BackupError('The archive does not say what an archive of a company says. Nothing was taken in.')
  return own.data
}

/**
 * Reads all of it and writes nothing. `migration` is the last one of here. Errors: BackupError for a wrong key, for what was
 * cut, changed or damaged, and for what is no archive of a company of this version.
 */
export async function checkCompanyArchive(
  file: string,
  key: ArchiveKey,
  migration: Header['migration'],
  progress: Progress
): Promise<CompanyArchive> {
  return openArchive(file, key, async (archive) => {
    const company = factsOf(archive.header, migration)
    const { size } = await stat(file)
    const manifest = await walkArchive(archive, targetOf(company.id, freeGrowth + size * mostGrowth), progress)
    const expected = listedTables.map(tableId).toSorted().join()
    if (Object.keys(manifest.tables).toSorted().join() !== expected)
      throw archive.damaged(`${names.manifest} lists other tables`)
    return { header: archive.header, company, manifest, own: ownPartOf(manifest) }
  })
}
