// Files of the simulated WhatsApp: encrypted for the media host, decrypted for the page, and the built-in samples.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { proto } from '@whiskeysockets/baileys'
import { decryptMedia, encryptMedia } from './media-crypto.ts'
import type { SimulatorState } from '../model.ts'
import type { MediaKind, MediaSource, MediaView } from '../types.ts'
import { SimulatorError } from '../simulator-state.ts'

interface Sample {
  file: string
  mime: string
  seconds?: number
  ptt?: boolean
  width?: number
  height?: number
}

const samples: Record<string, Sample> = {
  picture: { file: 'picture.jpg', mime: 'image/jpeg', width: 480, height: 320 },
  voice: { file: 'voice.ogg', mime: 'audio/ogg; codecs=opus', seconds: 6, ptt: true },
  song: { file: 'song.mp3', mime: 'audio/mpeg', seconds: 3 },
  video: { file: 'video.mp4', mime: 'video/mp4', seconds: 2, width: 320, height: 180 },
  document: { file: 'document.pdf', mime: 'application/pdf' },
  sticker: { file: 'sticker.webp', mime: 'image/webp', width: 512, height: 512 }
}

const defaultSample: Record<MediaKind, string> = {
  image: 'picture',
  video: 'video',
  audio: 'voice',
  document: 'document',
  sticker: 'sticker'
}

export function sampleFile(name: string): Buffer {
  const sample = samples[name]
  if (!sample) throw new SimulatorError(`no sample ${name}: ${Object.keys(samples).join(', ')}`)
  return readFileSync(new URL(`../assets/${sample.file}`, import.meta.url))
}

/** Loudness of the voice sample, 64 values of 0 to 100. */
const sampleWaveform = [
  48, 30, 84, 76, 17, 0, 0, 0, 0, 0, 26, 58, 52, 51, 21, 43, 64, 30, 100, 15, 29, 45, 15, 66, 38, 56, 51, 24, 16, 98,
  45, 33, 65, 76, 51, 9, 98, 18, 55, 49, 17, 11, 41, 52, 13, 27, 0, 0, 0, 0, 40, 61, 11, 35, 27, 44, 80, 16, 25, 0, 0,
  0, 0, 0
]

/** Put a file on the media host; gives the fields of the protobuf that point to it. */
export function storeMedia(state: SimulatorState, kind: MediaKind, source: MediaSource) {
  const given = source.data ?? (source.base64 === undefined ? undefined : Buffer.from(source.base64, 'base64'))
  const name = source.sample ?? (given ? undefined : defaultSample[kind])
  const sample = name ? samples[name] : undefined
  const plain = given ? Buffer.from(given) : sampleFile(name!)
  if (!plain.length) throw new SimulatorError('the file is empty')
  const mime = source.mime ?? sample?.mime ?? 'application/octet-stream'
  const sealed = encryptMedia(plain, kind)
  const id = randomBytes(12).toString('hex')
  const directPath = `/v/t62/${id}.enc?ccb=11-4&oh=sim&oe=sim`
  const ptt = kind === 'audio' ? (source.ptt ?? sample?.ptt ?? false) : undefined
  const view: MediaView = {
    id,
    kind,
    mime,
    bytes: plain.length,
    fileName: source.fileName ?? (kind === 'document' ? (sample?.file ?? 'file') : undefined),
    seconds: source.seconds ?? sample?.seconds,
    ptt,
    waveform: ptt ? (source.waveform ?? sampleWaveform) : undefined,
    width: source.width ?? sample?.width,
    height: source.height ?? sample?.height,
    sha256: sealed.fileSha256.toString('hex')
  }
  state.files.set(id, { id, data: plain, mime, fileName: view.fileName })
  state.blobs.set(`/v/t62/${id}.enc`, sealed.blob)
  const reference = {
    url: state.dialect.omitsUrls ? null : `https://${state.mediaHost}${directPath}`,
    directPath,
    mimetype: mime,
    mediaKey: sealed.mediaKey,
    fileSha256: sealed.fileSha256,
    fileEncSha256: sealed.fileEncSha256,
    fileLength: plain.length,
    mediaKeyTimestamp: Math.floor(Date.now() / 1000)
  }
  return { view, reference }
}

type MediaMessage = proto.Message.IImageMessage &
  proto.Message.IVideoMessage &
  proto.Message.IAudioMessage &
  proto.Message.IDocumentMessage

/** Fetch and decrypt what the desk uploaded; a failure is noted in the view, as a real phone would show it. */
export function receiveMedia(state: SimulatorState, kind: MediaKind, media: MediaMessage): MediaView {
  const path = (media.directPath ?? '').split('?')[0]!
  const view: MediaView = {
    id: randomBytes(12).toString('hex'),
    kind,
    mime: media.mimetype ?? '',
    bytes: Number(media.fileLength ?? 0),
    fileName: media.fileName ?? undefined,
    seconds: media.seconds ?? undefined,
    ptt: kind === 'audio' ? !!media.ptt : undefined,
    waveform: media.waveform?.length ? [...media.waveform] : undefined,
    width: media.width ?? undefined,
    height: media.height ?? undefined,
    sha256: Buffer.from(media.fileSha256 ?? []).toString('hex')
  }
  const blob = state.blobs.get(path)
  try {
    if (!blob) throw new Error(`nothing was uploaded at ${path}`)
    const data = decryptMedia(blob, kind, {
      mediaKey: media.mediaKey ?? Buffer.alloc(0),
      fileSha256: media.fileSha256 ?? null,
      fileEncSha256: media.fileEncSha256 ?? null
    })
    view.bytes = data.length
    state.files.set(view.id, { id: view.id, data, mime: view.mime, fileName: view.fileName })
  } catch (error) {
    view.error = (error as Error).message
  }
  return view
}
