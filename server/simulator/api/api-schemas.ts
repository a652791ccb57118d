// What the HTTP API accepts.
import { z } from 'zod'
import { levers } from '../faults/levers.ts'

const number = z
  .string()
  .regex(/^\+?[\d\s()-]{6,25}$/, 'digits with country code')
  .transform((value) => value.replace(/\D/g, ''))
const form = z.enum(['lid', 'pn'])
const id = z.string().min(1).max(128)
const text = z.string().min(1).max(65_536)
const base64 = z.base64()
const name = z.string().trim().max(100)
const milliseconds = z.number().int().min(0).max(3_600_000)

export const phoneDraft = z.strictObject({
  number,
  name: name.optional(),
  lid: z.string().optional(),
  business: z.boolean().optional()
})

const customerFields = {
  name: name.optional(),
  addressing: form.optional(),
  hidesOtherAddress: z.boolean().optional(),
  onWhatsApp: z.boolean().optional(),
  about: z.string().max(500).optional(),
  clockOffsetMs: z.number().int().optional(),
  receipts: z.enum(['never', 'delivered', 'read']).optional(),
  readAfterMs: milliseconds.optional(),
  receiptsFrom: z.enum(['same', 'lid', 'pn']).optional()
}

/** `picture` is base64 of a JPEG or PNG; `null` takes it away. */
export const customerDraft = z.strictObject({
  ...customerFields,
  number,
  lid: z.string().optional(),
  picture: base64.optional()
})
export const customerChange = z.strictObject({ ...customerFields, picture: base64.nullable().optional() })

export const groupDraft = z.strictObject({
  phone: number,
  subject: z.string().trim().min(1).max(100),
  customers: z.array(id).min(1),
  id: z
    .string()
    .regex(/^[\d-]+@g\.us$/)
    .optional()
})

const quotable = { quotedId: id.optional(), forwarded: z.boolean().optional() }

const media = z.strictObject({
  type: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
  ...quotable,
  base64: base64.optional(),
  sample: z.string().optional(),
  mime: z.string().max(100).optional(),
  fileName: z.string().max(255).optional(),
  caption: z.string().max(65_536).optional(),
  seconds: z.number().min(0).optional(),
  ptt: z.boolean().optional(),
  waveform: z.array(z.number().int().min(0).max(100)).max(64).optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  viewOnce: z.boolean().optional(),
  animated: z.boolean().optional()
})

const content = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text, mentions: z.array(number).optional(), ...quotable }),
  media,
  z.strictObject({
    type: z.literal('location'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: name.optional(),
    address: z.string().max(300).optional(),
    live: z.boolean().optional(),
    ...quotable
  }),
  z.strictObject({
    type: z.literal('contacts'),
    contacts: z
      .array(z.strictObject({ name: name.min(1), number: number.optional(), vcard: z.string().optional() }))
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
      id: id.optional(),
      address: form.optional(),
      group: id.optional(),
      at: z.number().int().optional(),
      copies: z.number().int().min(1).max(20).optional(),
      broken: z.enum(['once', 'always']).optional()
    })
    .optional()
})

export const past = z.strictObject({
  messages: z
    .array(
      z.strictObject({
        customer: id,
        group: id.optional(),
        from: z.enum(['customer', 'handset']).optional(),
        content,
        at: z.number().int(),
        id: id.optional(),
        read: z.boolean().optional(),
        unreadable: z.boolean().optional()
      })
    )
    .min(1)
    .max(50_000)
})

export const presence = z.strictObject({
  phone: number,
  customer: id,
  state: z.enum(['composing', 'recording', 'paused', 'available', 'unavailable']),
  group: id.optional()
})

export const call = z.strictObject({ phone: number, customer: id, video: z.boolean().default(false) })
export const callEnd = z.strictObject({ reason: z.enum(['timeout', 'ended']).default('ended') })

export const read = z.strictObject({
  phone: number,
  customer: id,
  ids: z.array(id).optional(),
  type: z.enum(['delivered', 'read', 'played']).default('read')
})

export const scan = z.strictObject({ qr: text })
/** As the desk shows it; blanks, hyphens and small letters are forgiven. */
export const enterCode = z.strictObject({ code: z.string().min(1).max(40) })
export const pairWaiting = z.strictObject({ id: z.number().int().optional() })
export const desk = z.strictObject({ url: z.url(), email: z.string().min(1), password: z.string().min(1) })
export const pull = z.strictObject({ lever: z.enum(levers), device: z.number().int().optional() })
export const retries = z.strictObject({ times: z.number().int().min(0).max(1000).default(1) })

export const faultSettings = z
  .strictObject({
    latencyMs: milliseconds,
    deaf: z.boolean(),
    duplicateInbound: z.boolean(),
    ackDelayMs: milliseconds,
    dropAcks: z.boolean(),
    holdReceipts: z.boolean(),
    loginFailure: z.number().int().min(0).max(599),
    dropAfterMessages: z.number().int().min(0),
    upgrade: z.enum(['accept', 'refuse', 'silent', 'hang-up', 'garbage']),
    upgradeStatus: z.int().min(300).max(599),
    expireQr: z.boolean(),
    linkCodeFailure: z.number().int().min(0).max(599),
    media: z.enum(['fine', 'slow', 'endless', 'broken', 'gone', 'wrong-hash']),
    uploadFailure: z.number().int().min(0).max(599)
  })
  .partial()

export const refusal = z.strictObject({
  phone: number.optional(),
  customer: id.optional(),
  error: z.number().int().min(1).max(999),
  times: z.number().int().min(-1).default(-1),
  only: z.enum(['message', 'edit', 'delete']).optional()
})

export const bulk = z.strictObject({
  phones: z.array(number).min(1),
  customers: z.union([z.number().int().min(1).max(20_000), z.array(id).min(1)]),
  messages: z.number().int().min(1).max(500_000),
  perSecond: z.number().min(0.1).max(100_000).optional(),
  prefix: z
    .string()
    .regex(/^\d{2,8}$/)
    .optional(),
  prefixText: z.string().max(100).optional(),
  addressing: form.optional(),
  release: z.boolean().optional()
})

export const bulkRelease = z.strictObject({ perSecond: z.number().min(0.1).optional() })
export const loseMedia = z.strictObject({ phone: number, other: id, id })
