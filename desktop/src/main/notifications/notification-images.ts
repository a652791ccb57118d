// Pictures of contacts for notifications: from the server in use, small, remembered, and never waited for long.
import { nativeImage, type NativeImage } from 'electron'
import type { Send } from '../login/server-request.ts'

/** Milliseconds a notification waits for its picture. */
const patience = 800
const mostKept = 200

export type FindImage = (url: string | null) => Promise<NativeImage | null>

/** `isServerFile` tells addresses of the server in use from those of others, which are not asked. */
export function createNotificationImages(send: Send, isServerFile: (url: string) => boolean): FindImage {
  const kept = new Map<string, NativeImage>()
  const fetchPicture = async (url: string): Promise<NativeImage | null> => {
    const { status, body } = await send({ method: 'GET', url, patience })
    const image = status === 200 ? nativeImage.createFromBuffer(body) : null
    if (image === null || image.isEmpty()) return null
    const [oldest] = kept.keys()
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
    kept.set(url, image)
    return image
  }
  return async (url) => {
    if (url === null || !isServerFile(url)) return null
    return kept.get(url) ?? fetchPicture(url)
  }
}
