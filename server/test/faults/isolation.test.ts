// Random companies, queues, people and doings: every socket hears exactly what its user may see by HTTP, and nothing else.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageEvent, sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { syncEvents } from '@guiche/shared/features/inbox/sync.ts'
import { deleteTicket, showTicket, ticketEvent, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { updateUser } from '@guiche/shared/features/org/users.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import type { Actor } from '#platform/actor.ts'
import { roomOf, roomsOf } from '#platform/realtime/rooms.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, type Customer } from '#test/fixtures/inbound.ts'
import type { TestSocket } from '#test/server/test-socket.ts'

/** Doings of one round, and rounds. */
const steps = 30
const rounds = 2

interface Member {
  person: Person
  socket: TestSocket
  /** The number of the last event before the doings began. */
  since: number
  hasOtherRights: boolean
}

interface House {
  company: Company
  ref: ConnectionRef
  queues: number[]
  members: Member[]
  customers: Customer[]
  tickets: number[]
}

let app: TestApp

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())

async function lastSeqOf(companyId: number) {
  const [row] = await app.ctx.pool.$client<{ seq: number }[]>`
    select seq from event_sequences where company_id = ${companyId}`
  return row?.seq ?? 0
}

async function join(person: Person): Promise<Member> {
  return {
    person,
    socket: await person.connect(),
    since: 0,
    hasOtherRights: false
  }
}

/** From here on everybody listens: who came online last has been told, too. */
async function begin(houses: House[]) {
  for (const { company, members } of houses) {
    await eventually(async () => {
      const rows = await app.ctx.pool.$client`select 1 from users where company_id = ${company.id} and online`
      return rows.length === members.length
    }, 'everybody to be online')
    await settleAll(houses)
    const since = await lastSeqOf(company.id)
    for (const member of members) member.since = since
  }
}

async function makeTenants(): Promise<House> {
  const company = await makeCompany(app)
  const queues = [(await makeQueue(company)).id, (await makeQueue(company)).id, (await makeQueue(company)).id]
  const [first = 0, second = 0] = queues
  const rights = [
    { queueIds: [first] },
    { queueIds: [second], allTicket: 'enabled' as const },
    { queueIds: [first, second] },
    { queueIds: [] }
  ]
  const people = [company.admin]
  for (const wishes of rights) people.push(await makeUser(company, wishes))
  const { ref } = await makeConnection(company, [])
  const members: Member[] = []
  for (const person of people) members.push(await join(person))
  return { company, ref, queues, members, customers: [newCustomer(), newCustomer(), newCustomer()], tickets: [] }
}

const mayCall = async ({ person }: Member, id: number) =>
  (await person.call(showTicket, { params: { id } })).status === 200

type Step = { what: (typeof doings)[number]; who: number; which: number; where: number; flag: boolean }
const doings = ['write', 'accept', 'transfer', 'queue', 'resolve', 'say', 'rights', 'profile', 'remove'] as const
const stepOf: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...doings, 'write' as const, 'queue' as const, 'transfer' as const),
  who: fc.nat(4),
  which: fc.nat(20),
  where: fc.nat(3),
  flag: fc.boolean()
})

async function ticketsOf({ company }: House): Promise<number[]> {
  const rows = await app.ctx.pool.$client<{ id: number }[]>`
    select id from tickets where company_id = ${company.id} order by id`
  return rows.map(({ id }) => id)
}

/** The rooms of a user's sockets follow the rights; nobody is told when they have. */
async function untilPlaced({ person }: Member) {
  const wanted = async () => roomsOf((await app.app.directory.byAccessToken(person.token)) as Actor).toSorted()
  await eventually(async () => {
    const rooms = await wanted()
    const [socket] = await app.app.realtime.io.in(roomOf.user(person.companyId, person.id)).fetchSockets()
    const held = [...(socket?.rooms ?? [])]
      .filter((room) => /^c\d+(:(admins|seeing|blind|may:.+|[uq]\d+))?$/.test(room))
      .toSorted()
    return held.join() === rooms.join()
  }, 'the rooms to follow the rights')
}

/** Does one thing; the ticket it was about, if there is one. */
async function act(house: House, { what, who, which, where, flag }: Step): Promise<number | null> {
  const { company, members, queues, tickets, customers } = house
  const { admin } = company
  const id = tickets[which % Math.max(1, tickets.length)]
  const member = members[who % members.length] as Member
  if (what === 'write' || id === undefined) {
    const customer = flag ? newCustomer() : (customers[which % customers.length] as Customer)
    customers.push(customer)
    await receiveMessages(app.ctx, house.ref, [inbound(customer, `mensagem ${which}`)])
    house.tickets = await ticketsOf(house)
    return house.tickets.findLast((one) => !tickets.includes(one)) ?? null
  }
  const params = { id }
  if (what === 'accept') await member.person.call(updateTicket, { params, body: { status: 'open' } })
  if (what === 'transfer') {
    await admin.call(updateTicket, { params, body: { status: 'open', userId: member.person.id, transfer: true } })
  }
  if (what === 'queue') {
    await admin.call(updateTicket, { params, body: { status: 'pending', queueId: queues[where] ?? null } })
  }
  if (what === 'resolve') await admin.call(updateTicket, { params, body: { status: 'closed' } })
  if (what === 'say') await admin.call(sendMessage, { params: { ticketId: id }, body: { body: 'resposta' } })
  if (what === 'remove') {
    await admin.call(deleteTicket, { params })
    house.tickets = await ticketsOf(house)
  }
  if ((what === 'rights' || what === 'profile') && member.person.id !== admin.id) {
    const body =
      what === 'profile'
        ? { profile: flag ? ('admin' as const) : ('user' as const) }
        : {
            queueIds: queues.filter((_queue, at) => (which >> at) % 2 === 1),
            allTicket: flag ? ('enabled' as const) : ('disabled' as const)
          }
    accepted(app, await admin.call(updateUser, { params: { id: member.person.id }, body }))
    member.hasOtherRights = true
    await untilPlaced(member)
    return null
  }
  return id
}

