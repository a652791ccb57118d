// What the HTTP API accepts.
import { z } from 'zod'
import { levers } from './levers.ts'

const number = z
  .string()
  .regex(/^\+?[\d\s()-]{6,25}$/, 'digits with country code')
  .transform((value) => value.replace(/\D/g, ''))
const form = z.enum(['lid', 'pn'])
const id = z.string().min(1).max(128)
const text = z.string().min(1).max(65_536)
const base64 = z.base64()
const bytes = base64.transform((value) => Buffer.from(value, 'base64'))
const name = z.string().trim().max(100)
const milliseconds = z.number().int().min(0).max(3_600_000)

export const phoneDraft = z.strictObject({
  number,
  name: name.exactOptional(),
  lid: z.string().exactOptional(),
  business: z.boolean().exactOptional()
})

const customerFields = {
  name: name.exactOptional(),
  addressing: form.exactOptional(),
  hidesOtherAddress: z.boolean().exactOptional(),
  onWhatsApp: z.boolean().exactOptional(),
  about: z.string().max(500).exactOptional(),
  clockOffsetMs: z.number().int().exactOptional(),
  receipts: z.enum(['never', 'delivered', 'read']).exactOptional(),
  readAfterMs: milliseconds.exactOptional(),
  receiptsFrom: z.enum(['same', 'lid', 'pn']).exactOptional()
}

/** `picture` is base64 of a JPEG or PNG; `null` takes it away. */
export const customerDraft = z.strictObject({
  ...customerFields,
  number,
  lid: z.string().exactOptional(),
  picture: bytes.exactOptional()
})
export const customerChange = z.strictObject({ ...customerFields, picture: bytes.nullable().exactOptional() })

export const groupDraft = z.strictObject({
  phone: number,
  subject: z.string().trim().min(1).max(100),
  customers: z.array(id).min(1),
  id: z
    .string()
    .regex(/^[\d-]+@g\.us$/)
    .exactOptional()
})

const quotable = { quotedId: id.exactOptional(), forwarded: z.boolean().exactOptional() }

const media = z.strictObject({
  type: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
  ...quotable,
  base64: base64.exactOptional(),
  sample: z.string().exactOptional(),
  mime: z.string().max(100).exactOptional(),
  fileName: z.string().max(255).exactOptional(),
  caption: z.string().max(65_536).exactOptional(),
  seconds: z.number().min(0).exactOptional(),
  ptt: z.boolean().exactOptional(),
  waveform: z.array(z.number().int().min(0).max(100)).max(64).exactOptional(),
  width: z.number().int().exactOptional(),
  height: z.number().int().exactOptional(),
  viewOnce: z.boolean().exactOptional(),
  animated: z.boolean().exactOptional()
})

const content = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text, mentions: z.array(number).exactOptional(), ...quotable }),
  media,
  z.strictObject({
    type: z.literal('location'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: name.exactOptional(),
    address: z.string().max(300).exactOptional(),
    live: z.boolean().exactOptional(),
    ...quotable
  }),
  z.strictObject({
    type: z.literal('contacts'),
    contacts: z
      .array(z.strictObject({ name: name.min(1), number: number.exactOptional(), vcard: z.string().exactOptional() }))
      .min(1),
    ...quotable
  }),
  z.strictObject({ type: z.literal('reaction'), targetId: id, emoji: z.string().max(16) }),
  z.strictObject({ type: z.literal('edit'), targetId: id, text }),
  z.strictObject({ type: z.literal('delete'), targetId: id }),
  z.strictObject({ type: z.literal('poll'), name: text, options: z.array(text).min(1).max(12) }),
  z.strictObject({ type: z.literal('template'), text }),
  z.strictObject({ type: z.literal('unknown') })
])

