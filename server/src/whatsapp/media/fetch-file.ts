// Fetches the file of a message from the hosts WhatsApp names, asking the phone for it again where it is gone.
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WASocket } from '@whiskeysockets/baileys'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Timings } from '../timings.ts'
import { type DownloadOptions, downloadMedia, MediaGone, namesTrustedHost } from './download-media.ts'
import { mediaHosts } from './media-conn.ts'
import { type MediaSource, mediaSource } from './media-source.ts'

export interface FetchParts {
  whatsappUrl: string | undefined
  timings: Pick<Timings, 'answer' | 'mediaSilence'>
  /** Of the connection whose file it is, if it is open here. */
  sock: WASocket | undefined
}

/** Milliseconds a phone gets to upload a file again. */
const reuploadPatience = 30_000

/** The file is gone from WhatsApp's host: the phone that sent it uploads it again. */
async function askForUpload(sock: WASocket, source: MediaSource): Promise<MediaSource> {
  await sock.refreshMediaConn(false)
  const content = { mediaKey: Buffer.from(source.mediaKey, 'base64'), directPath: source.directPath, url: source.url }
  const key = { ...source.key, participant: source.key.participant ?? undefined }
  const message = { key, message: { [`${source.type}Message`]: content } }
  const timeout = sleep(reuploadPatience, undefined, { ref: false }).then(() => {
    throw new MediaGone('the phone does not answer')
  })
  await Promise.race([sock.updateMediaMessage(message as never), timeout])
  return { ...source, directPath: content.directPath, url: content.url }
}

/** Where a file may be fetched. */
async function optionsFor({ whatsappUrl, timings, sock }: FetchParts, source: MediaSource): Promise<DownloadOptions> {
  const hosts = namesTrustedHost(source, whatsappUrl) ? [] : await mediaHosts(sock, timings.answer)
  return { whatsappUrl, hosts, patience: timings.mediaSilence }
}

function rethrow(error: unknown): never {
  throw error instanceof AppError ? error : new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { cause: error })
}

/** The file of a message; a phone that is linked here may upload it again. Errors: AppError. */
export async function fetchFile(parts: FetchParts, given: unknown): Promise<Readable> {
  const source = mediaSource(given)
  const options = await optionsFor(parts, source)
  return downloadMedia(source, options)
    .catch(async (error: unknown) => {
      if (!(error instanceof MediaGone) || !parts.sock) throw error
      return downloadMedia(await askForUpload(parts.sock, source), options)
    })
    .catch(rethrow)
}

/** The bytes of a phone's earlier conversations. Errors: AppError; MediaGone when they are not there (any more). */
export async function fetchHistory(parts: FetchParts, given: unknown): Promise<Buffer> {
  const source = mediaSource(given)
  return buffer(await downloadMedia(source, await optionsFor(parts, source))).catch(rethrow)
}
