// Spreads the dialogues over the past days, as a small bakery's are: weekdays more, mornings more. Pure.
import type { Bakery, Customer, Dialogue } from './bakery.ts'

export interface PastMessage {
  fromMe: boolean
  body: string
  at: Date
}

export interface PastTicket {
  customer: Customer
  dialogue: Dialogue
  status: 'pending' | 'open' | 'closed'
  messages: PastMessage[]
  /** When somebody took it; null while it waits. */
  acceptedAt: Date | null
  /** 1 to 3; null where the customer gave none. */
  rating: number | null
}

/** Enough to compare a month with the one before. */
const days = 63
const minute = 60_000
const day = 24 * 60 * minute

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function numbersFrom(seed: number) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Lines of a dialogue from `start` on; the desk answers the first after some minutes, later ones within two. */
function spoken(lines: readonly string[], start: number, random: () => number): PastMessage[] {
  let at = start
  return lines.map((line, index) => {
    const fromMe = line.startsWith('>')
    if (index > 0) at += (index === 1 ? 1 + random() * 11 : 0.3 + random() * 2) * minute
    return { fromMe, body: fromMe ? line.slice(1) : line, at: new Date(Math.round(at)) }
  })
}

function accepted(messages: PastMessage[]): Date | null {
  const first = messages.find(({ fromMe }) => fromMe)
  return first ? new Date(first.at.getTime() - minute / 3) : null
}

/** Closed tickets of the past days, then those of this day: four in service and three that wait. */
export function planPast({ language, customers, dialogues, timeZone }: Bakery, now: Date): PastTicket[] {
  const random = numbersFrom(42)
  const zone = timeZone.offset * 60 * minute
  const midnight = Math.floor((now.getTime() + zone) / day) * day - zone
  const speakers = new Map<string, number>()
  const nextCustomer = (speech: string): Customer => {
    const able = customers.filter((one) => one.language === speech)
    const turn = speakers.get(speech) ?? 0
    speakers.set(speech, turn + 1)
    return able[turn % able.length] as Customer
  }
  const past: PastTicket[] = []
  for (let ago = days; ago > 0; ago--) {
    const weekday = new Date(midnight - ago * day).getUTCDay()
    const count = (weekday === 0 ? 1 : 3) + Math.floor(random() * 4)
    for (let index = 0; index < count; index++) {
      const dialogue = dialogues[Math.floor(random() * dialogues.length)] as Dialogue
      const start = midnight - ago * day + (7.5 + random() ** 1.4 * 10.5) * 60 * minute
      const messages = spoken(dialogue.lines, start, random)
      const rating = random() < 0.45 ? (random() < 0.8 ? 3 : 1 + Math.floor(random() * 2)) : null
      const acceptedAt = accepted(messages)
      past.push({ customer: nextCustomer(dialogue.language), dialogue, status: 'closed', messages, acceptedAt, rating })
    }
  }
  const ofToday = dialogues.filter((dialogue) => dialogue.language === language).slice(0, 7)
  for (const [index, dialogue] of ofToday.entries()) {
    const isWaiting = index % 2 === 1
    const begun = now.getTime() - (isWaiting ? 6 + index * 4 : 30 + index * 11) * minute
    const messages = spoken(dialogue.lines.slice(0, isWaiting ? 1 : 3), begun, random)
    past.push({
      customer: nextCustomer(language),
      dialogue,
      status: isWaiting ? 'pending' : 'open',
      messages,
      acceptedAt: isWaiting ? null : accepted(messages),
      rating: null
    })
  }
  return past.toSorted((a, b) => (a.messages[0]?.at.getTime() ?? 0) - (b.messages[0]?.at.getTime() ?? 0))
}
