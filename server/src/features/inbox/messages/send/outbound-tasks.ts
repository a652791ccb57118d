// Builds the task that sends a stored message, again and again the same.
import type { Ctx } from '#platform/ctx.ts'
import type { ConnectionRef, OutboundFile, OutboundTask, QuotedRef } from '#platform/whatsapp-port.ts'
import type { StoredMedia } from '../messages.repo.ts'
import { waAddressOf } from '#features/inbox/contacts/contacts.service.ts'
import * as repo from '../messages.repo.ts'
import { deleteSentChanges, sentChange } from './outbox.repo.ts'

type Row = NonNullable<Awaited<ReturnType<typeof repo.lockMessage>>>

function fileOf(ctx: Ctx, row: Row, media: StoredMedia): OutboundFile | null {
  const { key } = media
  if (!key) return null
  return {
    kind: row.mediaType as OutboundFile['kind'],
    open: () => ctx.storage.open(key),
    mime: media.mime ?? 'application/octet-stream',
    name: media.name ?? 'arquivo',
    size: media.size ?? 0,
    caption: row.body,
    voice: media.voice ?? false,
    duration: media.duration ?? null,
    waveform: media.waveform ?? null,
    thumbnail: media.preview ? Buffer.from(media.preview, 'base64') : null,
    width: media.width ?? null,
    height: media.height ?? null
  }
}

async function quotedRefOf(ctx: Ctx, companyId: number, id: string | null): Promise<QuotedRef | null> {
  const row = id === null ? null : await repo.messageById(ctx.db, companyId, id)
  if (!row?.waId) return null
  return { waId: row.waId, fromMe: row.fromMe, participant: row.participant, body: row.body }
}

async function buildTask(ctx: Ctx, companyId: number, row: Row, chat: string): Promise<OutboundTask | null> {
  if (row.waId === null) return null
  return {
    kind: 'send',
    chat,
    waId: row.waId,
    body: row.body,
    file: row.media ? fileOf(ctx, row, row.media) : null,
    quoted: await quotedRefOf(ctx, companyId, row.quotedId),
    forwarded: row.isForwarded
  }
}

/** Null when the message is gone, was cancelled, or turned out to be with WhatsApp already. */
export async function sendTaskOf(
  ctx: Ctx,
  companyId: number,
  messageId: string,
  chat: string
): Promise<OutboundTask | null> {
  const row = await repo.messageById(ctx.db, companyId, messageId)
  const isOver = row?.delivery === 'sent' || row?.delivery === 'cancelled'
  return !row || isOver || row.isDeleted ? null : buildTask(ctx, companyId, row, chat)
}

/** The task of a message, or of a change of one, that went out, for a recipient who asks for it again; null when unknown. */
export async function sentTask(ctx: Ctx, ref: ConnectionRef, waId: string): Promise<OutboundTask | null> {
  const id = await repo.ownMessageByWaId(ctx.db, ref.companyId, ref.connectionId, waId)
  if (id === null) {
    const change = await sentChange(ctx.db, ref, waId)
    return change && ({ ...change.payload, kind: change.kind, chat: change.chat } as OutboundTask)
  }
  const row = await repo.messageById(ctx.db, ref.companyId, id)
  if (!row || row.isDeleted) return null
  const chat = await waAddressOf(ctx, ref.companyId, row.contactId)
  return chat === null ? null : buildTask(ctx, ref.companyId, row, chat)
}

/** Milliseconds for which phones may ask for a change again. */
const changesKept = 30 * 86_400_000

export const sweepSentChanges = (ctx: Ctx): Promise<void> =>
  deleteSentChanges(ctx.db, new Date(ctx.now().getTime() - changesKept))
