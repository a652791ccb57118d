// Decrypts messages before their turn: while one waits for its journal row to become durable, the next are on their way.
import type { BinaryNode } from '@whiskeysockets/baileys'
import { isIgnored, isLid, isPhone } from '../addresses/addresses.ts'
import { createSlots } from '#platform/work/slots.ts'

export interface Sealed {
  jid: string
  type: 'pkmsg' | 'msg'
  ciphertext: Uint8Array
}

export interface DecryptAheadParts {
  /** Decrypts and writes the journal row; `decrypted` is called before that is durable. */
  open: (sealed: Sealed, decrypted: () => void) => Promise<Uint8Array>
  /** The address whose Signal session a stanza belongs to; null when only Baileys can tell. */
  sessionOf: (attrs: Record<string, string>) => Promise<string | null>
}

/** Of one socket. */
export interface DecryptAhead {
  /** Stanzas in the order of their arrival. `handle` runs one after the other, each after its message is on its way. */
  take(node: BinaryNode, handle: () => Promise<void>): void
  /** The content of a message that was decrypted before its turn. */
  opened(ciphertext: Uint8Array): Promise<Uint8Array> | undefined
}

/** Messages decrypted before their turn at the most: after a break WhatsApp delivers those it has no answer for again. */
const reach = 16
/** Messages remembered so that their second delivery is not decrypted again, which would spend the key in vain. */
const remembered = 64

interface Memory {
  ciphertext: Uint8Array
  plain: Promise<Uint8Array>
}

/** Messages of one session that WhatsApp may deliver again after a break, by sender and id. */
export function createDeliveries() {
  const kept = new Map<string, Memory>()
  const keyOf = ({ from, id }: Record<string, string>) => `${from}|${id}`
  return {
    find: (attrs: Record<string, string>, ciphertext: Uint8Array): Promise<Uint8Array> | undefined => {
      const one = kept.get(keyOf(attrs))
      return one && Buffer.compare(one.ciphertext, ciphertext) === 0 ? one.plain : undefined
    },
    keep: (attrs: Record<string, string>, ciphertext: Uint8Array, plain: Promise<Uint8Array>): void => {
      const key = keyOf(attrs)
      kept.delete(key)
      kept.set(key, { ciphertext, plain })
      if (kept.size > remembered) for (const oldest of kept.keys().take(1)) kept.delete(oldest)
      // What was not written has to be tried anew.
      plain.catch(() => void kept.delete(key))
    }
  }
}
export type Deliveries = ReturnType<typeof createDeliveries>

/** The message of a plain conversation that consists of one part for this device; everything else waits for its turn. */
function soleMessage({ attrs, content }: BinaryNode): Omit<Sealed, 'jid'> | null {
  const { from = '' } = attrs
  const isPlain = (isLid(from) || isPhone(from)) && !isIgnored(from) && !attrs.recipient && !attrs.category
  if (!isPlain || !Array.isArray(content)) return null
  const parts = content.filter(({ tag }) => tag === 'enc' || tag === 'plaintext')
  const [part] = parts
  const type = part?.attrs.type
  if (parts.length !== 1 || !(part?.content instanceof Uint8Array) || part.tag !== 'enc') return null
  return type === 'pkmsg' || type === 'msg' ? { type, ciphertext: part.content } : null
}

/** Makes the line of one socket. */
export function createDecryptAhead(parts: DecryptAheadParts, deliveries: Deliveries): DecryptAhead {
  const early = new WeakMap<object, Promise<Uint8Array>>()
  const slots = createSlots(reach)
  /** Until the message before is decrypted, and until the stanza before is handled. */
  let decrypted: Promise<unknown> = Promise.resolve()
  let handled: Promise<unknown> = Promise.resolve()

  /** Resolves when a message is on its way, with what the next one has to wait for; null: for its whole handling. */
  const begin = async (node: BinaryNode): Promise<{ passed: Promise<unknown>; release: () => void } | null> => {
    const message = soleMessage(node)
    if (!message) return null
    const known = deliveries.find(node.attrs, message.ciphertext)
    if (known) {
      early.set(message.ciphertext, known)
      return { passed: Promise.resolve(), release: () => {} }
    }
    const jid = await parts.sessionOf(node.attrs)
    if (jid === null) return null
    const release = await slots.take()
    const { promise: passed, resolve } = Promise.withResolvers<void>()
    const plain = parts.open({ jid, ...message }, resolve).finally(resolve)
    // Baileys looks at it in its turn.
    plain.catch(() => {})
    early.set(message.ciphertext, plain)
    deliveries.keep(node.attrs, message.ciphertext, plain)
    return { passed, release }
  }

  return {
    opened: (ciphertext) => early.get(ciphertext),
    take: (node, handle) => {
      const before = handled
      // Whatever goes wrong here, Baileys decrypts by itself.
      const begun = decrypted.then(() => begin(node)).catch(() => null)
      const end = begun.then(async (started) => {
        await before
        await handle().catch(() => {})
        started?.release()
      })
      handled = end
      // What the own phone tells takes its time, and what customers write has nothing to do with it.
      if (node.attrs.category !== 'peer') decrypted = begun.then((started) => started?.passed ?? end)
    }
  }
}
