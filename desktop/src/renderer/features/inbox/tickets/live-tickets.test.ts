// Live equals reloaded: whatever answers, events, gaps, refusals and sign-outs come in whatever order, the lists of tickets
// hold what a fresh load would show.
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ticketPageSize, type Ticket, type TicketViewer } from '@guiche/shared/features/inbox/tickets.ts'
import { reloadEverything } from '#platform/net/realtime.ts'
import { signOut, useSession } from '#platform/session/session.ts'
import { readTicket } from '#features/inbox/messages/thread/read-ticket.store.ts'
import { createSlowAnswers, type Says } from '#test/answer-slowly.ts'
import { makeSessionUser } from '#test/factories.ts'
import { makeTicket, minute } from '#test/inbox-factories.ts'
import { onTicketEvent, reloadTicket, useTickets, viewerOf, type TicketEvent } from './replica/tickets.store.ts'
import { belongs, byNewest, orderOf, plainView } from './list/ticket-lists.ts'
import { ensureTickets, loadMoreTickets, retryTickets, useTicketPages } from './list/ticket-pages.store.ts'
import { rowsNow } from './list/use-ticket-rows.ts'
import { acceptTicket, resolveTicket, returnTicket } from './replica/ticket-actions.ts'

const lists = ['attending', 'waiting', 'closed', 'unread'] as const
const user = makeSessionUser({ id: 1, profile: 'user', queues: [{ id: 1, name: 'Vendas', color: '#000000' }] })
const me = viewerOf(user) as TicketViewer

/** A server and the line from it. Events may be late; answers come in any order. */
function openServer(says: Says) {
  // More closed ones than a page holds.
  const old = Array.from({ length: ticketPageSize + 10 }, (_, at) =>
    makeTicket({ id: 100 + at, status: 'closed', userId: null, queueId: 1, updatedAt: minute(-at) })
  )
  const tickets = new Map(old.map((ticket) => [ticket.id, ticket]))
  const line: TicketEvent[] = []
  let seq = 0
  let hasShifted = false

  /** Who may not see a ticket any more is told that it is gone. */
  const publish = (ticket: Ticket | undefined, id: number): void => {
    const isSeen = ticket !== undefined && rowsFor('seen').includes(ticket)
    line.push(isSeen ? { action: 'update', ticket, seq } : { action: 'delete', ticketId: id, seq })
  }
  const put = (id: number, part: Partial<Ticket>): Ticket => {
    seq++
    const ticket = { ...(tickets.get(id) ?? makeTicket({ id })), ...part, updatedAt: minute(seq) }
    tickets.set(id, ticket)
    publish(ticket, id)
    return ticket
  }
  const drop = (id: number): void => {
    seq++
    if (tickets.delete(id)) publish(undefined, id)
  }
  const read = (id: number): void => {
    const known = tickets.get(id)
    if (!known) return
    seq++
    tickets.set(id, { ...known, unreadMessages: 0 })
    line.push({ action: 'updateUnread', ticketId: id, unreadMessages: 0, seq })
  }
  const rowsFor = (list: (typeof lists)[number] | 'seen'): Ticket[] =>
    [...tickets.values()]
      .filter((ticket) =>
        list === 'seen'
          ? lists.some((one) => belongs(one, ticket, plainView, me)) || ticket.userId === me.id || ticket.queueId === 1
          : belongs(list, ticket, plainView, me)
      )
      .sort(list === 'seen' ? byNewest : orderOf(list))

  const listOf = (query: URLSearchParams): (typeof lists)[number] => {
    const status = query.get('status')
    return status === null ? 'unread' : status === 'open' ? 'attending' : status === 'pending' ? 'waiting' : 'closed'
  }
  /** What is read, or done; null where the server refuses. */
  const handle = (method: string, url: URL, body: string): object | null => {
    const [, id] = /\/(?:tickets|messages)\/(\d+)/.exec(url.pathname) ?? []
    if (method === 'PUT') return tickets.has(Number(id)) ? put(Number(id), JSON.parse(body) as Partial<Ticket>) : null
    if (method === 'POST') {
      read(Number(id))
      return { ticketId: Number(id), unreadMessages: 0 }
    }
    if (id !== undefined) return rowsFor('seen').find((ticket) => ticket.id === Number(id)) ?? null
    const rows = rowsFor(listOf(url.searchParams))
    const start = (Number(url.searchParams.get('pageNumber')) - 1) * ticketPageSize
    // What has left the pages before has moved a row up to where nobody asks any more.
    hasShifted ||= start > 0 && line.length > 0
    const page = rows.slice(start, start + ticketPageSize)
    return { tickets: page, count: rows.length, hasMore: start + page.length < rows.length }
  }
  const answers = createSlowAnswers({ says, seq: () => seq })
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (!/\/(tickets|messages)(\/\d+(\/read)?)?$/.test(pathname)) return new Response('{}', { status: 500 })
    return answers.hold(request, ({ method, url, body }) => handle(method, url, body))
  }
  return {
    put,
    drop,
    read,
    fetch,
    ...answers,
    hasShifted: () => hasShifted,
    takeEvents: (count: number) => line.splice(0, count),
    rowsFor
  }
}

