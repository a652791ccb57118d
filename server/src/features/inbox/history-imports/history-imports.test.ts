// Tests of imports of earlier conversations: real sessions, and phones of the simulator that have a past.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  connectionSessionEvent,
  createConnection,
  endSession,
  historyImportedEvent,
  renewSession,
  retryHistoryImport,
  showConnection,
  updateConnection,
  type Connection,
  type HistoryChoice
} from '@guiche/shared/features/inbox/connections.ts'
import { contactEvent, listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { listMessages, messageEvent, refetchMedia } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets, ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { rawOf } from '#database/client.ts'
import { trustMediaHost } from '#simulator/testing/baileys-client.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import type { PastMessage } from '#simulator/types.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import {
  accepted,
  makeCompany,
  makeQueue,
  makeUser,
  unique,
  type Company,
  type Person
} from '#test/fixtures/factories.ts'

let simulator: Simulator
let app: TestApp
beforeAll(async () => {
  simulator = await startSimulator({ api: false })
  trustMediaHost(simulator)
  app = await buildTestApp({
    config: { roles: ['api', 'jobs', 'sessions'], whatsappUrl: simulator.whatsappUrl },
    // Long enough for a busy machine.
    timings: { silence: 2_000, ping: 2_500 }
  })
})
afterAll(async () => {
  await app.close()
  await simulator.stop()
})

const hour = 3_600_000
const day = 24 * hour
/** Whole seconds, as WhatsApp counts. */
const ago = (ms: number): number => Math.floor((Date.now() - ms) / 1000) * 1000

const newNumber = (prefix: string): string => `55${prefix}9${String(70_000_000 + unique())}`
const newPhone = async () => (await simulator.createPhone({ number: newNumber('11') })).number
const newCustomer = (wishes: Partial<Parameters<Simulator['createCustomer']>[0]> = {}) =>
  simulator.createCustomer({ number: newNumber('21'), name: `Cliente ${unique()}`, ...wishes })

function said(customer: string, text: string, at: number, more: Partial<PastMessage> = {}): PastMessage {
  return {
    customer,
    content: { type: 'text', text },
    at,
    ...more
  }
}

const show = async (by: Person, id: number): Promise<Connection> =>
  accepted(app, await by.call(showConnection, { params: { id }, query: {} }))

/** Scans the code that a connection shows; resolves when it is connected. */
async function scan(by: Person, id: number, phone: string): Promise<void> {
  const waiting = await eventually(async () => {
    const now = await show(by, id)
    return now.status === 'qrcode' && now.qrcode !== '' ? now : null
  }, 'a QR code')
  await simulator.scanQr(phone, waiting.qrcode)
  await eventually(async () => (await show(by, id)).status === 'CONNECTED', 'the connection to open')
}

async function pair(company: Company, phone: string, importHistory?: HistoryChoice): Promise<number> {
  const body = { name: `Linha ${unique()}`, ...(importHistory ? { importHistory } : {}) }
  const { id } = accepted(app, await company.admin.call(createConnection, { body }))
  await scan(company.admin, id, phone)
  return id
}

function imported(by: Person, id: number) {
  return eventually(async () => {
    const { historyImport } = await show(by, id)
    return historyImport?.status === 'running' ? null : historyImport
  }, 'the end of the import')
}

const ticketsOf = async (by: Person) =>
  accepted(app, await by.call(listTickets, { query: { showAll: true, status: 'closed' } as never })).tickets
const contactsOf = async (by: Person) => accepted(app, await by.call(listContacts, { query: {} })).contacts
const threadOf = async (by: Person, ticketId: number) =>
  accepted(app, await by.call(listMessages, { params: { ticketId }, query: {} })).messages
/** Texts of the only ticket. */
async function onlyThread(by: Person) {
  const tickets = await ticketsOf(by)
  expect(tickets).toHaveLength(1)
  return threadOf(by, tickets[0]?.id ?? 0)
}

