// The bell, the sound and the words outside the window: for whom they are, and when they keep quiet.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { markTicketRead, messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { mentionEvent, readMentions, type Mention } from '@guiche/shared/features/inbox/ticket-notes.ts'
import {
  listTickets,
  ticketEvent,
  ticketPageSize,
  type Ticket,
  type TicketQuery
} from '@guiche/shared/features/inbox/tickets.ts'
import { renewThere } from '#bridge/login-channels.ts'
import { reportUnread } from '#bridge/notification-channels.ts'
import { call } from '#platform/net/http.ts'
import { remember } from '#platform/state/local-store.ts'
import { reloadEverything, useRealtime } from '#platform/net/realtime.ts'
import { startFakeShell } from '#platform/testing/fake-shell.ts'
import { companyId, makeQueue, makeSessionUser, makeToken } from '#test/factories.ts'
import { fakeNotifications } from '#test/fake-notification.ts'
import { makeMessage, makeTicket, uuidOf } from '#test/inbox-factories.ts'
import type { InboxData } from '#test/inbox-data.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { renderConsole } from '#test/render-console.tsx'
import { resetSound } from './notifications/play-sound.ts'

const sounds: number[] = []
const realPlay = HTMLMediaElement.prototype.play

let isFocused = true

beforeEach(() => {
  sounds.length = 0
  isFocused = true
  resetSound()
  HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement) {
    sounds.push(this.volume)
    return Promise.resolve()
  }
  document.hasFocus = () => isFocused
})
afterEach(() => {
  HTMLMediaElement.prototype.play = realPlay
  Reflect.deleteProperty(document, 'hasFocus')
})

const attendant = makeSessionUser({ profile: 'user', queues: [makeQueue({ id: 1 })] })
const pending = { status: 'pending', userId: null, user: null } as const

async function open(inbox: Partial<InboxData>, path = '/tickets') {
  const fake = startInboxServer({ user: attendant, ...inbox })
  const console = await renderConsole(path)
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const arrives = (ticket: Ticket, at = new Date().toISOString()) => {
    const message = makeMessage(800 + ticket.id, { ticketId: ticket.id, createdAt: at })
    const next = { ...ticket, unreadMessages: ticket.unreadMessages + 1, lastMessage: 'Oi!' }
    // A list that is answered only now has it as well, as a server's would.
    fake.inbox.tickets = [...fake.inbox.tickets.filter(({ id }) => id !== ticket.id), next]
    fake.server.line.emit(messageEvent, companyId, { action: 'create', message, ticket: next, contact: ticket.contact })
  }
  return { ...fake, ...console, arrives }
}

describe('the bell', () => {
  test('counts and lists unread tickets that concern the person, and leads to them', async () => {
    const { screen, path } = await open({
      tickets: [
        makeTicket({ id: 1, unreadMessages: 2 }),
        makeTicket({ id: 2, ...pending, queueId: 1, unreadMessages: 1, lastMessage: 'Olá?' }),
        makeTicket({ id: 3, userId: 2, queueId: 1, unreadMessages: 5 }),
        makeTicket({ id: 4, ...pending, queueId: null, unreadMessages: 5 }),
        makeTicket({ id: 5, unreadMessages: 0 })
      ]
    })
    const bell = screen.getByRole('button', { name: '2 atendimentos com novidades' })
    await expect.element(bell).toBeVisible()
    expect(document.title).toBe('(2) Guichê')
    await bell.click()
    await screen.getByRole('button', { name: /Contato 2.*Olá\?/ }).click()
    await expect.poll(path).toBe(`/tickets/${uuidOf(2)}`)
  })

  test('follows what is read and what arrives', async () => {
    const { screen, arrives, inbox, setTicket } = await open({ tickets: [makeTicket({ id: 1 })] })
    await expect.element(screen.getByRole('button', { name: 'Notificações' })).toBeVisible()
    arrives(inbox.tickets[0] ?? makeTicket())
    await expect.element(screen.getByRole('button', { name: '1 atendimento com novidades' })).toBeVisible()
    expect(document.title).toBe('(1) Guichê')
    setTicket(1, { unreadMessages: 0 })
    await expect.element(screen.getByRole('button', { name: 'Notificações' })).toBeVisible()
    expect(document.title).toBe('Guichê')
  })
})

