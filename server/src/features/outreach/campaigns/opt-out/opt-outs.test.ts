// Numbers that hear of no campaign: entered by hand, seen by admins alone, left out of what waits and of what comes.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addCampaignOptOut,
  campaignOptOutEvent,
  listCampaignOptOuts,
  takeBackCampaignOptOut
} from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import { deleteContact, listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import * as contract from '@guiche/shared/features/outreach/campaigns.ts'
import type { TestApp } from '#test/server/build-test-app.ts'
import { buildCampaignApp, createCampaignFixture, numberOf } from '#test/fixtures/campaign-fixture.ts'
import { campaignOptOuts } from '#database/tables/outreach/campaigns.ts'
import { contactListItems } from '#database/tables/outreach/contact-lists.ts'
import { keyOfNumber } from '#features/outreach/contact-lists/contact-lists.service.ts'
import { accepted, makeUser } from '#test/fixtures/factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildCampaignApp()
})
afterAll(() => app.close())

test('an admin enters a number, which is left out at once and for ever, and sees who did when', async () => {
  const settings = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0 }
  const { company, make, move, show } = await createCampaignFixture(app, 3, {}, settings)
  const { admin } = company
  await move(contract.startCampaign)
  await app.drain()
  // As people type it.
  const body = { number: '(21) 98000-0003', word: 'Pediu por telefone' }
  const added = await admin.call(addCampaignOptOut, { body })
  expect(added.body).toMatchObject({ number: '5521980000003', word: 'Pediu por telefone', byName: admin.name })
  expect((await show()).counts).toMatchObject({ sent: 1, skipped: 1, waiting: 1 })
  await admin.call(addCampaignOptOut, { body: { ...body, word: 'De novo' } })
  const { records, count } = (await admin.call(listCampaignOptOuts, { query: {} })).body
  expect([records, count]).toEqual([[added.body], 1])
  const second = await make({ name: 'Verão' })
  await move(contract.startCampaign, second)
  expect((await show(second)).counts).toMatchObject({ waiting: 2, skipped: 1 })
})

test('an admin takes a mistake back, which stays written, and the person may say so again', async () => {
  const { company, answer, make, move, show } = await createCampaignFixture(app, 2)
  const { admin } = company
  await move(contract.startCampaign)
  await app.drain()
  await answer(1, 'sair')
  const params = { number: '5521980000002' }
  const user = await makeUser(company)
  expect((await user.call(takeBackCampaignOptOut, { params })).error).toBe('ERR_NO_PERMISSION')
  const back = await admin.call(takeBackCampaignOptOut, { params })
  expect(back.body).toMatchObject({ word: 'sair', revokedByName: admin.name, revokedAt: expect.any(String) })
  expect((await admin.call(takeBackCampaignOptOut, { params })).error).toBe('ERR_NO_OPT_OUT_FOUND')
  const second = await make({ name: 'Verão' })
  await move(contract.startCampaign, second)
  await app.drain()
  expect((await show(second)).counts).toMatchObject({ sent: 2, skipped: 0 })
  await answer(1, 'SAIR')
  const { records } = (await admin.call(listCampaignOptOuts, { query: {} })).body
  expect(records).toMatchObject([{ word: 'SAIR', revokedAt: null, revokedByName: null }])
})

test('what is no number is refused, and whoever is no admin sees none', async () => {
  const { company } = await createCampaignFixture(app, 0)
  const refused = await company.admin.call(addCampaignOptOut, { body: { number: '12' } })
  expect(refused.body).toMatchObject({ error: 'ERR_VALIDATION', fields: { number: 'ERR_WAPP_INVALID_CONTACT' } })
  const user = await makeUser(company)
  expect((await user.call(listCampaignOptOuts, { query: {} })).error).toBe('ERR_NO_PERMISSION')
})

/** The second of two people opts out, is erased with everything that names them, and comes back with a new list. */
async function eraseUnwilling() {
  const fixture = await createCampaignFixture(app, 2)
  const { company, companyId, hear } = fixture
  const { admin } = company
  const number = numberOf(1)
  await hear(1, 'Bom dia')
  accepted(app, await admin.call(addCampaignOptOut, { body: { number, name: 'Pessoa 1', word: 'Pediu' } }))
  const { contacts } = accepted(app, await admin.call(listContacts, { query: { searchParam: number } }))
  accepted(app, await admin.call(deleteContact, { params: { id: contacts[0]?.id ?? 0 } }))
  const { db } = app.ctx
  const [other] = await db.select().from(contactListItems).where(eq(contactListItems.companyId, companyId))
  const contactListId = other?.contactListId ?? 0
  const again = { companyId, contactListId, name: 'Pessoa 1', number, numberKey: keyOfNumber(number) }
  await db.insert(contactListItems).values(again)
  return { ...fixture, admin, number }
}

test('whoever opted out and was erased since is counted as left out from the start, and written to by nobody', async () => {
  const { companyId, move, show, written, make, admin, number } = await eraseUnwilling()
  // What the campaign says of itself before anybody is written to.
  await move(contract.startCampaign)
  expect((await show()).counts).toMatchObject({ unchecked: 1, skipped: 1 })
  await app.drain()
  expect((await show()).counts).toMatchObject({ sent: 1, skipped: 1 })
  expect(await written()).toHaveLength(1)
  const rows = await app.ctx.db.select().from(campaignOptOuts).where(eq(campaignOptOuts.companyId, companyId))
  expect(JSON.stringify(rows)).not.toContain('980000002')
  expect(rows).toMatchObject([{ number: '', name: '', word: '' }])
  // Whoever wants to hear of campaigns again is taken in again.
  await admin.call(takeBackCampaignOptOut, { params: { number } })
  const second = await make({ name: 'Verão' })
  await move(contract.startCampaign, second)
  expect((await show(second)).counts).toMatchObject({ unchecked: 2, skipped: 0 })
})

test('taking back what was erased names nobody to others, and takes both entries of a number', async () => {
  const { admin, number } = await eraseUnwilling()
  const socket = await admin.connect()
  const back = accepted(app, await admin.call(takeBackCampaignOptOut, { params: { number } }))
  expect(back).toMatchObject({ number, name: '', revokedByName: admin.name })
  await socket.settle()
  expect(socket.of(campaignOptOutEvent)).toEqual([])
  const twice = await eraseUnwilling()
  const body = { number, name: 'Pessoa 1', word: 'De novo' }
  await twice.admin.call(addCampaignOptOut, { body })
  const both = accepted(app, await twice.admin.call(takeBackCampaignOptOut, { params: { number } }))
  expect(both).toMatchObject(body)
  expect((await twice.admin.call(takeBackCampaignOptOut, { params: { number } })).error).toBe('ERR_NO_OPT_OUT_FOUND')
  const { records, count } = accepted(app, await twice.admin.call(listCampaignOptOuts, { query: {} }))
  expect([records, count]).toMatchObject([[{ ...body, revokedByName: twice.admin.name }], 1])
})
