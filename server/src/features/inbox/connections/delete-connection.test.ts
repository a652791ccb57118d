// Tests of deleting a connection: its tickets, its users, the next default.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createConnection,
  deleteConnection,
  listConnections,
  type Connection
} from '@guiche/shared/features/inbox/connections.ts'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { showTicket, ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { showUser, updateUser } from '@guiche/shared/features/org/users.ts'
import { writeMessages } from '#features/inbox/messages/send/send-message.ts'
import { lockedTicket } from '#features/inbox/tickets/tickets.service.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'
import { whileOpen } from '#test/while-open.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const made = async ({ admin }: Company, name: string): Promise<Connection> =>
  (await admin.call(createConnection, { body: { name } })).body
const remove = (by: Person, id: number) => by.call(deleteConnection, { params: { id } })
const list = async (by: Person) => (await by.call(listConnections, { query: { session: 0 } })).body
const defaults = async (by: Person) => (await list(by)).filter((one) => one.isDefault).map((one) => one.name)

test('deleting a connection closes its tickets, keeps them readable and takes it from users who had it as their own', async () => {
  const company = await makeCompany(app)
  const { id } = await made(company, 'Antiga')
  const other = await made(company, 'Nova')
  const user = await makeUser(company, { allTicket: 'enabled' })
  await company.admin.call(updateUser, { params: { id: user.id }, body: { whatsappId: id } })
  const [waiting, open, closed, elsewhere] = await Promise.all([
    makeTicket(company, { connectionId: id }),
    makeTicket(company, { connectionId: id, status: 'open', userId: user.id }),
    makeTicket(company, { connectionId: id, status: 'closed' }),
    makeTicket(company, { connectionId: other.id })
  ])
  const socket = await user.connect()
  expect((await remove(company.admin, id)).status).toBe(200)
  const status = async (ticket: { id: number }) => {
    const { body } = await company.admin.call(showTicket, { params: { id: ticket.id } })
    return [body.status, body.whatsappId]
  }
  expect(await status(waiting)).toEqual(['closed', null])
  expect(await status(open)).toEqual(['closed', null])
  expect(await status(closed)).toEqual(['closed', null])
  expect(await status(elsewhere)).toEqual(['pending', other.id])
  expect((await company.admin.call(showUser, { params: { id: user.id } })).body.whatsappId).toBeNull()
  await socket.settle()
  const told = socket.of(ticketEvent).flatMap((event) => (event.action === 'update' ? [event.ticket.id] : []))
  expect(new Set(told)).toEqual(new Set([waiting.id, open.id]))
})

test('what is written in that moment does not wait for ever for a connection that is gone', async () => {
  const company = await makeCompany(app)
  const { id: connectionId } = await makeConnectionRow(company)
  const { id } = await makeTicket(company, { connectionId, status: 'open', userId: company.admin.id })
  const actor = await app.app.directory.byAccessToken(company.admin.token)
  const [[sent], { status }] = await whileOpen(
    app,
    async (tx) => writeMessages(tx, await lockedTicket(tx, actor, id), [{ body: 'Bom dia', userId: actor.id }]),
    () => remove(company.admin, connectionId)
  )
  expect(sent).toMatchObject({ delivery: 'waiting' })
  expect(status).toBe(200)
  const { body } = await company.admin.call(listMessages, { params: { ticketId: id }, query: {} })
  expect(body.messages).toMatchObject([{ body: 'Bom dia', delivery: 'failed', failure: 'no-session' }])
})

test('deleting one that is gone already is refused', async () => {
  const company = await makeCompany(app)
  const { id } = await made(company, 'Única')
  await remove(company.admin, id)
  expect(await remove(company.admin, id)).toMatchObject({ status: 404, error: 'ERR_NO_WAPP_FOUND' })
})

test('deleting the default makes a connected one the default, else the oldest, else nothing', async () => {
  const company = await makeCompany(app)
  const a = await made(company, 'Um')
  const b = await made(company, 'Dois')
  const { id: c } = await makeConnectionRow(company, { name: 'Três', status: 'CONNECTED' })
  expect((await remove(company.admin, a.id)).status).toBe(200)
  expect(await defaults(company.admin)).toEqual(['Três'])
  await remove(company.admin, c)
  expect(await defaults(company.admin)).toEqual(['Dois'])
  await remove(company.admin, b.id)
  expect(await list(company.admin)).toEqual([])
})