export const send = z.strictObject({
  phone: number,
  customer: id,
  content,
  /** `handset` = the owner writes on the phone itself. */
  from: z.enum(['customer', 'handset']).default('customer'),
  options: z
    .strictObject({
      id: id.exactOptional(),
      address: form.exactOptional(),
      group: id.exactOptional(),
      at: z.number().int().exactOptional(),
      copies: z.number().int().min(1).max(20).exactOptional(),
      broken: z.enum(['once', 'always']).exactOptional()
    })
    .exactOptional()
})

export const past = z.strictObject({
  messages: z
    .array(
      z.strictObject({
        customer: id,
        group: id.exactOptional(),
        from: z.enum(['customer', 'handset']).exactOptional(),
        content,
        at: z.number().int(),
        id: id.exactOptional(),
        read: z.boolean().exactOptional(),
        unreadable: z.boolean().exactOptional()
      })
    )
    .min(1)
    .max(50_000)
})

export const presence = z.strictObject({
  phone: number,
  customer: id,
  state: z.enum(['composing', 'recording', 'paused', 'available', 'unavailable']),
  group: id.exactOptional()
})

export const call = z.strictObject({ phone: number, customer: id, video: z.boolean().default(false) })
export const callEnd = z.strictObject({ reason: z.enum(['timeout', 'ended']).default('ended') })

export const read = z.strictObject({
  phone: number,
  customer: id,
  ids: z.array(id).exactOptional(),
  type: z.enum(['delivered', 'read', 'played']).default('read')
})

export const scan = z.strictObject({ qr: text })
/** As the desk shows it; blanks, hyphens and small letters are forgiven. */
export const enterCode = z.strictObject({ code: z.string().min(1).max(40) })
export const pairWaiting = z.strictObject({ id: z.number().int().exactOptional() })
export const serverLogin = z.strictObject({ url: z.url(), email: z.string().min(1), password: z.string().min(1) })
export const pull = z.strictObject({ lever: z.enum(levers), device: z.number().int().exactOptional() })
export const retries = z.strictObject({ times: z.number().int().min(0).max(1000).default(1) })

export const faultSettings = z.strictObject({
  latencyMs: milliseconds.exactOptional(),
  deaf: z.boolean().exactOptional(),
  duplicateInbound: z.boolean().exactOptional(),
  ackDelayMs: milliseconds.exactOptional(),
  dropAcks: z.boolean().exactOptional(),
  holdReceipts: z.boolean().exactOptional(),
  loginFailure: z.number().int().min(0).max(599).exactOptional(),
  dropAfterMessages: z.number().int().min(0).exactOptional(),
  upgrade: z.enum(['accept', 'refuse', 'silent', 'hang-up', 'garbage']).exactOptional(),
  upgradeStatus: z.int().min(300).max(599).exactOptional(),
  expireQr: z.boolean().exactOptional(),
  linkCodeFailure: z.number().int().min(0).max(599).exactOptional(),
  media: z.enum(['fine', 'slow', 'endless', 'broken', 'gone', 'wrong-hash']).exactOptional(),
  uploadFailure: z.number().int().min(0).max(599).exactOptional()
})

export const refusal = z.strictObject({
  phone: number.exactOptional(),
  customer: id.exactOptional(),
  error: z.number().int().min(1).max(999),
  times: z.number().int().min(-1).default(-1),
  only: z.enum(['message', 'edit', 'delete']).exactOptional()
})

export const bulk = z.strictObject({
  phones: z.array(number).min(1),
  customers: z.union([z.number().int().min(1).max(20_000), z.array(id).min(1)]),
  messages: z.number().int().min(1).max(500_000),
  perSecond: z.number().min(0.1).max(100_000).exactOptional(),
  prefix: z
    .string()
    .regex(/^\d{2,8}$/)
    .exactOptional(),
  prefixText: z.string().max(100).exactOptional(),
  addressing: form.exactOptional(),
  release: z.boolean().exactOptional()
})

export const bulkRelease = z.strictObject({ perSecond: z.number().min(0.1).exactOptional() })
export const loseMedia = z.strictObject({ phone: number, other: id, id })
