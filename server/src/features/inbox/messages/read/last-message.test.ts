// The last message of a ticket in the lists: it follows edits and deletions, and only of the newest one.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { ConnectionRef, InboundMessage } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { receiveMessages } from '../receive/receive-message.ts'

let app: TestApp
let company: Company
let ref: ConnectionRef

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
  ;({ ref } = await makeConnection(company))
})

const ticket = async (): Promise<Ticket | undefined> =>
  (await company.admin.call(listTickets, { query: { showAll: 'true' } })).body.tickets[0]

type Stored = ReturnType<typeof inbound>
const edit = ({ waId, ...message }: Stored, body: string) =>
  ({ ...message, type: 'edit', waId: `E${waId}`, targetWaId: waId, body }) as unknown as InboundMessage
function deletion({ waId, ...message }: Stored) {
  return {
    ...message,
    type: 'delete',
    waId: `D${waId}`,
    targetWaId: waId,
    targetFromMe: false,
    byOther: false
  } as unknown as InboundMessage
}

test('what the newest message says after an edit, and that it is gone after a deletion', async () => {
  const message = inbound(newCustomer(), 'São 10')
  await receiveMessages(app.ctx, ref, [message])
  const before = await ticket()
  await receiveMessages(app.ctx, ref, [edit(message, 'São 12')])
  expect(await ticket()).toMatchObject({ lastMessage: 'São 12', updatedAt: before?.updatedAt, unreadMessages: 1 })
  await receiveMessages(app.ctx, ref, [deletion(message)])
  expect(await ticket()).toMatchObject({ lastMessage: '🚫 Mensagem apagada', updatedAt: before?.updatedAt })
})

test('an older message that changes leaves it alone', async () => {
  const ana = newCustomer()
  const [first, second] = [inbound(ana, 'um'), inbound(ana, 'dois')]
  await receiveMessages(app.ctx, ref, [first, second])
  await receiveMessages(app.ctx, ref, [edit(first, 'UM')])
  await receiveMessages(app.ctx, ref, [deletion(first)])
  expect((await ticket())?.lastMessage).toBe('dois')
})

test('who looks at the list hears it at once', async () => {
  const message = inbound(newCustomer(), 'São 10')
  await receiveMessages(app.ctx, ref, [message])
  const ear = await company.admin.connect()
  await receiveMessages(app.ctx, ref, [edit(message, 'São 12')])
  await ear.settle()
  expect(ear.of(messageEvent).map((told) => told.ticket.lastMessage)).toEqual(['São 12'])
})