/** Resolves when the connection works, and a message that came behind the history is stored. */
async function receivesLive(by: Person, phone: string): Promise<void> {
  const someone = newCustomer()
  await simulator.send(phone, someone.id, { type: 'text', text: 'ao vivo' })
  await eventually(async () => {
    const { tickets } = accepted(app, await by.call(listTickets, { query: { showAll: true } as never }))
    return tickets.some(({ contact }) => contact.number === someone.number)
  }, 'a live message')
}

async function journal(companyId: number): Promise<number> {
  const [row] = await rawOf(app.ctx.db)<{ count: number }[]>`
    select (select count(*) from inbound_journal where company_id = ${companyId})
      + (select count(*) from history_parts where company_id = ${companyId})
      + (select count(*) from history_quotes where company_id = ${companyId}) as count`
  return Number(row?.count)
}

describe.concurrent('earlier conversations', { timeout: 120_000 }, () => {
  test('stay on the phone unless somebody has asked for them', async () => {
    const company = await makeCompany(app)
    const phone = await newPhone()
    simulator.writePast(phone, [said(newCustomer().id, 'de antes', ago(2 * hour))])
    const id = await pair(company, phone)
    await receivesLive(company.admin, phone)
    expect(await ticketsOf(company.admin)).toEqual([])
    expect(await contactsOf(company.admin)).toHaveLength(1)
    expect(await show(company.admin, id)).toMatchObject({ importHistory: 'off', historyImport: null })
    expect(await journal(company.id)).toBe(0)
  })

  test('come into closed tickets as they were: people, times, order, marks, replies and reactions', async () => {
    const company = await makeCompany(app)
    const phone = await newPhone()
    const someone = newCustomer({ name: 'Dona Célia' })
    const at = ago(40 * day)
    simulator.writePast(phone, [
      said(someone.id, 'tem bolo?', at, { id: `A${phone}` }),
      said(someone.id, 'tem sim', at, { from: 'handset', id: `B${phone}`, read: true }),
      {
        ...said(someone.id, '', at + hour),
        content: { type: 'text', text: 'reserva um', quotedId: `B${phone}` },
        id: `C${phone}`
      },
      { customer: someone.id, content: { type: 'image', caption: 'assim' }, at: at + 2 * hour },
      {
        customer: someone.id,
        content: { type: 'reaction', targetId: `B${phone}`, emoji: '🙏' },
        at: at + 2 * hour
      },
      said(someone.id, 'reservado', at + 3 * hour, { from: 'handset' })
    ])
    const socket = await company.admin.connect()
    const id = await pair(company, phone, 'all')
    expect(await imported(company.admin, id)).toEqual({
      status: 'done',
      progress: 100,
      conversations: 1,
      messages: 5,
      skipped: 0,
      failure: null
    })
    const [ticket, ...more] = await ticketsOf(company.admin)
    expect(more).toEqual([])
    expect(ticket).toMatchObject({
      status: 'closed',
      unreadMessages: 0,
      lastMessage: 'reservado',
      fromMe: true,
      userId: null,
      createdAt: new Date(at).toISOString(),
      updatedAt: new Date(at + 3 * hour).toISOString(),
      contact: { name: 'Dona Célia', number: someone.number }
    })
    const thread = await threadOf(company.admin, ticket?.id ?? 0)
    expect(thread.map(({ body, fromMe, ack, read }) => [body, fromMe, ack, read])).toEqual([
      ['tem bolo?', false, 0, true],
      ['tem sim', true, 4, true],
      ['reserva um', false, 0, true],
      ['assim', false, 0, true],
      ['reservado', true, 2, true]
    ])
    expect(thread[0]?.createdAt).toBe(new Date(at).toISOString())
    expect(thread[2]?.quotedMsg).toMatchObject({ body: 'tem sim', fromMe: true })
    expect(thread[1]?.reactions).toMatchObject([{ emoji: '🙏', fromMe: false, name: 'Dona Célia' }])

    // The file lies where it was until somebody wants it.
    const picture = thread[3]
    expect(picture).toMatchObject({ mediaType: 'image', mediaState: 'remote', mediaUrl: null })
    accepted(app, await company.admin.call(refetchMedia, { params: { messageId: picture?.id ?? '' } } as never))
    await eventually(
      async () => (await threadOf(company.admin, ticket?.id ?? 0))[3]?.mediaState === 'ready',
      'the file to come'
    )

    await socket.settle()
    expect(socket.of(historyImportedEvent)).toMatchObject([{ whatsappId: id }])
    const news = [...socket.of(contactEvent), ...socket.of(ticketEvent)]
    const heardOf = socket.of(messageEvent).filter(({ message }) => message.id !== picture?.id)
    expect([news, heardOf]).toEqual([[], []])
    expect(await journal(company.id)).toBe(0)
  })

  test('wake no robot, count as no service of today, and are there when the customer writes again', async () => {
    const company = await makeCompany(app)
    const phone = await newPhone()
    const someone = newCustomer()
    simulator.writePast(phone, [said(someone.id, 'oi', ago(hour)), said(someone.id, 'alguém aí?', ago(hour / 2))])
    const [one, other] = [await makeQueue(company), await makeQueue(company)]
    const body = { name: 'Balcão', queueIds: [one.id, other.id], greetingMessage: 'Bem-vindo!', importHistory: 'all' }
    const { id } = accepted(app, await company.admin.call(createConnection, { body: body as never }))
    await scan(company.admin, id, phone)
    await imported(company.admin, id)
    const [counts] = await rawOf(app.ctx.db)`
      select (select count(*)::int from ticket_tracking where company_id = ${company.id}) as services,
        (select count(*)::int from outbox where company_id = ${company.id}) as outgoing`
    expect(counts).toEqual({ services: 0, outgoing: 0 })
    expect(simulator.sentTo(phone, someone.id)).toEqual([])

    await simulator.send(phone, someone.id, { type: 'text', text: 'bom dia' })
    await eventually(() => simulator.sentTo(phone, someone.id).length > 0, 'the greeting')
    const { tickets } = accepted(
      app,
      await company.admin.call(listTickets, { query: { showAll: true, status: 'pending' } as never })
    )
    expect(tickets).toHaveLength(1)
    const thread = await threadOf(company.admin, tickets[0]?.id ?? 0)
    expect(thread.slice(0, 3).map(({ body: text }) => text)).toEqual(['oi', 'alguém aí?', 'bom dia'])
    expect(thread.filter(({ fromMe }) => fromMe).map(({ body: text }) => text.split('\n')[0])).toEqual(['Bem-vindo!'])
  })

  test('older than was asked for stay on the phone', async () => {
    const company = await makeCompany(app)
    const phone = await newPhone()
    const [often, seldom] = [newCustomer(), newCustomer()]
    simulator.writePast(phone, [
      said(often.id, 'faz tempo', ago(8 * day)),
      said(often.id, 'anteontem', ago(2 * day)),
      said(seldom.id, 'só uma vez', ago(9 * day))
    ])
    const id = await pair(company, phone, '7-days')
    expect(await imported(company.admin, id)).toMatchObject({ status: 'done', conversations: 1, messages: 1 })
    expect((await onlyThread(company.admin)).map(({ body }) => body)).toEqual(['anteontem'])
    expect((await contactsOf(company.admin)).map(({ number }) => number)).toEqual([often.number])
  })

  test('of somebody known by LID alone are one person with whoever writes later, and no LID is a number', async () => {
    const company = await makeCompany(app)
    const phone = await newPhone()
    const someone = newCustomer({ name: 'Bia', hidesOtherAddress: true })
    simulator.writePast(phone, [said(someone.id, 'oi', ago(3 * hour))])
    const id = await pair(company, phone, '30-days')
    await imported(company.admin, id)
    expect(await contactsOf(company.admin)).toMatchObject([{ name: 'Bia', number: '' }])
    simulator.updateCustomer(someone.id, { hidesOtherAddress: false })
    await simulator.send(phone, someone.id, { type: 'text', text: 'sou eu' })
    const [contact, ...others] = await eventually(async () => {
      const all = await contactsOf(company.admin)
      return all.some(({ number }) => number === someone.number) ? all : null
    }, 'the number')
    expect(others).toEqual([])
    expect(contact).toMatchObject({ name: 'Bia', number: someone.number })
    const { tickets } = accepted(
      app,
      await company.admin.call(listTickets, { query: { showAll: true, status: 'pending' } as never })
    )
    expect(tickets).toMatchObject([{ unreadMessages: 1 }])
    expect((await threadOf(company.admin, tickets[0]?.id ?? 0)).map(({ body }) => body)).toEqual(['oi', 'sou eu'])
  })

  test('that came live before are not there twice, and what was missed stands between them', async () => {
    const company = await makeCompany(app)
    const phone = await newPhone()
    const id = await pair(company, phone)
    const someone = newCustomer()
    await simulator.send(phone, someone.id, { type: 'text', text: 'um' })
    const [ticket] = await eventually(async () => {
      const { tickets } = accepted(app, await company.admin.call(listTickets, { query: { showAll: true } as never }))
      return tickets.length > 0 ? tickets : null
    }, 'the live message')
    simulator.writePast(phone, [said(someone.id, 'antes', ago(day)), said(someone.id, 'zero', ago(2 * day))])
    accepted(app, await company.admin.call(updateConnection, { params: { id }, body: { importHistory: 'all' } }))
    accepted(app, await company.admin.call(renewSession, { params: { id } }))
    await scan(company.admin, id, phone)
    expect(await imported(company.admin, id)).toMatchObject({ status: 'done', conversations: 1, messages: 2 })
    const thread = await threadOf(company.admin, ticket?.id ?? 0)
    expect(thread.map(({ body }) => body)).toEqual(['zero', 'antes', 'um'])
    const { tickets } = accepted(app, await company.admin.call(listTickets, { query: { showAll: true } as never }))
    // The conversation under way goes on as it was.
    expect(tickets).toMatchObject([{ id: ticket?.id, status: 'pending', unreadMessages: 1, lastMessage: 'um' }])
  })

  test('of groups come where the company takes groups', async () => {
    const past = async (company: Company) => {
      const phone = await newPhone()
      const someone = newCustomer({ name: 'Rui' })
      const group = simulator.createGroup({ phone, subject: 'Fornecedores', customers: [someone.id] }).id
      simulator.writePast(phone, [said(someone.id, 'olá a todos', ago(hour), { group })])
      await imported(company.admin, await pair(company, phone, 'all'))
    }
    const [without, withGroups] = [await makeCompany(app), await makeCompany(app)]
    for (const [company, value] of [
      [without, 'enabled'],
      [withGroups, 'disabled']
    ] as const) {
      const input = { params: { key: 'CheckMsgIsGroup' }, body: { value } }
      accepted(app, await company.admin.call(updateSetting, input as never))
      await past(company)
    }
    expect(await contactsOf(without.admin)).toEqual([])
    expect(await ticketsOf(withGroups.admin)).toMatchObject([{ isGroup: true, contact: { name: 'Fornecedores' } }])
    expect(await onlyThread(withGroups.admin)).toMatchObject([{ body: 'olá a todos', senderName: 'Rui' }])
  })

  test('are the business of the company’s admins', async () => {
    const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
    const user = await makeUser(company)
    const [theirs, ours] = [await stranger.admin.connect(), await user.connect()]
    const phone = await newPhone()
    simulator.writePast(phone, [said(newCustomer().id, 'segredo', ago(hour))])
    const id = await pair(company, phone, 'all')
    await imported(company.admin, id)
    expect((await show(user, id)).historyImport).toBeNull()
    await Promise.all([theirs.settle(), ours.settle()])
    expect(JSON.stringify(theirs.heard)).not.toContain('historyImport')
    expect(ours.of(connectionSessionEvent).every(({ session }) => session.historyImport === null)).toBe(true)
    expect(ours.of(historyImportedEvent)).toHaveLength(1)
    expect(await contactsOf(stranger.admin)).toEqual([])
    const retry = async (by: Person) => (await by.call(retryHistoryImport, { params: { id } })).status
    expect(await Promise.all([stranger.admin, user, company.admin].map(retry))).toEqual([404, 403, 409])
  })
})