/** Tickets that a socket heard of since `from`, and those that it was told to forget. */
function heardOf({ person, socket }: Member, from: number) {
  const shown = new Set<number>()
  const gone = new Set<number>()
  for (const { name, payload } of socket.heard.slice(from)) {
    if (name === messageEvent.channel(person.companyId)) shown.add((payload as { ticket: { id: number } }).ticket.id)
    if (name !== ticketEvent.channel(person.companyId)) continue
    const event = payload as { action: string; ticketId?: number; ticket?: { id: number } }
    if (event.action === 'delete') gone.add(event.ticketId ?? 0)
    else shown.add(event.ticket?.id ?? event.ticketId ?? 0)
  }
  return { shown, gone }
}

/** Companies that something names, however deep. */
function companiesIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return []
  const { companyId } = value as { companyId?: unknown }
  return [...(typeof companyId === 'number' ? [companyId] : []), ...Object.values(value).flatMap(companiesIn)]
}

/** Nothing of another company came to a socket; what its own tells late, such as who is online, may. */
function expectOwn({ person, socket }: Member, from: number) {
  for (const { name, payload } of socket.heard.slice(from)) {
    expect(name.startsWith(`company-${person.companyId}-`), `${name} came to company ${person.companyId}`).toBe(true)
    expect(companiesIn(payload).filter((companyId) => companyId !== person.companyId)).toEqual([])
  }
}

async function settleAll(houses: House[]) {
  await app.drain()
  for (const { members } of houses) await Promise.all(members.map(({ socket }) => socket.settle()))
}

/** The numbered events of a socket. Transactions that end at the same instant may arrive in either order. */
function numbered({ socket, since }: Member) {
  const seqOf = ({ payload }: { payload: unknown }) => (payload as { seq?: number }).seq ?? 0
  const events = socket.heard.filter((one) => seqOf(one) > since).toSorted((a, b) => seqOf(a) - seqOf(b))
  return { events, seqs: events.map(seqOf) }
}

/** How live events are told again: what was said in tickets that are deleted by now is gone with them. */
function publishedAgain(events: { name: string; payload: unknown }[], left: readonly number[]) {
  return events.map(({ name, payload }) => {
    const told = payload as { ticket?: { id: number }; message?: object }
    if (!told.ticket || left.includes(told.ticket.id)) return { name, payload }
    const message = told.message && { message: { ...told.message, body: '', isDeleted: true } }
    return { name, payload: { ...told, ticket: { ...told.ticket, lastMessage: '' }, ...message } }
  })
}

test(
  'every socket hears what its user may see, of its own company, live and when it catches up',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepOf, { minLength: steps, maxLength: steps }), async (doing) => {
        const houses = [await makeTenants(), await makeTenants()] as const
        await begin([...houses])
        const everybody = houses.flatMap(({ members }) => members)
        for (const [index, step] of doing.entries()) {
          const house = houses[index % 2] as House
          const from = new Map(everybody.map((member) => [member, member.socket.heard.length]))
          const saw = new Map<Member, boolean>()
          const target = house.tickets[step.which % Math.max(1, house.tickets.length)]
          if (step.what === 'remove' && target !== undefined) {
            for (const member of house.members) saw.set(member, await mayCall(member, target))
          }
          const about = await act(house, step)
          await settleAll([...houses])
          for (const member of everybody) expectOwn(member, from.get(member) ?? 0)
          for (const member of house.members) {
            const { shown, gone } = heardOf(member, from.get(member) ?? 0)
            for (const id of shown) expect(await mayCall(member, id), `${step.what}: ${id} was shown`).toBe(true)
            for (const id of gone) expect(await mayCall(member, id), `${step.what}: ${id} was taken away`).toBe(false)
            if (step.what === 'remove' && about !== null && saw.get(member)) expect(gone).toContain(about)
            const isTold = ['write', 'transfer', 'queue', 'resolve'].includes(step.what) && about !== null
            if (isTold && shown.size + gone.size === 0) {
              // Whoever heard nothing may not see it; an order that was refused is told to nobody.
              const heardByOthers = house.members.some((one) => heardOf(one, from.get(one) ?? 0).shown.has(about))
              if (heardByOthers) expect(await mayCall(member, about), `${step.what}: ${about} was not told`).toBe(false)
            }
          }
        }
        const left = (await Promise.all(houses.map(ticketsOf))).flat()
        for (const member of everybody) {
          const live = numbered(member)
          expect(new Set(live.seqs).size).toBe(live.seqs.length)
          // Catching up goes by present rights; live they may have been others.
          if (member.hasOtherRights) continue
          const caught = accepted(app, await member.person.call(syncEvents, { query: { after: member.since } }))
          expect(caught.hasMore).toBe(false)
          expect(caught.events.map(({ seq }) => seq)).toEqual(live.seqs)
          expect(caught.events.map(({ name, payload }) => ({ name, payload }))).toEqual(
            publishedAgain(live.events, left)
          )
        }
        for (const { socket } of everybody) await socket.close()
      }),
      // A smaller case is not worth the minutes of looking for it: the seed tells.
      { numRuns: rounds, endOnFailure: true }
    )
  }
)
