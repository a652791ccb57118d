// Settings of a company: keys, their values and defaults.
import { z } from 'zod'
import { languages } from '../../kernel/languages.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { text } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

const onOff = ['disabled', 'enabled'] as const
/** Months; `0` stands for never. */
const periods = ['0', '1', '3', '6', '12', '18', '24', '36', '60', '120'] as const

/** Every key with the values it takes; the first value is the default. `null`: a whole number, see `settingNumbers`. */
export const settingValues = {
  userRating: onOff,
  scheduleType: ['disabled', 'company', 'queue'],
  /** Accept calls. */
  call: ['enabled', 'disabled'],
  /** Ignore group messages. */
  CheckMsgIsGroup: ['enabled', 'disabled'],
  sendGreetingAccepted: onOff,
  sendMsgTransfTicket: onOff,
  sendGreetingMessageOneQueues: onOff,
  chatBotType: ['text'],
  chatBotLanguage: languages,
  /** Mail administrators when a connection has lost WhatsApp. */
  outageMail: ['enabled', 'disabled'],
  /** A person may be signed in at several computers at once. */
  severalLogins: onOff,
  /** Who signs in with a second factor only, once the days of grace are over. */
  secondFactorFor: ['nobody', 'admins', 'everybody'],
  /** Days from the demand, or from when an account was made, in which the password alone still opens. */
  secondFactorGraceDays: ['7', '0', '3', '14', '30'],
  /** Clients that know no second factor sign in with the password alone, whoever has one. */
  passwordOnlyClients: onOff,
  /** Days after which a login ends, however much it is used. */
  loginDays: null,
  /** Days without use after which it ends; never more than `loginDays`. */
  loginIdleDays: null,
  /** Older clients read and send it; nothing uses it, so it is neither stored nor told. */
  asaas: [''],
  /** Months for which entries of the audit log are kept. */
  auditMonths: ['24', '12', '36', '60', '120'],
  /** Months after which conversations go. A shorter period asks for a recent login. */
  messageMonths: periods,
  /** Months after which the files of conversations go, while their texts stay. */
  fileMonths: periods,
  campaignsEnabled: ['false', 'true'],
  hoursCloseTicketsAuto: null
} as const satisfies Record<string, readonly [string, ...string[]] | null>

export type SettingKey = keyof typeof settingValues

/** The least and the most of each number, and its default. */
export const settingNumbers = {
  loginDays: { min: 1, max: 90, usual: 30 },
  loginIdleDays: { min: 1, max: 30, usual: 7 },
  hoursCloseTicketsAuto: { min: 0, max: 9999, usual: 24 }
} as const
export type NumberKey = keyof typeof settingNumbers

export const isNumberKey = (key: SettingKey): key is NumberKey => Object.hasOwn(settingNumbers, key)

export const settingKeys = Object.keys(settingValues) as SettingKey[]

/** Value of a key that a company never changed. */
export const defaultSetting = (key: SettingKey): string =>
  isNumberKey(key) ? String(settingNumbers[key].usual) : settingValues[key][0]

export const settingSchema = z.object({ key: z.string(), value: z.string() })
export type Setting = z.infer<typeof settingSchema>

export const listSettings = endpoint({
  method: 'GET',
  path: '/settings',
  access: 'user',
  response: z.array(settingSchema),
  openWhenExpired: true
})

/** Values are text; legacy clients send some as numbers and booleans. */
const settingText = z.preprocess(
  (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  text(2000)
)

export const updateSetting = endpoint({
  method: 'PUT',
  path: '/settings/:key',
  access: 'admin',
  params: z.object({ key: z.string().max(60) }),
  body: z.object({
    key: z.string().max(60).optional(),
    value: settingText,
    currentPassword: z.string().max(200).nullish()
  }),
  response: settingSchema,
  recentLogin: 'sometimes',
  summary:
    'A shorter period after which conversations or files go asks for the caller’s currentPassword unless they signed in within five minutes'
})

export const settingEvent = wireEvent(
  (companyId) => `company-${companyId}-settings`,
  z.object({ action: z.literal('update'), setting: settingSchema })
)
