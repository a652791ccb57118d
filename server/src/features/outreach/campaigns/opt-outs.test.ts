// Numbers that hear of no campaign: entered by hand, seen by admins alone, left out of what waits and of what comes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addCampaignOptOut,
  listCampaignOptOuts,
  takeBackCampaignOptOut
} from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import * as contract from '@guiche/shared/features/outreach/campaigns.ts'
import type { TestApp } from '#test/build-test-app.ts'
import { buildCampaignApp, makeCampaignDesk } from '#test/campaign-desk.ts'
import { makeUser } from '#test/factories.ts'

let desk: TestApp
beforeAll(async () => {
  desk = await buildCampaignApp()
})
afterAll(() => desk.close())

test('an admin enters a number, which is left out at once and for ever, and sees who did when', async () => {
  const settings = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0 }
  const { company, make, move, show } = await makeCampaignDesk(desk, 3, {}, settings)
  const { admin } = company
  await move(contract.startCampaign)
  await desk.drain()
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
  expect((await show(second)).counts).toMatchObject({ valid: 2, skipped: 1 })
})

test('an admin takes a mistake back, which stays written, and the person may say so again', async () => {
  const { company, answer, make, move, show } = await makeCampaignDesk(desk, 2)
  const { admin } = company
  await move(contract.startCampaign)
  await desk.drain()
  await answer(1, 'sair')
  const params = { number: '5521980000002' }
  const user = await makeUser(company)
  expect((await user.call(takeBackCampaignOptOut, { params })).error).toBe('ERR_NO_PERMISSION')
  const back = await admin.call(takeBackCampaignOptOut, { params })
  expect(back.body).toMatchObject({ word: 'sair', revokedByName: admin.name, revokedAt: expect.any(String) })
  expect((await admin.call(takeBackCampaignOptOut, { params })).error).toBe('ERR_NO_OPT_OUT_FOUND')
  const second = await make({ name: 'Verão' })
  await move(contract.startCampaign, second)
  await desk.drain()
  expect((await show(second)).counts).toMatchObject({ sent: 2, skipped: 0 })
  await answer(1, 'SAIR')
  const { records } = (await admin.call(listCampaignOptOuts, { query: {} })).body
  expect(records).toMatchObject([{ word: 'SAIR', revokedAt: null, revokedByName: null }])
})

test('what is no number is refused, and whoever is no admin sees none', async () => {
  const { company } = await makeCampaignDesk(desk, 0)
  const refused = await company.admin.call(addCampaignOptOut, { body: { number: '12' } })
  expect(refused.body).toMatchObject({ error: 'ERR_VALIDATION', fields: { number: 'ERR_WAPP_INVALID_CONTACT' } })
  const user = await makeUser(company)
  expect((await user.call(listCampaignOptOuts, { query: {} })).error).toBe('ERR_NO_PERMISSION')
})