const commands = fc.array(
  fc.record({
    what: fc.oneof(
      { weight: 5, arbitrary: fc.constant('put' as const) },
      { weight: 5, arbitrary: fc.constant('deliver' as const) },
      { weight: 8, arbitrary: fc.constantFrom('process' as const, 'answer' as const) },
      { weight: 3, arbitrary: fc.constantFrom('drop' as const, 'unread' as const) },
      { weight: 4, arbitrary: fc.constantFrom('load' as const, 'show' as const, 'more' as const) },
      {
        weight: 4,
        arbitrary: fc.constantFrom('accept' as const, 'resolve' as const, 'return' as const, 'read' as const)
      },
      { weight: 1, arbitrary: fc.constantFrom('refuse' as const, 'gap' as const, 'leave' as const) }
    ),
    id: fc.integer({ min: 1, max: 4 }),
    number: fc.integer({ min: 0, max: 5 }),
    status: fc.constantFrom<Ticket['status']>('open', 'pending', 'closed'),
    userId: fc.constantFrom(null, 1, 2),
    queueId: fc.constantFrom(null, 1, 2),
    waits: fc.constantFrom(null, 1, 2, 3)
  }),
  { minLength: 6, maxLength: 40, size: 'max' }
)
type Command = (typeof commands extends fc.Arbitrary<infer T> ? T : never) extends readonly (infer C)[] ? C : never

const signIn = (): void => useSession.setState({ phase: 'in', user })
const realFetch = window.fetch
beforeEach(() => localStorage.clear())
afterEach(async () => {
  await signOut()
  window.fetch = realFetch
})

const act = { accept: acceptTicket, resolve: resolveTicket, return: returnTicket }

async function run(server: ReturnType<typeof openServer>, command: Command): Promise<void> {
  const { what, id, number, status, userId, queueId, waits } = command
  const shown = useTickets.getState().rows.get(id)
  if (what === 'put')
    server.put(id, { status, userId, queueId, unreadMessages: number, waitingSince: waits && minute(waits) })
  else if (what === 'drop') server.drop(id)
  else if (what === 'unread') server.read(id)
  else if (what === 'deliver') for (const event of server.takeEvents(number)) onTicketEvent(event)
  else if (what === 'process') server.processOne(number)
  else if (what === 'answer') server.takeWaiting(number)?.answer(false)
  else if (what === 'refuse') server.takeWaiting(number)?.answer(true)
  else if (what === 'load') void retryTickets(lists[number % lists.length] ?? 'unread')
  else if (what === 'more') void loadMoreTickets('closed')
  else if (what === 'show') void reloadTicket(id).catch(() => undefined)
  else if (what === 'read') void readTicket(id)
  else if (what === 'gap') {
    // Its events are never delivered.
    server.takeEvents(Infinity)
    reloadEverything()
  } else if (what === 'leave') {
    await signOut()
    expect(useTickets.getState().rows.size).toBe(0)
    server.takeEvents(Infinity)
    signIn()
  } else if (shown) void act[what](shown).catch(() => undefined)
}

async function play(given: Command[], says: Says) {
  const server = openServer(says)
  window.fetch = server.fetch
  await signOut()
  signIn()
  const answerAll = async (): Promise<void> => {
    for (let next = server.takeWaiting(0); next; next = server.takeWaiting(0)) {
      next.answer(false)
      await server.settle()
    }
  }
  for (const command of given) {
    await run(server, command)
    await server.settle()
  }
  await answerAll()
  for (const event of server.takeEvents(Infinity)) onTicketEvent(event)
  for (const list of lists) {
    ensureTickets(list)
    if (useTicketPages.getState().pages[list].phase === 'failed') void retryTickets(list)
  }
  if (server.hasShifted()) void retryTickets('closed')
  await server.settle()
  await answerAll()
  for (let page = 0; page < 3 && useTicketPages.getState().pages.closed.hasMore; page++) {
    void loadMoreTickets('closed')
    await server.settle()
    await answerAll()
  }
  return server
}

test('the lists are what a fresh load would show, in whatever order things come', async () => {
  await fc.assert(
    fc.asyncProperty(commands, fc.constantFrom<Says>('nothing', 'before', 'exactly'), async (given, says) => {
      const server = await play(given, says)
      for (const list of lists) expect([list, rowsNow(list)]).toEqual([list, server.rowsFor(list)])
    }),
    // The same orders at every run, so that nobody else’s change fails by chance; another seed looks at others.
    { numRuns: 500, seed: 18 }
  )
}, 120_000)
