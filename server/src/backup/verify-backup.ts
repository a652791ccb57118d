// Reads an archive to its end without writing anything.
import type { Header, Manifest } from './archive-format.ts'
import { openArchive, type ArchiveKey } from './read-archive.ts'
import type { Progress } from './progress.ts'
import { noTarget, walkArchive } from './walk-archive.ts'

/** Errors: BackupError that says in one sentence what is wrong with it. */
export function verifyBackup(
  file: string,
  key: ArchiveKey,
  progress: Progress = () => {}
): Promise<{ header: Header; manifest: Manifest }> {
  return openArchive(file, key, async (archive) => ({
    header: archive.header,
    manifest: await walkArchive(archive, noTarget, progress)
  }))
}
