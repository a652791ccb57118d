// Which type an attachment has: by its content, for plain texts by its name; the ending of its key tells it later on.
import { fileTypeFromBuffer } from 'file-type'

/** What a browser or a phone shows; everything else travels as a mere file. */
const mimeOfEnding: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  pdf: 'application/pdf',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  txt: 'text/plain',
  csv: 'text/csv'
}
const plain = ['txt', 'csv']
const unknown = 'bin'

const endingOf = (name: string): string => /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The ending for the key of an attachment. */
export async function keyEnding(bytes: Buffer, name: string): Promise<string> {
  const found = (await fileTypeFromBuffer(bytes))?.ext
  const ending = found ?? (plain.includes(endingOf(name)) ? endingOf(name) : unknown)
  return Object.hasOwn(mimeOfEnding, ending) ? ending : unknown
}

export const mimeOfKey = (key: string): string => mimeOfEnding[endingOf(key)] ?? 'application/octet-stream'
