// A company of the demonstration: a small bakery with its people, its customers and what was said, in one language.

export type Language = 'pt' | 'en' | 'es'

export interface Customer {
  /** Digits, as WhatsApp knows them. */
  number: string
  name: string
  language: Language
}

export interface Dialogue {
  language: Language
  /** By name. */
  queue: string
  tag: string | null
  /** The customer begins; lines that begin with `>` are the desk's. */
  lines: readonly string[]
}

interface Person {
  name: string
  email: string
  password: string
}

interface PastCampaign {
  name: string
  list: string
  /** Beside those who wrote before, people of the list alone: every first name with every last name. */
  firstNames: readonly string[]
  lastNames: readonly string[]
  /** Digits of the first of their numbers; those of the next last name begin 20 higher. */
  firstNumber: number
  messages: readonly string[]
  questions: readonly string[]
  /** What whoever wants no more of them wrote. */
  optOutWord: string
}

interface Schedule {
  /** Position among the customers. */
  customer: number
  body: string
  /** From today. */
  inDays: number
  /** `HH:mm` of the company's day. */
  hour: string
  repeat: 'none' | 'weekly' | 'monthly'
}

export interface Bakery {
  language: Language
  company: { name: string; phone: string }
  /** One without summer time, so that its offset from UTC, in hours, stays. */
  timeZone: { name: string; offset: number }
  /** The phone in the simulated WhatsApp. */
  phone: { number: string; name: string }
  /** What was said on it before: with whom of the strangers, by place, and how many days ago; `>` is the phone's owner. */
  phonePast: readonly { stranger: number; days: number; lines: readonly string[] }[]
  people: {
    admin: Person
    seller: Person & { queue: string }
    helper: Person & { queue: string }
    /** Reads the QR code for the page of the simulated phones, so that no person's login is taken over. */
    reader: Person
  }
  /** What the helper is called who leads the others. */
  role: string
  queues: readonly { name: string; color: string; orderQueue: number; greetingMessage: string }[]
  connection: { name: string; greetingMessage: string; complationMessage: string }
  /** Null where the subscription knows no such country. */
  payer: Record<'firstName' | 'address1' | 'city' | 'state' | 'zipcode' | 'country', string> | null
  /** What the open invoice is for, beside the plan. */
  invoice: string
  tags: readonly { name: string; color: string }[]
  quickMessages: readonly { shortcode: string; message: string }[]
  columns: readonly string[]
  schedules: readonly Schedule[]
  campaign: { name: string; message1: string; message2: string; list: string }
  /** What the seller asks the admin in a note, behind the name. */
  noteToAdmin: string
  talk: { title: string; lines: readonly string[] }
  prompt: { name: string; prompt: string }
  flow: Record<
    | 'name'
    | 'urlN8N'
    | 'typebotSlug'
    | 'typebotKeywordFinish'
    | 'typebotKeywordRestart'
    | 'typebotRestartMessage'
    | 'typebotUnknownMessage',
    string
  >
  files: { name: string; message: string; leaflets: readonly (readonly [name: string, text: string])[] }
  /** Who wrote before. */
  customers: readonly Customer[]
  /** Who has not written yet, by their numbers or by an address that hides it. */
  strangers: readonly { number: string; name: string; addressing: 'pn' | 'lid' }[]
  dialogues: readonly Dialogue[]
  pastCampaign: PastCampaign
}
