// Variables in messages: `{{name}}` and its like become words when a message is sent.
import type { Language } from '../../kernel/languages.ts'
import { wallClock, type WallClock } from '../../kernel/zoned-time.ts'

/** What variables stand for; what is not known leaves nothing behind. */
export interface MessageFacts {
  now: Date
  timeZone: string
  language: Language
  contact?: { name: string; number: string } | null
  user?: string | null
  queue?: string | null
  connection?: string | null
  company?: string | null
  ticketId?: number | null
}

const greetings: Record<Language, [morning: string, afternoon: string, evening: string]> = {
  pt: ['Bom dia', 'Boa tarde', 'Boa noite'],
  en: ['Good morning', 'Good afternoon', 'Good evening'],
  es: ['Buenos días', 'Buenas tardes', 'Buenas noches']
}

function greetingAt(hour: number, language: Language): string {
  const [morning, afternoon, evening] = greetings[language]
  return hour >= 5 && hour < 12 ? morning : hour >= 12 && hour < 18 ? afternoon : evening
}

const two = (value: number): string => String(value).padStart(2, '0')
const timeOf = ({ hour, minute, second }: WallClock): string => `${two(hour)}:${two(minute)}:${two(second)}`

const dateOf = ({ year, month, day }: WallClock, language: Language): string =>
  language === 'en' ? `${two(month)}/${two(day)}/${year}` : `${two(day)}/${two(month)}/${year}`

const protocolOf = (clock: WallClock): string =>
  [clock.year, clock.month, clock.day, clock.hour, clock.minute, clock.second].map(two).join('')

/** By name in lower case; the spellings are those of legacy clients, with an English one beside the Portuguese. */
const values: Record<string, (facts: MessageFacts, clock: WallClock) => string> = {
  name: ({ contact }) => contact?.name ?? '',
  firstname: ({ contact }) => contact?.name.trim().split(/\s+/)[0] ?? '',
  number: ({ contact }) => contact?.number ?? '',
  ms: ({ language }, { hour }) => greetingAt(hour, language),
  greeting: ({ language }, { hour }) => greetingAt(hour, language),
  gretting: ({ language }, { hour }) => greetingAt(hour, language),
  protocol: (_facts, clock) => protocolOf(clock),
  hour: (_facts, clock) => timeOf(clock),
  hora: (_facts, clock) => timeOf(clock),
  date: ({ language }, clock) => dateOf(clock, language),
  data: ({ language }, clock) => dateOf(clock, language),
  user: ({ user }) => user ?? '',
  queue: ({ queue }) => queue ?? '',
  connection: ({ connection }) => connection ?? '',
  company: ({ company }) => company ?? '',
  ticket_id: ({ ticketId }) => (ticketId == null ? '' : String(ticketId))
}

/** True when a text may hold variables. */
export const hasVariables = (text: string): boolean => text.includes('{{')

/**
 * Fills the variables of a text in; braces around anything else stay as they are, and so does what is filled in.
 * With `keepsUnknown` a variable stays that nothing is known for.
 */
export function fillVariables(text: string, facts: MessageFacts, { keepsUnknown = false } = {}): string {
  if (!hasVariables(text)) return text
  const clock = wallClock(facts.now, facts.timeZone)
  return text.replace(/\{\{\s*(\w{1,40})\s*\}\}/g, (whole, name: string) => {
    const key = name.toLowerCase()
    const value = Object.hasOwn(values, key) ? (values[key]?.(facts, clock) ?? whole) : whole
    return keepsUnknown && value === '' ? whole : value
  })
}
