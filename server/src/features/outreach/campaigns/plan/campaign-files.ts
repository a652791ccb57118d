// Files of campaigns: the one that goes with the first message, and those of a file list. Each is stored once, for all
// messages that carry it, and stays for them when the campaign goes.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { largestCampaignFile, type Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { withinStorage } from '#features/org/quotas/within-storage.ts'
import type { FileQuestion } from '#features/inbox/erasure/erasure.events.ts'
import { copyFile, describeFile } from '#features/inbox/messages/media/copy-file.ts'
import { copyFileList } from '#features/inbox/messages/media/copy-file-list.ts'
import { newMediaKey } from '#features/inbox/messages/media/media-keys.ts'
import { keyEnding, mimeOfKey } from '#features/library/quick-messages/attachment-types.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { readFile } from '#platform/http/read-file.ts'
import { markUsedMessageFiles } from '#platform/storage/remember-files.ts'
import { discardFile } from '#platform/storage/small-files.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { checkEditable, editableCampaign, shownCampaign, publishCampaign } from './campaign-rows.ts'
import * as repo from '../campaigns.repo.ts'

const keysOf = ({ media }: { media: NonNullable<repo.CampaignRow['media']>['media'] | null }): string[] =>
  [media?.key, media?.thumbnailKey].filter((key) => key !== undefined)

/** Files that no message can name, because none was written. */
export const ownFiles = ({ isFilled, media, attached }: repo.CampaignRow): string[] =>
  isFilled ? [] : [...(media ? [media] : []), ...(attached ?? [])].flatMap(keysOf)

/** A step of `filesInUse`: files that campaigns show or will still send. */
export async function markUsedCampaignFiles(tx: Ctx, companyId: number, { keys, used }: FileQuestion): Promise<void> {
  for (const key of await repo.keysAmong(tx.db, companyId, keys)) used.add(key)
}

async function replaceMedia(
  ctx: Ctx,
  { companyId }: Actor,
  id: number,
  media: repo.CampaignRow['media']
): Promise<Campaign> {
  const { record, gone } = await inTransaction(ctx, async (tx) => {
    const before = await editableCampaign(tx, companyId, id)
    await repo.changeCampaign(tx.db, companyId, id, { media, updatedAt: tx.now() })
    const unused = ownFiles({ ...before, attached: null })
    return { record: await publishCampaign(tx, companyId, id), gone: unused }
  })
  for (const key of gone) await discardFile(ctx, key)
  return record
}

/**
 * Errors: ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_EDITABLE, ERR_VALIDATION without a file, ERR_MEDIA_TOO_LARGE,
 * ERR_MEDIA_BROKEN, ERR_UPLOAD_INTERRUPTED.
 */
export async function uploadMedia(ctx: Ctx, actor: Actor, id: number, request: FastifyRequest): Promise<Campaign> {
  const { companyId } = actor
  // One that takes no file is refused before the file travels.
  checkEditable(ctx, (await shownCampaign(ctx, companyId, id)).campaign)
  const { bytes, name } = await readFile(request, largestCampaignFile)
  const mime = mimeOfKey(`x.${await keyEnding(bytes, name)}`)
  const replaced = await markUsedMessageFiles(withinStorage(ctx, companyId), async (stored) => {
    const key = newMediaKey(companyId, mime, name)
    await stored.storage.save(key, Readable.from([bytes]))
    const file = await describeFile(stored, companyId, { key, name, mime, size: bytes.length })
    return replaceMedia(ctx, actor, id, file)
  })
  if (!replaced) throw new Error('a file of a campaign was not kept')
  return replaced
}

/** Errors: ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_EDITABLE. */
export const removeMedia = (ctx: Ctx, actor: Actor, id: number): Promise<Campaign> => replaceMedia(ctx, actor, id, null)

/** Takes over the text of the list and copies its files for the messages, unless somebody did or another list was chosen meanwhile. */
export async function takeFiles(ctx: Ctx, { companyId, id, fileListId }: repo.CampaignRow): Promise<void> {
  if (fileListId === null) return
  await markUsedMessageFiles(ctx, async (stored) => {
    const attached = await copyFileList(stored, companyId, fileListId)
    return inTransaction(ctx, async (tx) => {
      const locked = await repo.lockCampaign(tx.db, companyId, id)
      if (locked?.fileListId !== fileListId || locked.attached !== null) return null
      await repo.changeCampaign(tx.db, companyId, id, { attached })
      return attached
    })
  })
}

/** A new, inactive one with the same words, people and files. Errors: ERR_NO_CAMPAIGN_FOUND, ERR_NOT_FOUND. */
export async function cloneCampaign(ctx: Ctx, { companyId }: Actor, id: number): Promise<Campaign> {
  const { campaign } = await shownCampaign(ctx, companyId, id)
  const cloned = await markUsedMessageFiles(withinStorage(ctx, companyId), async (stored) => {
    const { key, name = 'arquivo', mime = '' } = campaign.media?.media ?? {}
    const media = key === undefined ? null : await copyFile(stored, companyId, { key, name, mime })
    const { confirmation, messages, confirmations, contactListId, tagId, connectionId, fileListId } = campaign
    const same = { confirmation, messages, confirmations, contactListId, tagId, connectionId, fileListId }
    return inTransaction(ctx, async (tx) => {
      const row = { ...same, companyId, media, name: `${campaign.name.slice(0, 44)} (2)` }
      return publishCampaign(tx, companyId, await repo.insertCampaign(tx.db, row), true)
    })
  })
  if (!cloned) throw new Error('a campaign was not cloned')
  return cloned
}
