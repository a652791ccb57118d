// The line of a program: events of its connection as they happen, from where it stopped, for as long as it may.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { listExternalEvents, mostStreams } from '@guiche/shared/features/automation/external-events.ts'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { deleteContact } from '@guiche/shared/features/inbox/contacts.ts'
import { deleteTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { updatePlan } from '@guiche/shared/features/org/plans.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { accepted, makeCompany, signInSuper, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { giveToken } from '#test/fixtures/make-ticket.ts'
import { injectCall } from '#test/server/inject-call.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

async function makeLine(company: Company) {
  const { ref, id } = await makeConnection(company)
  return {
    ref,
    token: await giveToken(company, id),
    write: (text: string) => receiveMessages(app.ctx, ref, [inbound(newCustomer(), text)])
  }
}

interface Told {
  type: string
  event?: string
  seq: number
  data?: { message?: { body: string } }
}

async function listen(query: Record<string, string>, token?: string) {
  const url = `${app.url.replace('http', 'ws')}/api/events?${new URLSearchParams(query).toString()}`
  const socket = new WebSocket(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
  const told: Told[] = []
  let ended: { code: number; reason: string } | null = null
  socket.on('message', (data) => told.push(JSON.parse((data as Buffer).toString()) as Told))
  socket.on('close', (code, reason) => (ended = { code, reason: reason.toString() }))
  socket.on('error', () => {})
  const texts = () => told.flatMap(({ data }) => data?.message?.body ?? [])
  const end = () => eventually(() => ended, 'the line to end')
  const ready = () => eventually(() => told[0], 'the greeting')
  return { socket, told, texts, end, ready }
}

test('a program hears what happens on its connection, nothing of others, and goes on where it stopped', async () => {
  const company = await makeCompany(app)
  const [own, other] = [await makeLine(company), await makeLine(company)]
  const line = await listen({}, own.token)
  expect(await line.ready()).toMatchObject({ type: 'ready' })
  await other.write('alheia')
  await own.write('primeira')
  await own.write('segunda')
  await eventually(() => line.texts().length === 2, 'both messages')
  expect(line.texts()).toEqual(['primeira', 'segunda'])
  expect(JSON.stringify(line.told)).not.toContain('alheia')
  const seqs = line.told.map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
  const first = line.told.find(({ data }) => data?.message?.body === 'primeira')
  line.socket.close()
  await own.write('terceira')

  const again = await listen({ token: own.token, after: String(first?.seq) })
  await eventually(() => again.texts().includes('terceira'), 'what was missed')
  expect(again.texts()).toEqual(['segunda', 'terceira'])
  again.socket.close()

  const page = await injectCall(app.http, listExternalEvents, { query: { after: first?.seq } }, { token: own.token })
  expect(page.body.events.filter(({ event }) => event === 'message.created')).toHaveLength(2)
  const ahead = await injectCall(app.http, listExternalEvents, { query: { after: 1e9 } }, { token: own.token })
  expect(ahead).toMatchObject({ status: 410, error: 'ERR_SYNC_TOO_OLD' })
})

test('a program hears that a ticket of its connection was deleted, alone or with its contact, and of no other', async () => {
  const company = await makeCompany(app)
  const [own, other] = [await makeLine(company), await makeLine(company)]
  for (const line of [own, other, own]) await line.write('Oi')
  const rows = app.ctx.db.select().from(tickets).where(eq(tickets.companyId, company.id)).orderBy(tickets.id)
  const [first, foreign, last] = await rows
  const { admin } = company
  accepted(app, await admin.call(deleteTicket, { params: { id: first?.id ?? 0 } }))
  accepted(app, await admin.call(deleteTicket, { params: { id: foreign?.id ?? 0 } }))
  accepted(app, await admin.call(deleteContact, { params: { id: last?.contactId ?? 0 } }))
  const heard = async (token: string) =>
    (await injectCall(app.http, listExternalEvents, {}, { token })).body.events.flatMap(({ event, data }) =>
      event === 'ticket.deleted' ? [data] : []
    )
  const { connectionId: whatsappId } = own.ref
  expect(await heard(own.token)).toEqual([
    { ticketId: first?.id, whatsappId },
    { ticketId: last?.id, whatsappId }
  ])
  expect(await heard(other.token)).toEqual([{ ticketId: foreign?.id, whatsappId: other.ref.connectionId }])
})

test('a line ends at once when its token is changed or the plan loses the API, and says why', async () => {
  const company = await makeCompany(app)
  const { token, ref } = await makeLine(company)
  expect(await (await listen({}, 'errado')).end()).toEqual({ code: 4401, reason: 'ERR_CONNECTION_TOKEN_INVALID' })
  expect(await (await listen({})).end()).toMatchObject({ code: 4401 })
  expect(await (await listen({ after: 'lixo' }, token)).end()).toEqual({ code: 4401, reason: 'ERR_VALIDATION' })
  expect(await (await listen({ after: '999999' }, token)).end()).toEqual({ code: 4410, reason: 'ERR_SYNC_TOO_OLD' })
  const line = await listen({}, token)
  await line.ready()
  const params = { id: ref.connectionId }
  const renewed = await giveToken(company, params.id)
  expect(await line.end()).toMatchObject({ code: 4401, reason: 'ERR_CONNECTION_TOKEN_INVALID' })
  const next = await listen({}, renewed)
  await next.ready()
  const boss = await signInSuper(app)
  const plan = { params: { id: company.plan.id }, body: { useExternalApi: false } }
  accepted(app, await boss.call(updatePlan, plan as never))
  expect(await next.end()).toMatchObject({ code: 4401, reason: 'ERR_PLAN_FEATURE_OFF' })
})

test('a token may hold some lines open and no more; other addresses are served to nobody', async () => {
  const { token } = await makeLine(await makeCompany(app))
  const lines = []
  for (let n = 0; n < mostStreams; n++) lines.push(await listen({}, token))
  for (const line of lines) await line.ready()
  expect(await (await listen({}, token)).end()).toMatchObject({ code: 4429 })
  lines[0]?.socket.close()
  await eventually(async () => {
    const line = await listen({}, token)
    return Promise.race([line.ready(), line.end().then(() => null)])
  }, 'a free place')
  const wrong = new WebSocket(`${app.url.replace('http', 'ws')}/api/outros`)
  await expect(new Promise((done, fail) => wrong.on('open', done).on('error', fail))).rejects.toThrow()
})

test('a reader that takes nothing is cut off and goes on where it stopped', { timeout: 60_000 }, async () => {
  const company = await makeCompany(app)
  const { token, ref, write } = await makeLine(company)
  const line = await listen({}, token)
  await line.ready()
  line.socket.pause()
  // More than the buffers of both ends hold.
  const big = 'x'.repeat(60_000)
  const name = messageEvent.channel(company.id)
  const payload = { action: 'create', message: { body: big }, ticket: { whatsappId: ref.connectionId } }
  await app.ctx.pool.$client`
    with numbered as (
      update event_sequences set seq = seq + 400 where company_id = ${company.id} returning seq
    )
    insert into event_log (company_id, seq, rooms, "except", name, payload)
    select ${company.id}, numbered.seq - 400 + n, array['c' || ${company.id}::text], '{}', ${name}::text, ${JSON.stringify(payload)}::text
    from numbered, generate_series(1, 400) n`
  await write('e depois?')
  await eventually(() => app.logged.some((text) => text.includes('cut off')), 'the line to be cut')
  line.socket.resume()
  expect((await line.end()).code).not.toBe(1000)
  const seen = line.told.at(-1)?.seq ?? 0
  const again = await listen({ after: String(seen) }, token)
  await eventually(() => again.texts().includes('e depois?'), 'the rest')
  expect(line.texts().length + again.texts().length).toBe(401)
  again.socket.close()
})