describe('what a phone tells', { timeout: 120_000 }, () => {
  test('is counted where it cannot be read, and names people whom it names later', async () => {
    const company = await makeCompany(app)
    const phone = await newPhone()
    const someone = newCustomer({ name: 'Ana' })
    simulator.writePast(phone, [
      said(someone.id, 'nunca lido', ago(3 * hour), { unreadable: true }),
      said(someone.id, 'oi', ago(2 * hour), { from: 'handset' })
    ])
    const id = await pair(company, phone, 'all')
    expect(await imported(company.admin, id)).toMatchObject({ status: 'done', messages: 1, skipped: 1 })
    expect(await contactsOf(company.admin)).toMatchObject([{ name: 'Ana' }])
  })

  test('in several parts is one conversation: what is older comes later, and replies find what they answer', async () => {
    const company = await makeCompany(app)
    const phone = await newPhone()
    const someone = newCustomer()
    const begun = ago(day)
    simulator.writePast(
      phone,
      Array.from({ length: 130 }, (_, n) => ({
        ...said(someone.id, `${n + 1}`, begun + Math.floor(n / 4) * 1000, { id: `Q${phone}${n + 1}` }),
        ...(n === 124 ? { content: { type: 'text' as const, text: '125', quotedId: `Q${phone}3` } } : {})
      }))
    )
    const id = await pair(company, phone, 'all')
    expect(await imported(company.admin, id)).toMatchObject({ status: 'done', conversations: 1, messages: 130 })
    const rows = await rawOf(app.ctx.db)<{ body: string; quoted: string | null }[]>`
      select m.body, q.body as quoted from messages m
      left join messages q on q.company_id = m.company_id and q.id = m.quoted_id
      where m.company_id = ${company.id} order by m.created_at, m.seq`
    expect(rows.map(({ body }) => Number(body))).toEqual(Array.from({ length: 130 }, (_, n) => n + 1))
    expect(rows.filter(({ quoted }) => quoted !== null)).toEqual([{ body: '125', quoted: '3' }])
    expect(await journal(company.id)).toBe(0)
  })

  test('may lie on the media host; what cannot be read there is said, and tried again when somebody wants it', async () => {
    // Baileys knows one place only where history lies.
    const real = globalThis.fetch
    vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) =>
      real(String(input).replace('//mmg.whatsapp.net/', `//${new URL(simulator.mediaUrl).host}/`), init)
    )
    simulator.speak({ hostsHistory: true })
    simulator.setFaults({ media: 'wrong-hash' })
    try {
      const company = await makeCompany(app)
      const phone = await newPhone()
      const someone = newCustomer()
      simulator.writePast(phone, [
        said(someone.id, 'guardado', ago(hour)),
        said(someone.id, 'respondido', ago(hour / 2), { from: 'handset' })
      ])
      const id = await pair(company, phone, 'all')
      expect(await imported(company.admin, id)).toMatchObject({ status: 'failed', failure: 'unreadable', messages: 0 })
      await receivesLive(company.admin, phone)
      simulator.clearFaults()
      // Whose messages are the own ones is known without the pairing, too.
      accepted(app, await company.admin.call(endSession, { params: { id } }))
      await eventually(async () => (await show(company.admin, id)).number === null, 'the pairing to be forgotten')
      accepted(app, await company.admin.call(retryHistoryImport, { params: { id } }))
      expect(await imported(company.admin, id)).toMatchObject({ status: 'done', failure: null, messages: 2 })
      expect((await onlyThread(company.admin)).map(({ body, fromMe }) => [body, fromMe])).toEqual([
        ['guardado', false],
        ['respondido', true]
      ])
    } finally {
      simulator.clearFaults()
      simulator.speak({ hostsHistory: false })
      vi.unstubAllGlobals()
    }
  })
})
