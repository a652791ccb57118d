// Addresses and small stanza builders shared by the rooms of the simulator.
import { randomBytes } from 'node:crypto'
import { jidDecode, type BinaryNode } from '@whiskeysockets/baileys'

export const SERVER = '@s.whatsapp.net'

export const pnJid = (number: string, device = 0): string => `${number}${device ? `:${device}` : ''}@s.whatsapp.net`
export const lidJid = (lid: string, device = 0): string => `${lid}${device ? `:${device}` : ''}@lid`

export function node(
  tag: string,
  attrs: Record<string, string | undefined>,
  content?: BinaryNode['content']
): BinaryNode {
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(attrs)) if (value !== undefined) clean[name] = value
  return content === undefined ? { tag, attrs: clean } : { tag, attrs: clean, content }
}

export const child = (parent: BinaryNode | undefined, tag: string): BinaryNode | undefined =>
  Array.isArray(parent?.content) ? parent.content.find((item) => item.tag === tag) : undefined

export const children = (parent: BinaryNode | undefined, tag?: string): BinaryNode[] =>
  Array.isArray(parent?.content) ? parent.content.filter((item) => !tag || item.tag === tag) : []

export const bytesOf = (item: BinaryNode | undefined): Buffer =>
  typeof item?.content === 'string' ? Buffer.from(item.content) : Buffer.from((item?.content as Uint8Array) ?? [])

export const textOf = (item: BinaryNode | undefined): string => bytesOf(item).toString('utf8')

export function bigEndian(value: number, length = 4): Buffer {
  const out = Buffer.alloc(length)
  out.writeUIntBE(value, 0, length)
  return out
}

export const seconds = (ms: number): string => String(Math.floor(ms / 1000))

/** Message id in the form WhatsApp phones make. */
export const newMessageId = (): string => `3A${randomBytes(9).toString('hex').toUpperCase()}`

export const newStanzaId = (): string => randomBytes(8).toString('hex').toUpperCase()

export interface Address {
  user: string
  server: string
  device: number
}

export function parseJid(jid: string | undefined): Address | undefined {
  const decoded = jidDecode(jid)
  return decoded && { user: decoded.user, server: decoded.server, device: decoded.device ?? 0 }
}

/** WhatsApp's padding of a plaintext: n bytes of value n, 1 to 16. */
export function pad(plain: Uint8Array): Buffer {
  const size = (randomBytes(1)[0]! & 15) + 1
  return Buffer.concat([plain, Buffer.alloc(size, size)])
}

export function unpad(padded: Uint8Array): Uint8Array {
  const size = padded[padded.length - 1] ?? 0
  if (size < 1 || size > 16 || size > padded.length) throw new Error('bad padding')
  return padded.subarray(0, padded.length - size)
}

/** Both addresses of a device of an account. */
export function jidPair(who: { number: string; lid: string }, device = 0): { jid: string; lid: string } {
  return {
    jid: pnJid(who.number, device),
    lid: lidJid(who.lid, device)
  }
}
