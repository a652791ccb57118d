// Archives whose time is over go, and what is left of imports that ended without an end.
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sweepImports } from '#company-archive/import-company.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './company-archives.repo.ts'
import { deleteCompanyArchive, expiryOf } from './company-archives.service.ts'

/** Milliseconds after which one that is under way has had all its tries. */
const givenUpAfter = 48 * 3_600_000

/** Folders in which a killed process was writing an archive. */
async function removeForgottenFolders({ config }: Ctx, before: Date): Promise<void> {
  for (const name of await readdir(config.dataDir)) {
    if (!name.startsWith('archive-')) continue
    const folder = path.join(config.dataDir, name)
    const found = await stat(folder).catch(() => null)
    if (found && found.mtime < before) await rm(folder, { recursive: true, force: true })
  }
}

export async function sweepArchives(ctx: Ctx): Promise<void> {
  await sweepImports(ctx.pool, ctx.storage)
  const now = ctx.now()
  const before = new Date(now.getTime() - givenUpAfter)
  await removeForgottenFolders(ctx, before)
  for (const id of await repo.expiredArchives(ctx.db, now))
    await deleteCompanyArchive(ctx, id).catch((error: unknown) => ctx.log.warn({ err: error, id }, 'an archive stays'))
  for (const id of await repo.forgottenArchives(ctx.db, before)) {
    const change = { status: 'failed', failure: 'internal', sealedKey: null, finishedAt: now } as const
    await repo.updateArchive(ctx.db, id, { ...change, expiresAt: expiryOf(now) })
  }
}
