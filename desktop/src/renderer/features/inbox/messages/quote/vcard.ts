// Reads the contact cards that customers send (vCard 2.1 to 4.0), as far as a bubble shows them.
import { holdsHiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'

export interface Card {
  name: string
  organization: string
  phones: { number: string; label: string; isOnWhatsapp: boolean }[]
  emails: string[]
}

function unescaped(value: string): string {
  return value
    .replace(/\\n/gi, ' ')
    .replace(/\\([,;\\:])/g, '$1')
    .trim()
}

const decoder = new TextDecoder()

/** Text in which old phones write `=C3=A9` for an é. */
function fromQuotedPrintable(value: string): string {
  const bytes: number[] = []
  for (let at = 0; at < value.length; at++) {
    const pair = value.slice(at + 1, at + 3)
    if (value[at] === '=' && /^[\da-f]{2}$/i.test(pair)) {
      bytes.push(Number.parseInt(pair, 16))
      at += 2
    } else bytes.push(...new TextEncoder().encode(value[at] ?? ''))
  }
  return decoder.decode(Uint8Array.from(bytes))
}

interface Line {
  name: string
  parameters: string
  value: string
}

function lineOf(line: string): Line | null {
  const colon = line.indexOf(':')
  if (colon < 1) return null
  const [name = '', ...parameters] = line.slice(0, colon).split(';')
  const joined = parameters.join(';')
  const raw = line.slice(colon + 1)
  const value = /quoted-printable/i.test(joined) ? fromQuotedPrintable(raw) : raw
  return { name: name.replace(/^item\d+\./i, '').toUpperCase(), parameters: joined, value: value.trim() }
}

function labelOf(parameters: string): string {
  const label = /type=([\w-]+)/i.exec(parameters)?.[1] ?? ''
  return /^(voice|pref|x-.*)$/i.test(label) ? '' : label.toLowerCase()
}

function phoneOf({ value, parameters }: Line): Card['phones'][number] {
  if (holdsHiddenNumber(value)) return { number: value, label: labelOf(parameters), isOnWhatsapp: false }
  const waid = /waid=(\d+)/i.exec(parameters)?.[1]
  const number = waid ?? value.replace(/^tel:/i, '').replace(/\D/g, '')
  return { number, label: labelOf(parameters), isOnWhatsapp: waid !== undefined }
}

function cardOf(text: string): Card {
  const lines = text.split('\n').flatMap((line) => lineOf(line) ?? [])
  const valueOf = (name: string) => unescaped(lines.find((line) => line.name === name)?.value ?? '')
  const structured = valueOf('N').split(';')
  const spelled = [structured[1], structured[0]].filter(Boolean).join(' ')
  const phones = lines.filter(({ name, value }) => name === 'TEL' && value !== '').map(phoneOf)
  const emails = lines.flatMap(({ name, value }) => (name === 'EMAIL' && value !== '' ? [unescaped(value)] : []))
  return {
    name: valueOf('FN') || spelled || phones[0]?.number || emails[0] || '',
    organization: valueOf('ORG').replace(/;+$/, '').replaceAll(';', ', '),
    phones: phones.filter(({ number }) => number !== ''),
    emails
  }
}

/** The cards of a message, one after another. */
export function parseCards(body: string): Card[] {
  // Long lines are folded: what follows begins with a space.
  const unfolded = body.replace(/\r\n?/g, '\n').replace(/\n[ \t]/g, '')
  return unfolded
    .split(/BEGIN:VCARD/i)
    .slice(1)
    .map((part) => cardOf(part.split(/END:VCARD/i)[0] ?? ''))
    .filter(({ name, phones, emails }) => name !== '' || phones.length > 0 || emails.length > 0)
}