describe('the bell of many', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => makeTicket({ id: i + 1, unreadMessages: 1 }))
  const bell = (count: number) => ({ name: `${count} atendimentos com novidades` })

  test('counts beyond the first page, and down to the last', async () => {
    const { screen, setTicket } = await open({ tickets: many(60) })
    await expect.element(screen.getByRole('button', bell(60))).toBeVisible()
    expect(document.title).toBe('(60) Guichê')
    for (let id = 60; id > 15; id--) setTicket(id, { unreadMessages: 0 })
    await expect.element(screen.getByRole('button', bell(15))).toBeVisible()
    expect(document.title).toBe('(15) Guichê')
  })

  test('loads what is read next, and has the number of the rest from the server', async () => {
    const { screen, server, setTicket } = await open({ tickets: many(290) })
    const pages = () =>
      server
        .callsOf(listTickets)
        .map(({ query }) => query as TicketQuery)
        .filter(({ withUnreadMessages }) => withUnreadMessages === true)
        .map(({ pageNumber }) => pageNumber)
    await expect.element(screen.getByRole('button', bell(290))).toBeVisible()
    await expect.poll(() => Math.max(...pages())).toBe(5)
    for (let id = 290; id > 200; id--) setTicket(id, { unreadMessages: 0 })
    await expect.element(screen.getByRole('button', bell(200))).toBeVisible()
    await expect.poll(() => pages().length).toBeGreaterThan(5)
  })

  test('of an admin holds the own queues, and reads no lists of others', async () => {
    const others = many(60).map((ticket) => ({ ...ticket, ...pending, queueId: 9 }))
    const asked = ({ server }: Awaited<ReturnType<typeof open>>) =>
      server
        .callsOf(listTickets)
        .map(({ query }) => query as TicketQuery)
        .filter(({ withUnreadMessages }) => withUnreadMessages === true)
    const idle = await open({ user: makeSessionUser({ queues: [] }), tickets: others })
    // Longer than a further page waits.
    await new Promise((next) => setTimeout(next, 700))
    await expect.element(idle.screen.getByRole('button', { name: 'Notificações' })).toBeVisible()
    expect(document.title).toBe('Guichê')
    expect(asked(idle).every(({ pageNumber, queueIds }) => pageNumber === 1 && queueIds === undefined)).toBe(true)
    const busy = await open({ user: makeSessionUser({ queues: [makeQueue({ id: 1 })] }), tickets: others })
    await expect.poll(() => asked(busy).map(({ queueIds }) => queueIds)).toContainEqual([1])
  })

  test('takes no notification back of what a reload has not come to yet, and those of what was read meanwhile', async () => {
    const shell = await startFakeShell({ login: 'kept' })
    shell.on(renewThere, () => ({ status: 200, text: JSON.stringify({ token: makeToken(), user: attendant }) }))
    const { screen, server, inbox } = await open({ tickets: many(60) })
    const told = () => shell.callsOf(reportUnread).at(-1)?.[0] as { count: number; tickets: string[] }
    await expect.poll(() => told()?.tickets.length).toBe(60)
    await expect.element(screen.getByRole('button', bell(60))).toBeVisible()
    const answer = Promise.withResolvers<void>()
    const newestFirst = () => inbox.tickets.filter(({ unreadMessages }) => unreadMessages > 0).toReversed()
    server.on(listTickets, async ({ query }) => {
      if (query.pageNumber > 1) await answer.promise
      const from = (query.pageNumber - 1) * ticketPageSize
      const all = newestFirst()
      const tickets = all.slice(from, from + ticketPageSize)
      return { tickets, count: all.length, hasMore: all.length > from + ticketPageSize }
    })
    // Read at night, when nobody heard of it: one of the first page, one below.
    inbox.tickets = inbox.tickets.map((one) => (one.id === 59 || one.id === 5 ? { ...one, unreadMessages: 0 } : one))
    reloadEverything()
    await expect.poll(() => told().count).toBe(58)
    expect(told().tickets).toHaveLength(59)
    expect(told().tickets).toContain(uuidOf(5))
    answer.resolve()
    await expect.poll(() => told().tickets.length).toBe(58)
    expect(told().tickets).not.toContain(uuidOf(5))
  })
})

