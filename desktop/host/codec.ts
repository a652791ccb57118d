// Carries values between worlds by the rules of structured clone, over JSON. Its source text is injected into pages.

type Plain = any
type Carry = ((fn: (...args: Plain[]) => unknown) => number) | undefined
type Fetch = ((id: number) => (...args: Plain[]) => unknown) | undefined

/** Stands alone, since its text is taken out of this file. */
export function createCodec() {
  const refuse = (): never => {
    throw new TypeError('An object could not be cloned.')
  }
  const toBase64 = (bytes: Uint8Array): string => {
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return btoa(text)
  }
  const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  const number = (value: number): Plain => {
    if (Object.is(value, -0)) return { $: 'number', v: '-0' }
    return Number.isFinite(value) ? value : { $: 'number', v: String(value) }
  }
  const record = (value: Plain, each: (one: Plain) => Plain): Plain => {
    const copy: Plain = {}
    for (const key of Object.keys(value)) copy[key] = each(value[key])
    return copy
  }
  const object = (value: Plain, each: (one: Plain) => Plain): Plain => {
    if (Array.isArray(value)) return value.map(each)
    if (value instanceof Date) return { $: 'date', v: value.getTime() }
    if (value instanceof Map) return { $: 'map', v: [...value].map((pair) => pair.map(each)) }
    if (value instanceof Set) return { $: 'set', v: [...value].map(each) }
    if (value instanceof Error) return { $: 'error', v: { name: value.name, message: value.message } }
    if (value instanceof ArrayBuffer) return { $: 'buffer', v: toBase64(new Uint8Array(value)) }
    if (ArrayBuffer.isView(value)) {
      return { $: 'bytes', v: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
    }
    const isNode = typeof Node !== 'undefined' && value instanceof Node
    if (isNode || typeof value.then === 'function' || value instanceof WeakMap) return refuse()
    const copy = record(value, each)
    return '$' in copy ? { $: 'record', v: copy } : copy
  }
  const pack = (value: Plain, carry: Carry): Plain => {
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
    if (typeof value === 'number') return number(value)
    if (value === undefined) return { $: 'undefined' }
    if (typeof value === 'bigint') return { $: 'bigint', v: String(value) }
    if (typeof value === 'function') return carry ? { $: 'function', v: carry(value) } : refuse()
    if (typeof value === 'symbol') return refuse()
    return object(value, (one) => pack(one, carry))
  }
  const named = ({ name, message }: { name: string; message: string }): Error => {
    const error = new Error(message)
    error.name = name
    return error
  }
  const unpack = (value: Plain, fetch: Fetch): Plain => {
    if (value === null || typeof value !== 'object') return value
    const each = (one: Plain): Plain => unpack(one, fetch)
    if (Array.isArray(value)) return value.map(each)
    const kinds: Record<string, () => Plain> = {
      number: () => Number(value.v),
      undefined: () => undefined,
      bigint: () => BigInt(value.v),
      function: () => (fetch ? fetch(value.v) : refuse()),
      date: () => new Date(value.v),
      map: () => new Map(value.v.map((pair: Plain[]) => pair.map(each))),
      set: () => new Set(value.v.map(each)),
      error: () => named(value.v),
      buffer: () => fromBase64(value.v).buffer,
      bytes: () => fromBase64(value.v),
      record: () => record(value.v, each)
    }
    return value.$ === undefined ? record(value, each) : kinds[value.$ as string]?.()
  }
  return {
    /** `carry` gives a function an id; without it functions cannot be cloned. */
    encode: (value: unknown, carry?: Carry): string => JSON.stringify(pack(value, carry)),
    decode: (text: string, fetch?: Fetch): Plain => unpack(JSON.parse(text), fetch)
  }
}
export type Codec = typeof createCodec
