// Hides the numbers of customers in what leaves the server: by what a field is, and by which numbers are customers'.
import { hiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import { completePhone, digitsOf, spellingsOf } from '@guiche/shared/kernel/phone.ts'
import {
  isBrazilian,
  isNumberAlone,
  mayHaveNumber,
  numbersIn,
  replaceNumbers,
  type WrittenNumber
} from './find-numbers.ts'

/**
 * What a text may say of a number. `number`: it is one. `name`: of a person, where everything that looks like a number is
 * taken for theirs. `theirs`: what a customer wrote, which stays. `text`: anything else, in which the numbers of customers are hidden.
 */
type Kind = 'number' | 'name' | 'theirs' | 'text'

type Holder = Record<string, unknown>

/** Addresses of files, ids and the like: nothing in them is read by anybody, and changing them would break them. */
const isUnread = (key: string): boolean =>
  /(?:Url|Path|Id|At|Key)$/.test(key) || /^(?:id|uuid|url|path|hash|token|qrcode|status|mediaType|mime)$/.test(key)

const names = new Set(['senderName', 'contactName', 'participant', 'chat', 'pushName'])
const writings = new Set(['body', 'lastMessage', 'mediaName'])

/** Our own lines have a number as well, which is no customer's. */
const isConnection = (holder: Holder): boolean => 'status' in holder || 'code' in holder

/** Whether an object tells of a customer: it has their number, belongs to their record, or stands where one does. */
const isCustomer = (holder: Holder, place: string): boolean =>
  /^contacts?$/.test(place) || typeof holder['number'] === 'string' || 'contactId' in holder

function kindOf(key: string, holder: Holder, place: string): Kind | null {
  if (isUnread(key)) return null
  if (key === 'number') return isConnection(holder) ? null : 'number'
  if (names.has(key) || place === 'extraInfo') return 'name'
  if (key === 'name') return isCustomer(holder, place) && !isConnection(holder) ? 'name' : 'text'
  return writings.has(key) && holder['fromMe'] === false ? 'theirs' : 'text'
}

/** Where a text stands: under which name, in which object, and under which name that one stands. */
interface Position {
  key: string
  holder: Holder
  place: string
}

/** Moments and days, in which the digits of a date follow one another. */
const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?$/.test(text)

/** A copy of the value with its texts replaced. */
function mapTexts(
  value: unknown,
  change: (text: string, kind: Kind, holder: Holder) => string,
  { key, holder, place }: Position = { key: '', holder: {}, place: '' }
): unknown {
  if (typeof value === 'string') {
    const kind = isDate(value) ? null : kindOf(key, holder, place)
    return kind === null ? value : change(value, kind, holder)
  }
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change, { key, holder, place }))
  if (typeof value !== 'object' || value === null) return value
  const own = value as Holder
  const parts = Object.entries(own).map(([name, part]): [string, unknown] => [
    name,
    mapTexts(part, change, { key: name, holder: own, place: key })
  ])
  return Object.fromEntries(parts)
}

const jids = /(?<!\d)(\d{8,15})(?:-\d{4,})?(?::\d+)?@(?:s\.whatsapp\.net|c\.us|g\.us)/g
/** How WhatsApp writes whom somebody mentions. */
const mentions = /@(\d{8,15})\b/g

/** The id of a group; groups of old have the number of whoever made them in it. */
const isGroupId = (digits: string): boolean => /^120363\d{6,}$/.test(digits)

const hideJids = (text: string): string =>
  text.replace(jids, (whole, digits: string) => (isGroupId(digits) ? whole : hiddenNumber(digits)))

/** How a number of a text shows: with the country's code, which people leave out. */
function hiddenOf(known: ReadonlySet<string>): (written: WrittenNumber) => string {
  return ({ digits, hasPlus }) => hiddenNumber(hasPlus || known.has(digits) ? digits : completePhone(digits))
}

/** A contact card: its numbers, in whatever way they are written, and a name that is one. */
function hideCard(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
    .map((line) => {
      if (/^(?:item\d+\.)?TEL\b/i.test(line)) {
        const digits = /waid=(\d+)/i.exec(line)?.[1] ?? digitsOf(line.slice(line.indexOf(':') + 1))
        return `TEL:${hiddenNumber(digits)}`
      }
      return hideJids(
        replaceNumbers(line, ({ digits, hasPlus }) => hasPlus || isBrazilian(digits), hiddenOf(new Set()))
      )
    })
    .join('\n')
}

/** Whatever a text may say of numbers of which only some are customers': asked of the table of contacts. */
export function candidatesIn(value: unknown): { certain: Set<string>; possible: Set<string> } {
  const [certain, possible] = [new Set<string>(), new Set<string>()]
  mapTexts(value, (text, kind, holder) => {
    if (kind === 'number' && holder['isGroup'] !== true) {
      for (const one of spellingsOf(digitsOf(text))) if (one.length >= 8) certain.add(one)
    } else if (kind === 'text' && mayHaveNumber(text)) {
      for (const one of numbersIn(text).flatMap((digits) => spellingsOf(completePhone(digits)))) possible.add(one)
      for (const digits of numbersIn(text)) possible.add(digits)
    }
    return text
  })
  for (const one of certain) possible.delete(one)
  return { certain, possible }
}

/** The text without numbers; `known` are those of customers, with and without the ninth digit. */
function hideInText(text: string, kind: 'name' | 'text', known: ReadonlySet<string>): string {
  const isKnown = (digits: string): boolean =>
    known.has(digits) || spellingsOf(completePhone(digits)).some((one) => known.has(one))
  const said = hideJids(text).replace(mentions, (_whole, digits: string) => `@${hiddenNumber(digits)}`)
  if (!mayHaveNumber(said)) return said
  return kind === 'text'
    ? replaceNumbers(said, ({ digits }) => isKnown(digits), hiddenOf(known))
    : replaceNumbers(said, ({ digits, hasPlus }) => hasPlus || isBrazilian(digits) || isKnown(digits), hiddenOf(known))
}

/** A copy of an answer or a message without numbers of customers. `known`: those that may stand in texts. */
export function hideNumbers(value: unknown, known: ReadonlySet<string> = new Set()): unknown {
  return mapTexts(value, (text, kind, holder) => {
    if (kind === 'number') {
      return holder['isGroup'] === true && isGroupId(digitsOf(text)) ? text : hiddenNumber(text)
    }
    if (/BEGIN:VCARD/i.test(text)) return hideCard(text)
    if (kind === 'theirs') return text.replace(mentions, (_whole, digits: string) => `@${hiddenNumber(digits)}`)
    if (kind === 'name' && isNumberAlone(text)) return hiddenNumber(completePhone(text))
    return hideInText(text, kind, known)
  })
}

/** A text of its own, such as a notification, in which everything that looks like a number is hidden. */
export const hideInName = (text: string): string =>
  isNumberAlone(text) ? hiddenNumber(completePhone(text)) : hideInText(text, 'name', new Set())
