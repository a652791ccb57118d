// Whatever people call themselves and write, in whatever field of WhatsApp's messages, is stored, shown and never stops
// the messages behind it.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listInboundFailures } from '@guiche/shared/features/inbox/inbound-failures.ts'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Content } from '#simulator/types.ts'
import { eventually } from '#test/eventually.ts'
import { accepted } from '#test/fixtures/factories.ts'
import {
  historyOf,
  newestOf,
  newWriter,
  openChat,
  startPairedApp,
  ticketOf,
  ticketsOf,
  writeAs,
  type PairedApp
} from './paired-app.ts'

let app: PairedApp
let chat: Awaited<ReturnType<typeof openChat>>

beforeAll(async () => {
  app = await startPairedApp()
  chat = await openChat(app)
})
afterAll(() => app.stop())

const nasty: [name: string, text: string][] = [
  ['a NUL in the middle', 'antes\u0000depois'],
  ['NULs around', '\u0000entre\u0000'],
  ['half an emoji at the end', 'meio \ud83d'],
  ['half an emoji at the start', '\ude00 meio'],
  ['halves the wrong way round', 'troca \ude00\ud83d fim'],
  ['an emoji across the cut of previews', `${'a'.repeat(249)}😀😀`],
  ['an emoji across the cut of previews, one further', `${'a'.repeat(248)}😀😀`],
  ['emoji made of many', '👩‍👩‍👧‍👦'.repeat(40)],
  ['writing from right to left', 'שלום עולם مرحبا'],
  ['marks that turn the direction', '\u202egpj.exe\u202c \u2066x\u2069'],
  ['zero-width characters', 'a\u200bb\u200dc\ufeffd\u2060'],
  ['nothing to be seen', '\u200b\u200d'],
  ['marks upon marks', `z${'\u0301\u0323'.repeat(300)}`],
  ['control characters', 'a\u0001\u0007\u001b[31mb\u007f\u0085'],
  ['SQL', `'; drop table messages; -- " $1 %s \\x00`],
  ['HTML', '<img src=x onerror=alert(1)>&amp;</script>'],
  ['JSON', '{"__proto__":{"a":1}} \\u0000 \\ud800'],
  ['backslashes and breaks', '\\0 \\n \r\n \u2028\u2029 fim'],
  ['what is no number', 'NaN -0 1e999 null undefined']
]

/** As it can be stored; a broken character may become one or several replacements on its way through UTF-8. */
function stored(text: string) {
  return text
    .replaceAll('\u0000', '')
    .toWellFormed()
    .replaceAll(/\ufffd+/g, '\ufffd')
}
const folded = (text: string | null | undefined) => text?.replaceAll(/\ufffd+/g, '\ufffd')

const receive = (content: Content) => app.simulator.send(app.phone, chat.customer.id, content)

/** The last messages, once everything sent before a last word is there; the word is left out. */
async function received(count = 1): Promise<Message[]> {
  const word = `fim ${randomUUID()}`
  await receive({ type: 'text', text: word })
  return eventually(async () => {
    const all = await newestOf(app, chat.ticketId)
    return all.at(-1)?.body === word ? all.slice(-1 - count, -1) : null
  }, 'the messages to arrive')
}

const failures = async () => accepted(app.test, await app.admin.call(listInboundFailures, { query: {} }))
async function waiting() {
  const [row] = await app.test.ctx.pool.$client<{ count: number }[]>`select count(*)::int as count from inbound_journal`
  return row?.count
}
async function expectNoneSetAside() {
  await eventually(async () => (await waiting()) === 0, 'the journal to be empty')
  expect((await failures()).count).toBe(0)
}

describe.each(nasty)('%s', (_name, text) => {
  test('arrives in a text, a quote, an edit, a caption and the names of things', async () => {
    const vcard = `BEGIN:VCARD\nFN:${text}\nEND:VCARD`
    const original = await receive({ type: 'text', text })
    await receive({ type: 'text', text: 'resposta', quotedId: original.id })
    const edited = await receive({ type: 'text', text: 'antes' })
    await receive({ type: 'edit', targetId: edited.id, text })
    await receive({ type: 'image', sample: 'picture', caption: text })
    await receive({ type: 'document', sample: 'document', fileName: `${text}.pdf` })
    await receive({ type: 'location', latitude: -23.5, longitude: -46.6, name: text, address: text })
    await receive({ type: 'contacts', contacts: [{ name: text, vcard }] })
    await receive({ type: 'poll', name: text, options: [text, 'b'] })
    await receive({ type: 'reaction', targetId: original.id, emoji: text })
    const [first, answer, second, picture, file, place, card, poll] = await received(8)
    expect(folded(first?.body)).toBe(stored(text))
    expect(first?.reactions.map(({ emoji }) => folded(emoji))).toEqual([stored(text)])
    expect(folded(answer?.quotedMsg?.body)).toBe(stored(text))
    expect(second?.isEdited && folded(second.body)).toBe(stored(text))
    expect(folded(picture?.body)).toBe(stored(text))
    expect(file?.mediaName).toMatch(/^[^/\\]+\.pdf$|^[^/\\]{255}$/s)
    expect(file?.mediaName?.isWellFormed()).toBe(true)
    expect(place).toMatchObject({ mediaType: 'locationMessage' })
    expect(folded(card?.body)).toBe(stored(vcard))
    expect(poll?.mediaType).toBe(first?.mediaType)
    expect(poll?.body.isWellFormed()).toBe(true)
    await expectNoneSetAside()
  })

  test('is a name people can have, and starts a ticket', async () => {
    const customer = newWriter(app, { name: text })
    await writeAs(app, customer, text)
    const ticket = await eventually(async () => {
      const found = await ticketsOf(app, customer.number)
      return found[0]
    }, 'a ticket')
    expect(ticket.contact.name.isWellFormed()).toBe(true)
    expect(ticket.contact.name.length).toBeLessThanOrEqual(100)
    expect(ticket.contact.name).not.toContain('\u0000')
    expect(ticket.lastMessage.length).toBeLessThanOrEqual(250)
    expect(ticket.lastMessage.isWellFormed()).toBe(true)
    expect((await historyOf(app, ticket.id)).map(({ body }) => folded(body))).toEqual([stored(text)])
  })
})

test('random texts of every script arrive in order, to the letter', { timeout: 120_000 }, async () => {
  const texts = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), {
    numRuns: 60,
    seed: Date.now()
  })
  const customer = newWriter(app)
  for (const text of texts) await writeAs(app, customer, `.${text}`)
  const ticket = await ticketOf(app, customer)
  const all = await eventually(async () => {
    const now = await historyOf(app, ticket.id)
    return now.length === texts.length ? now : null
  }, 'all texts')
  expect(all.map(({ body }) => folded(body))).toEqual(texts.map((text) => stored(`.${text}`)))
  await expectNoneSetAside()
})

test('a text of a megabyte arrives whole', async () => {
  const text = `${'ç'.repeat(500_000)} fim`
  await receive({ type: 'text', text })
  const [message] = await received()
  expect(message?.body.length).toBe(text.length)
  expect(message?.body === text).toBe(true)
})

test('a group may be called anything', async () => {
  const group = app.simulator.createGroup({
    subject: 'grupo\u0000 \ud83d <b>',
    phone: app.phone,
    customers: [chat.customer.id]
  })
  await app.simulator.send(app.phone, chat.customer.id, { type: 'text', text: 'no grupo' }, { group: group.id })
  await received()
  await expectNoneSetAside()
})
