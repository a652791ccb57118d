// Turns the content of a WhatsApp message (protobuf) into what the desk shows: text, media, location, cards.
import type { proto } from '@whiskeysockets/baileys'
import { cleanFileName } from '#platform/text/file-name.ts'
import type { InboundContent, InboundMedia } from '#platform/whatsapp-port.ts'
import type { MediaSource } from '../media/media-source.ts'
import { storable } from '../storable-text.ts'
import { writtenText } from './written-text.ts'

type Message = proto.IMessage

const bytesOf = (value: Uint8Array | null | undefined): Buffer | null =>
  value && value.length > 0 ? Buffer.from(value) : null
const base64 = (value: Uint8Array | null | undefined): string | null => bytesOf(value)?.toString('base64') ?? null
function numberOf(value: unknown): number | null {
  if (value === null || value === undefined) return null
  const number = Number(value)
  return Number.isFinite(number) && number > 0 ? number : null
}

/** 64 levels of 0 to 100, whatever number of samples the sender gave. */
function waveformOf(samples: Uint8Array | null | undefined): number[] | null {
  if (!samples || samples.length === 0) return null
  return Array.from({ length: 64 }, (_, i) => Math.min(100, samples[Math.floor((i * samples.length) / 64)] ?? 0))
}

interface FileFacts {
  mimetype?: string | null
  fileLength?: unknown
  mediaKey?: Uint8Array | null
  directPath?: string | null
  url?: string | null
  fileSha256?: Uint8Array | null
  seconds?: number | null
  width?: number | null
  height?: number | null
}

function media(
  [kind, type]: [InboundMedia['kind'], MediaSource['type']],
  file: FileFacts,
  key: MediaSource['key'],
  more: Partial<InboundMedia> = {}
): InboundMedia {
  const size = numberOf(file.fileLength)
  const source: MediaSource = {
    v: 1,
    type,
    mediaKey: base64(file.mediaKey) ?? '',
    directPath: file.directPath ? storable(file.directPath) : null,
    url: file.url ? storable(file.url) : null,
    fileSha256: base64(file.fileSha256),
    size,
    key
  }
  return {
    kind,
    mime: storable(file.mimetype).toLowerCase() || 'application/octet-stream',
    name: null,
    size,
    duration: numberOf(file.seconds),
    width: numberOf(file.width),
    height: numberOf(file.height),
    voice: false,
    waveform: null,
    thumbnail: null,
    source,
    ...more
  }
}

function location(
  at: { degreesLatitude?: number | null; degreesLongitude?: number | null; jpegThumbnail?: Uint8Array | null },
  named: string
): InboundContent {
  const latitude = at.degreesLatitude ?? 0
  const longitude = at.degreesLongitude ?? 0
  const picture = base64(at.jpegThumbnail)
  const image = picture === null ? '' : `data:image/jpeg;base64,${picture}`
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17`
  // The body is split on the bar.
  const description = storable(named).replaceAll('|', '/').trim() || `${latitude}, ${longitude}`
  return { kind: 'location', body: `${image}|${link}|${description}`, latitude, longitude }
}

const fileName = (name: string | null | undefined): string | null => cleanFileName(storable(name)) || null

/** The written part of a content: text, or the caption of a file. */
export function textOf(message: Message | null | undefined): string {
  return storable(
    message?.conversation ??
      message?.extendedTextMessage?.text ??
      message?.imageMessage?.caption ??
      message?.videoMessage?.caption ??
      message?.documentMessage?.caption
  )
}

/** What a customer answered by pressing a button or choosing from a list; its id where no words come with it. */
function chosenText(m: Message): string | null | undefined {
  return (
    m.buttonsResponseMessage?.selectedDisplayText ||
    m.templateButtonReplyMessage?.selectedDisplayText ||
    m.listResponseMessage?.title ||
    m.interactiveResponseMessage?.body?.text ||
    m.buttonsResponseMessage?.selectedButtonId ||
    m.templateButtonReplyMessage?.selectedId ||
    m.listResponseMessage?.singleSelectReply?.selectedRowId
  )
}

/** Content for people, or null for kinds this version cannot show. */
export function contentOf(m: Message, key: MediaSource['key']): InboundContent | null {
  if (typeof m.conversation === 'string' && m.conversation !== '') return { kind: 'text', body: textOf(m) }
  if (m.extendedTextMessage) return { kind: 'text', body: textOf(m) }
  if (m.imageMessage) {
    const thumbnail = bytesOf(m.imageMessage.jpegThumbnail)
    return { kind: 'media', body: textOf(m), media: media(['image', 'image'], m.imageMessage, key, { thumbnail }) }
  }
  const video = m.videoMessage ?? m.ptvMessage
  if (video) {
    const thumbnail = bytesOf(video.jpegThumbnail)
    return { kind: 'media', body: storable(video.caption), media: media(['video', 'video'], video, key, { thumbnail }) }
  }
  if (m.audioMessage) {
    const more = { voice: m.audioMessage.ptt === true, waveform: waveformOf(m.audioMessage.waveform) }
    return { kind: 'media', body: '', media: media(['audio', 'audio'], m.audioMessage, key, more) }
  }
  if (m.documentMessage) {
    const name = fileName(m.documentMessage.fileName) ?? fileName(m.documentMessage.title)
    const more = { name, thumbnail: bytesOf(m.documentMessage.jpegThumbnail) }
    return { kind: 'media', body: textOf(m), media: media(['application', 'document'], m.documentMessage, key, more) }
  }
  if (m.stickerMessage) return { kind: 'media', body: '', media: media(['sticker', 'image'], m.stickerMessage, key) }
  if (m.locationMessage) {
    const { name, address, comment } = m.locationMessage
    return location(m.locationMessage, [name, address, comment].filter(Boolean).join(', '))
  }
  if (m.liveLocationMessage) return location(m.liveLocationMessage, m.liveLocationMessage.caption ?? '')
  if (m.contactMessage) return { kind: 'vcard', body: storable(m.contactMessage.vcard) }
  if (m.contactsArrayMessage) {
    const cards = (m.contactsArrayMessage.contacts ?? []).map((one) => storable(one.vcard))
    return { kind: 'vcard', body: cards.join('\n') }
  }
  const words = storable(chosenText(m) || writtenText(m))
  return words ? { kind: 'text', body: words } : null
}