describe('a message that arrives', () => {
  test('sounds at the chosen volume when it concerns the person, once in a burst', async () => {
    remember('volume', 0.4)
    const { shown } = fakeNotifications('granted')
    const { arrives } = await open({})
    arrives(makeTicket({ id: 1 }))
    arrives(makeTicket({ id: 2, ...pending, queueId: 1 }))
    await expect.poll(() => sounds).toEqual([0.4])
    expect(shown).toEqual([])
  })

  test.each([
    ['a colleague’s ticket', { userId: 2, queueId: 1 }],
    ['another queue', { ...pending, queueId: 2 }],
    ['no queue, for somebody who may not see those', { ...pending, queueId: null }]
  ])('of %s makes no sound', async (_, part) => {
    const { screen, arrives } = await open({})
    arrives(makeTicket({ id: 3, ...part }))
    arrives(makeTicket({ id: 9 }))
    await expect.element(screen.getByRole('button', { name: '1 atendimento com novidades' })).toBeVisible()
    expect(sounds).toHaveLength(1)
  })

  test('is quiet with the volume at zero', async () => {
    remember('volume', 0)
    const { screen, arrives } = await open({})
    arrives(makeTicket({ id: 1 }))
    await expect.element(screen.getByRole('button', { name: '1 atendimento com novidades' })).toBeVisible()
    expect(sounds).toEqual([])
  })

  test('in the conversation that is looked at is quiet', async () => {
    const ticket = makeTicket({ id: 1 })
    const { screen, arrives } = await open({ tickets: [ticket] }, `/tickets/${uuidOf(1)}`)
    await expect.element(screen.getByLabelText('Mensagem para Contato 1')).toBeVisible()
    arrives(ticket)
    await expect.element(screen.getByText(/^Mensagem 801/)).toBeVisible()
    expect(sounds).toEqual([])
  })

  test('while the window is out of sight is announced with who and what, and leads there when pressed', async () => {
    isFocused = false
    const { shown } = fakeNotifications('granted')
    const { arrives, path } = await open({ tickets: [makeTicket({ id: 1 })] })
    arrives(makeTicket({ id: 1 }))
    await expect.poll(() => shown).toEqual([{ title: 'Contato 1', body: 'Oi!' }])
    await expect.poll(path).toBe(`/tickets/${uuidOf(1)}`)
    expect(sounds).toHaveLength(1)
  })

  test('that only now became known makes no noise: it is old', async () => {
    const { screen, arrives } = await open({})
    arrives(makeTicket({ id: 1 }), new Date(Date.now() - 600_000).toISOString())
    await expect.element(screen.getByRole('button', { name: '1 atendimento com novidades' })).toBeVisible()
    expect(sounds).toEqual([])
  })
})

test('a ticket that is handed over is heard, seen in the bell and on its row, and read when it is opened', async () => {
  const handover = {
    kind: 'transfer' as const,
    fromId: 2,
    from: 'Bruno Lima',
    comment: 'Confere a entrega?',
    at: new Date().toISOString()
  }
  const mine = makeTicket({ id: 5, userId: 1, unreadMessages: 0 })
  const { screen, server } = await open({ tickets: [mine] })
  await expect.element(screen.getByRole('link', { name: /Contato 5/ })).toBeVisible()
  const hand = (ticket: Ticket) => server.line.emit(ticketEvent, companyId, { action: 'update', ticket })
  hand({ ...mine, handover })
  // The next change of the ticket carries it again, and is nothing new.
  hand({ ...mine, lastMessage: 'Oi', handover })
  await expect.element(screen.getByText('de Bruno Lima:')).toBeVisible()
  expect(sounds).toHaveLength(1)
  await screen.getByRole('button', { name: '1 atendimento com novidades' }).click()
  await screen.getByRole('button', { name: /Bruno Lima transferiu um atendimento: Confere a entrega\?/ }).click()
  await expect.element(screen.getByText('Bruno Lima transferiu este atendimento:')).toBeVisible()
  await expect.poll(() => server.callsOf(markTicketRead)).toHaveLength(1)
  // The server takes it off; the words stay in sight until they are put away.
  hand({ ...mine, lastMessage: 'Oi', handover: null })
  await expect
    .poll(() => screen.getByRole('button', { name: '1 atendimento com novidades' }).elements())
    .toHaveLength(0)
  await expect.element(screen.getByText('Bruno Lima transferiu este atendimento:')).toBeVisible()
  await screen.getByRole('status').getByRole('button', { name: 'Fechar' }).click()
  await expect.poll(() => screen.getByText('Bruno Lima transferiu este atendimento:').elements()).toHaveLength(0)
})

