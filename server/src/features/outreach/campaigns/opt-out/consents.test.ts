// What people said of hearing of campaigns: each word with its source, and what it changes for campaigns.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consentEvent, listConsents, recordConsent } from '@guiche/shared/features/inbox/consents.ts'
import { listContacts, deleteContact } from '@guiche/shared/features/inbox/contacts.ts'
import { addCampaignOptOut, takeBackCampaignOptOut } from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import * as contract from '@guiche/shared/features/outreach/campaigns.ts'
import { contactConsents } from '#database/tables/inbox/consents.ts'
import { buildCampaignApp, createCampaignFixture, numberOf } from '#test/fixtures/campaign-fixture.ts'
import { accepted, makeCompany, makeUser, type Company } from '#test/fixtures/factories.ts'
import type { TestApp } from '#test/server/build-test-app.ts'
import { connectSocket } from '#test/server/test-socket.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildCampaignApp()
})
afterAll(() => app.close())

async function contactOf({ admin }: Company, number: string): Promise<number> {
  const { contacts } = accepted(app, await admin.call(listContacts, { query: { searchParam: number } }))
  const id = contacts[0]?.id
  if (id === undefined) throw new Error(`nobody has ${number}`)
  return id
}

async function read({ admin }: Company, id: number) {
  const { records } = accepted(app, await admin.call(listConsents, { params: { id } }))
  return records.map(({ state, source, detail, byName }) => ({ state, source, detail, byName }))
}

test('a yes, a word and what an admin takes back stand one after the other', async () => {
  const { company, answer, move } = await createCampaignFixture(app, 1, {
    confirmation: true,
    confirmationMessage1: 'Pode?'
  })
  await move(contract.startCampaign)
  await app.drain()
  await answer(0, 'sim')
  await answer(0, 'sair')
  const id = await contactOf(company, numberOf(0))
  accepted(app, await company.admin.call(takeBackCampaignOptOut, { params: { number: numberOf(0) } }))
  expect(await read(company, id)).toEqual([
    { state: 'reopened', source: 'team', detail: '', byName: company.admin.name },
    { state: 'withdrawn', source: 'word', detail: 'sair', byName: null },
    { state: 'given', source: 'campaign', detail: 'Inverno', byName: null }
  ])
})

test('the team enters what it was told; a withdrawal leaves the person out, and admins alone take it back', async () => {
  const { company, make, move, show, hear } = await createCampaignFixture(app, 2)
  await hear(0, 'Oi')
  await app.drain()
  const id = await contactOf(company, numberOf(0))
  const user = await makeUser(company)
  const socket = await connectSocket(app, user)
  const enter = (who: typeof user, state: 'given' | 'withdrawn', detail = 'Disse no balcão') =>
    who.call(recordConsent, { params: { id }, body: { state, detail } })
  const withdrawn = accepted(app, await enter(user, 'withdrawn'))
  await app.drain()
  await socket.settle()
  expect(socket.of(consentEvent)).toMatchObject([{ action: 'create', record: withdrawn }])
  await move(contract.startCampaign)
  await app.drain()
  expect((await show()).counts).toMatchObject({ sent: 1, skipped: 1 })
  expect((await enter(user, 'given')).error).toBe('ERR_OPTED_OUT')
  accepted(app, await enter(company.admin, 'given', 'Mudou de ideia por e-mail'))
  const second = await make({ name: 'Verão' })
  await move(contract.startCampaign, second)
  await app.drain()
  expect((await show(second)).counts).toMatchObject({ sent: 2, skipped: 0 })
  // A number that is entered by hand is that of a contact.
  accepted(app, await company.admin.call(addCampaignOptOut, { body: { number: numberOf(0), word: 'Carta' } }))
  expect((await read(company, id)).map(({ state, detail }) => [state, detail])).toEqual([
    ['withdrawn', 'Carta'],
    ['given', 'Mudou de ideia por e-mail'],
    ['withdrawn', 'Disse no balcão']
  ])
  expect((await enter(user, 'withdrawn', ' ')).error).toBe('ERR_VALIDATION')
  await socket.close()
})

test('another company sees and enters nothing, and with the contact its consents go', async () => {
  const { company, hear } = await createCampaignFixture(app, 1)
  await hear(0, 'Oi')
  await app.drain()
  const id = await contactOf(company, numberOf(0))
  const body = { state: 'given', detail: 'Assinou a ficha' } as const
  accepted(app, await company.admin.call(recordConsent, { params: { id }, body }))
  const other = await makeCompany(app)
  expect((await other.admin.call(listConsents, { params: { id } })).error).toBe('ERR_NO_CONTACT_FOUND')
  expect((await other.admin.call(recordConsent, { params: { id }, body })).error).toBe('ERR_NO_CONTACT_FOUND')
  accepted(app, await company.admin.call(deleteContact, { params: { id } }))
  expect(await app.ctx.db.select().from(contactConsents).where(eq(contactConsents.companyId, company.id))).toEqual([])
})
