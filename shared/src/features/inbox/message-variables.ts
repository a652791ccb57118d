// Variables in messages: `{{name}}`, `{{nome}}` and their like become words. One syntax, in the language of whoever writes.
import type { Language } from '../../kernel/languages.ts'
import { wallClock, type WallClock } from '../../kernel/zoned-time.ts'

/** What variables stand for; what is not known leaves nothing behind. */
export interface MessageFacts {
  now: Date
  timeZone: string
  language: Language
  contact?: { name: string; number: string; email?: string | null } | null
  user?: string | null
  queue?: string | null
  connection?: string | null
  company?: string | null
  ticketId?: number | null
}

/** How each is written; everybody's are understood everywhere, whatever their case and accents. */
export const variableSpellings = {
  name: { pt: 'nome', en: 'name', es: 'nombre' },
  firstName: { pt: 'primeiro_nome', en: 'first_name', es: 'primer_nombre' },
  number: { pt: 'número', en: 'number', es: 'número' },
  email: { pt: 'email', en: 'email', es: 'correo' },
  greeting: { pt: 'saudação', en: 'greeting', es: 'saludo' },
  date: { pt: 'data', en: 'date', es: 'fecha' },
  time: { pt: 'hora', en: 'time', es: 'hora' },
  user: { pt: 'atendente', en: 'agent', es: 'agente' },
  queue: { pt: 'fila', en: 'queue', es: 'cola' },
  company: { pt: 'empresa', en: 'company', es: 'empresa' },
  connection: { pt: 'conexão', en: 'connection', es: 'conexión' },
  protocol: { pt: 'protocolo', en: 'protocol', es: 'protocolo' },
  ticket: { pt: 'atendimento', en: 'ticket', es: 'atención' }
} as const satisfies Record<string, Record<Language, string>>
export type Variable = keyof typeof variableSpellings

/** Those of clients of the family, one of them misspelt. */
const olderSpellings: Record<string, Variable> = {
  firstname: 'firstName',
  ms: 'greeting',
  gretting: 'greeting',
  hour: 'time',
  user: 'user',
  ticket_id: 'ticket'
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

export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

const values: Record<Variable, (facts: MessageFacts, clock: WallClock) => string> = {
  name: ({ contact }) => contact?.name ?? '',
  firstName: ({ contact }) => firstNameOf(contact?.name ?? ''),
  number: ({ contact }) => contact?.number ?? '',
  email: ({ contact }) => contact?.email ?? '',
  greeting: ({ language }, { hour }) => greetingAt(hour, language),
  date: ({ language }, clock) => dateOf(clock, language),
  time: (_facts, clock) => timeOf(clock),
  user: ({ user }) => user ?? '',
  queue: ({ queue }) => queue ?? '',
  company: ({ company }) => company ?? '',
  connection: ({ connection }) => connection ?? '',
  protocol: (_facts, clock) => protocolOf(clock),
  ticket: ({ ticketId }) => (ticketId == null ? '' : String(ticketId))
}

/** Case and accents do not count. */
export const foldVariable = (written: string): string =>
  written.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const known = new Map<string, Variable>([
  ...Object.entries(olderSpellings),
  ...Object.entries(variableSpellings).flatMap(([variable, spellings]) =>
    Object.values(spellings).map((one): [string, Variable] => [foldVariable(one), variable as Variable])
  )
])

/** The variable that a name means in any language; undefined for any other word. */
export const variableNamed = (written: string): Variable | undefined => known.get(foldVariable(written))

/** True when a text may hold variables. */
export const hasVariables = (text: string): boolean => text.includes('{{')

/** A word in double braces. */
export const variablePattern = /\{\{\s*([\p{L}\p{M}\p{N}_-]{1,40})\s*\}\}/u

/** Puts into the place of each `{{word}}` what `valueOf` answers; undefined leaves it as it is. What is put in is not looked at. */
export function replaceVariables(text: string, valueOf: (written: string) => string | undefined): string {
  return text.replace(new RegExp(variablePattern, 'gu'), (whole, written: string) => valueOf(written) ?? whole)
}

/**
 * Fills the variables of a text in; braces around anything else stay as they are, and so does what is filled in.
 * With `keepsUnknown` a variable stays that nothing is known for.
 */
export function fillVariables(text: string, facts: MessageFacts, { keepsUnknown = false } = {}): string {
  if (!hasVariables(text)) return text
  const clock = wallClock(facts.now, facts.timeZone)
  return replaceVariables(text, (written) => {
    const variable = variableNamed(written)
    const value = variable && values[variable](facts, clock)
    return keepsUnknown && value === '' ? undefined : value
  })
}
