// Storage keys of message files.
import { extname } from 'node:path'
import { uuidv7 } from '#platform/text/uuid.ts'

const byMime: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'audio/ogg': '.ogg',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/webm': '.webm',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
  'application/pdf': '.pdf'
}

/** A fresh key under the company's folder of this month; the ending follows the type, else the name. */
export function newMediaKey(companyId: number, mime: string, name: string | null): string {
  const named = extname(name ?? '').toLowerCase()
  const ending = byMime[mime.split(';')[0]?.trim() ?? ''] ?? (/^\.[a-z0-9]{1,8}$/.test(named) ? named : '.bin')
  return `c${companyId}/${new Date().toISOString().slice(0, 7)}/${uuidv7()}${ending}`
}
