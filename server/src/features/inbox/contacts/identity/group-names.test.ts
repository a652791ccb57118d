// Groups get the name that WhatsApp knows, and keep a plain word as long as it is not told.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, unique, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, partyOf } from '#test/fixtures/inbound.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { nameGroups } from './group-names.ts'

let app: TestApp
let company: Company
let ref: ConnectionRef
/** What WhatsApp answers; null when it does not. */
let subject: string | null

beforeAll(async () => {
  app = await buildTestApp({
    whatsapp: {
      isConnected: () => true,
      groupInfo: (_ref, address) =>
        subject === null ? Promise.reject(new Error('not now')) : Promise.resolve({ address, subject })
    }
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
  ;({ ref } = await makeConnection(company))
  await company.admin.call(updateSetting, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } })
})

async function names() {
  return (await company.admin.call(listTickets, { query: { showAll: 'true' } })).body.tickets.map(
    ({ contact }) => contact.name
  )
}
function write(address: string) {
  const chat = { address, phone: null, lid: null, isGroup: true }
  return receiveMessages(app.ctx, ref, [inbound(newCustomer(), 'Oi', { chat, sender: partyOf(newCustomer()) })])
}
const newGroup = () => `1203630000${String(unique())}@g.us`

test('a group that writes for the first time is shown by its name', async () => {
  subject = 'Família Aurora'
  await write(newGroup())
  await expect.poll(names).toEqual(['Família Aurora'])
})

test('a name that could not be told is asked for when the connection is up again', async () => {
  subject = null
  await write(newGroup())
  expect(await names()).toEqual(['Grupo'])
  subject = 'Fornecedores'
  await nameGroups(app.ctx, ref)
  expect(await names()).toEqual(['Fornecedores'])
})
