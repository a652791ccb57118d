// Turns a task of the desk into WhatsApp's content: text, files, replies, edits, deletions, reactions.
import {
  generateWAMessageContent,
  type AnyMessageContent,
  type proto,
  type WAMediaUpload,
  type WAMediaUploadFunction,
  type WAMessageKey
} from '@whiskeysockets/baileys'
import type { Address, OutboundFile, OutboundTask, QuotedRef } from '#platform/whatsapp-port.ts'
import { WhatsAppRefusal } from '#platform/whatsapp-port.ts'
import { isGroup, isLid, type Own } from '../addresses/addresses.ts'
import type { ILogger } from '../wire/baileys-log.ts'

/** Tasks that are messages on the wire; read marks are receipts. */
export type MessageTask = Exclude<OutboundTask, { kind: 'read' }>

export interface ContentTools {
  own: Own
  upload: WAMediaUploadFunction
  log: ILogger
  /** Milliseconds an upload may take. */
  uploadTimeout: number
}

function quotedContext(quoted: QuotedRef | null, chat: Address, own: Own): proto.IContextInfo | undefined {
  if (!quoted) return undefined
  const self = isLid(chat) || isGroup(chat) ? (own.lid ?? own.phone) : own.phone
  return {
    stanzaId: quoted.waId,
    participant: quoted.fromMe ? self : (quoted.participant ?? chat),
    quotedMessage: { conversation: quoted.body }
  }
}

async function openFile(file: OutboundFile): Promise<WAMediaUpload> {
  try {
    return { stream: await file.open() }
  } catch (error) {
    throw new WhatsAppRefusal('media-broken', false, error)
  }
}

/** What Baileys would otherwise compute itself (with programs and packages we do not have) is given or left out. */
function fileContent(file: OutboundFile, media: WAMediaUpload): object {
  const shared = { mimetype: file.mime, caption: file.caption || undefined }
  const picture = {
    jpegThumbnail: file.thumbnail?.toString('base64') ?? null,
    width: file.width ?? undefined,
    height: file.height ?? undefined
  }
  const seconds = file.duration === null ? 0 : Math.max(1, Math.round(file.duration))
  switch (file.kind) {
    case 'image':
      return { image: media, ...shared, ...picture }
    case 'video':
      return { video: media, ...shared, ...picture, seconds: seconds || undefined }
    case 'audio': {
      const waveform = file.waveform ? Uint8Array.from(file.waveform) : null
      return file.voice
        ? { audio: media, ptt: true, mimetype: 'audio/ogg; codecs=opus', seconds, waveform }
        : { audio: media, mimetype: file.mime, seconds }
    }
    case 'sticker':
      return { sticker: media, mimetype: file.mime, width: picture.width, height: picture.height }
    case 'application':
      return { document: media, ...shared, fileName: file.name }
  }
}

function keyOf(chat: Address, id: string, fromMe: boolean, participant?: Address | null): WAMessageKey {
  return {
    remoteJid: chat,
    id,
    fromMe,
    ...(participant && isGroup(chat) ? { participant } : {})
  }
}

async function anyContent(task: MessageTask, own: Own): Promise<object> {
  switch (task.kind) {
    case 'edit':
      return { text: task.body, linkPreview: null, edit: keyOf(task.chat, task.targetWaId, true) }
    case 'delete':
      return { delete: keyOf(task.chat, task.targetWaId, true) }
    case 'react': {
      const key = keyOf(task.chat, task.targetWaId, task.targetFromMe, task.participant)
      return { react: { text: task.emoji, key } }
    }
    case 'send': {
      const forwarded = task.forwarded ? { isForwarded: true, forwardingScore: 1 } : undefined
      const contextInfo = quotedContext(task.quoted, task.chat, own) ?? forwarded
      const context = contextInfo ? { contextInfo } : {}
      // No preview is looked for: nobody's links are fetched by the server.
      if (!task.file) return { text: task.body, linkPreview: null, ...context }
      return { ...fileContent(task.file, await openFile(task.file)), ...context }
    }
  }
}

/** Builds the protobuf of a task; uploads its file. Errors: WhatsAppRefusal media-broken; what the upload throws. */
export async function contentOfTask(task: MessageTask, tools: ContentTools): Promise<proto.IMessage> {
  return generateWAMessageContent((await anyContent(task, tools.own)) as AnyMessageContent, {
    logger: tools.log,
    upload: tools.upload,
    mediaUploadTimeoutMs: tools.uploadTimeout
  })
}

/** Attribute of the stanza that tells servers and phones what kind of change it is. */
export function stanzaAttributes(task: MessageTask): Record<string, string> {
  if (task.kind === 'edit') return { edit: '1' }
  return task.kind === 'delete' ? { edit: '7' } : {}
}