test('what comes back by itself is heard, and says why on its row and when it is opened', async () => {
  const known = makeTicket({ id: 8, ...pending, queueId: 1, unreadMessages: 0 })
  const { screen, server } = await open({ tickets: [known] })
  const handover = {
    kind: 'userRemoved' as const,
    fromId: null,
    from: 'Eva Lima',
    comment: '',
    at: new Date().toISOString()
  }
  server.line.emit(ticketEvent, companyId, { action: 'update', ticket: { ...known, handover } })
  await expect.poll(() => sounds).toHaveLength(1)
  await screen.getByRole('button', { name: '1 atendimento com novidades' }).click()
  await screen.getByRole('button', { name: /Eva Lima saiu da equipe/ }).click()
  await expect.element(screen.getByText('Eva Lima saiu da equipe, e este atendimento voltou a esperar.')).toBeVisible()
})

test('who is mentioned in a note hears it, has it in the bell until the ticket is looked at, and may read all at once', async () => {
  const mine = makeTicket({ id: 5, userId: 1, unreadMessages: 0, noteCount: 2 })
  const { screen, server } = await open({ tickets: [mine] })
  await expect.element(screen.getByRole('img', { name: '2 observações da equipe' })).toBeVisible()
  const mention = (id: number, ticket: Ticket): Mention => ({
    id,
    note: {
      id,
      note: '@Ana Souza, confere?',
      ticketId: ticket.id,
      contactId: ticket.contactId,
      user: { id: 2, name: 'Bruno Lima' },
      mentions: [{ id: 1, name: 'Ana Souza' }],
      createdAt: new Date().toISOString()
    },
    ticket,
    readAt: null
  })
  const tell = (one: Mention) => server.line.emit(mentionEvent, companyId, { action: 'create', mention: one })
  tell(mention(1, mine))
  tell(mention(2, makeTicket({ id: 6 })))
  tell(mention(3, makeTicket({ id: 7 })))
  await screen.getByRole('button', { name: '3 menções a você' }).click()
  expect(sounds).toHaveLength(1)
  server.on(readMentions, ({ body }) => ({ ids: body.ticketId === 5 ? [1] : [2, 3] }))
  await screen.getByRole('button', { name: /Contato 5 Bruno Lima: @Ana Souza, confere\?/ }).click()
  await screen.getByRole('button', { name: '2 menções a você' }).click()
  expect(server.callsOf(readMentions).map(({ body }) => body)).toEqual([{ ticketId: 5 }])
  await screen.getByRole('button', { name: 'Marcar todas como lidas' }).click()
  await expect.poll(() => screen.getByRole('button', { name: 'Notificações' }).elements()).toHaveLength(1)
  // What was read stays in the list.
  await expect.element(screen.getByRole('button', { name: /Contato 6/ })).toBeVisible()
})

test('who hands a ticket over, and colleagues whom it is nothing to, hear nothing of it', async () => {
  const { server, arrives, screen } = await open({})
  const handover = {
    kind: 'transfer' as const,
    fromId: 1,
    from: 'Ana Souza',
    comment: 'Olha isso',
    at: new Date().toISOString()
  }
  const hand = (ticket: Ticket) => server.line.emit(ticketEvent, companyId, { action: 'update', ticket })
  hand(makeTicket({ id: 6, ...pending, queueId: 1, handover }))
  hand(makeTicket({ id: 7, userId: 2, queueId: 1, handover: { ...handover, fromId: 3 } }))
  arrives(makeTicket({ id: 9 }))
  await expect.element(screen.getByRole('button', { name: '1 atendimento com novidades' })).toBeVisible()
  expect(sounds).toHaveLength(1)
})

test('a computer whose clock is ahead hears what is new, and not what is old', async () => {
  const behind = 600_000
  const { screen, server, arrives } = await open({})
  server.setBehind(behind)
  await call(listTickets, { query: {} })
  arrives(makeTicket({ id: 1 }), new Date(Date.now() - behind - 600_000).toISOString())
  await expect.element(screen.getByRole('button', { name: '1 atendimento com novidades' })).toBeVisible()
  expect(sounds).toEqual([])
  arrives(makeTicket({ id: 2 }), new Date(Date.now() - behind).toISOString())
  await expect.poll(() => sounds.length).toBe(1)
})

test('notifications are offered once where they could be allowed', async () => {
  const { asked } = fakeNotifications('default', 'granted')
  const { screen } = await open({})
  await screen.getByRole('button', { name: 'Quero receber' }).click()
  await expect.element(screen.getByText(/Quer receber avisos/)).not.toBeInTheDocument()
  expect(asked()).toBe(1)
})
