// What is looked at of a campaign: what one person would read, its recipients, and the sheet of what became of them.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFileList } from '@guiche/shared/features/library/file-lists.ts'
import * as contract from '@guiche/shared/features/outreach/campaigns.ts'
import { campaignRecipients } from '#database/tables/outreach/campaigns.ts'
import { contactListItems } from '#database/tables/outreach/contact-lists.ts'
import type { TestApp } from '#test/server/build-test-app.ts'
import { accepted } from '#test/fixtures/factories.ts'
import { buildCampaignApp, createCampaignFixture, numberOf } from '#test/fixtures/campaign-fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildCampaignApp()
})
afterAll(() => app.close())

test('a preview fills in what one person would read, and sends nothing', async () => {
  const wishes = { message2: 'Venha à {loja}', confirmation: true, confirmationMessage1: 'Posso, {nome}?' }
  const { company, companyId, id, written } = await createCampaignFixture(app, 2, wishes)
  const { admin } = company
  const files = { name: 'Cardápio', message: 'Veja o cardápio da {loja}, {nome}.', options: [{ name: 'Sem foto' }] }
  const { id: fileListId } = accepted(app, await admin.call(createFileList, { body: files }))
  await admin.call(contract.updateCampaign, { params: { id }, body: { fileListId } })
  const settings = { variables: [{ key: 'loja', value: 'Rua das Flores, 10' }] }
  await admin.call(contract.saveCampaignSettings, { body: { settings } })
  const preview = (query: { itemId?: number }) => admin.call(contract.previewCampaign, { params: { id }, query })
  expect((await preview({})).body).toEqual({
    name: 'Pessoa 0',
    number: numberOf(0),
    messages: [
      { message: 'Olá, Pessoa 0!', confirmation: 'Posso, Pessoa 0?' },
      { message: 'Venha à Rua das Flores, 10', confirmation: null }
    ],
    attached: [{ text: 'Veja o cardápio da Rua das Flores, 10, Pessoa 0.', fileName: null }]
  })
  const second = and(eq(contactListItems.companyId, companyId), eq(contactListItems.name, 'Pessoa 1'))
  const [item] = await app.ctx.db.select().from(contactListItems).where(second)
  expect((await preview({ itemId: item?.id ?? 0 })).body.name).toBe('Pessoa 1')
  await app.drain()
  expect(await written()).toEqual([])
})

describe('valid contacts', () => {
  const check = (companyId: number, name: string, isWhatsappValid: boolean) =>
    app.ctx.db
      .update(contactListItems)
      .set({ checkedAt: app.clock.now(), isWhatsappValid })
      .where(and(eq(contactListItems.companyId, companyId), eq(contactListItems.name, name)))

  test('are those that WhatsApp knows, before the campaign begins: neither strangers to it nor unchecked ones', async () => {
    const { companyId, show } = await createCampaignFixture(app, 4)
    expect((await show()).counts).toMatchObject({ valid: 0, unchecked: 4 })
    await check(companyId, 'Pessoa 0', true)
    await check(companyId, 'Pessoa 1', false)
    const { counts, contactList } = await show()
    expect(counts).toMatchObject({ valid: 1, unchecked: 2 })
    // What older consoles count themselves.
    expect(contactList?.contacts).toEqual([{ isWhatsappValid: true }])
  })

  test('are the same while it runs; whoever was written to is known, and all of them delivered is all of it', async () => {
    const { companyId, id, move, show } = await createCampaignFixture(app, 4)
    await check(companyId, 'Pessoa 0', true)
    await check(companyId, 'Pessoa 1', false)
    await move(contract.startCampaign)
    await move(contract.cancelCampaign)
    expect((await show()).counts).toMatchObject({ valid: 1, unchecked: 2, waiting: 3, skipped: 1 })
    await move(contract.restartCampaign)
    await app.drain()
    expect((await show()).counts).toMatchObject({ valid: 3, unchecked: 0, sent: 3, skipped: 1 })
    await app.ctx.db
      .update(campaignRecipients)
      .set({ deliveredAt: app.clock.now() })
      .where(and(eq(campaignRecipients.campaignId, id), eq(campaignRecipients.state, 'sent')))
    const { delivered, valid } = (await show()).counts
    expect(delivered).toBe(valid)
  })

  test('do not hold a number that WhatsApp did not know when it was written to', async () => {
    const { companyId, move, show } = await createCampaignFixture(app, 2)
    await app.ctx.db
      .update(contactListItems)
      .set({ number: '5521980000000', numberKey: '552180000000' })
      .where(and(eq(contactListItems.companyId, companyId), eq(contactListItems.name, 'Pessoa 1')))
    await move(contract.startCampaign)
    await app.drain()
    expect((await show()).counts).toMatchObject({ valid: 1, unchecked: 0, sent: 1, failed: 1 })
  })
})

test('the sheet has a line for everybody, and nothing in it is taken for a formula', async () => {
  const { company, companyId, id, move } = await createCampaignFixture(app, 1205)
  const { admin } = company
  const first = and(eq(contactListItems.companyId, companyId), eq(contactListItems.name, 'Pessoa 0'))
  await app.ctx.db.update(contactListItems).set({ name: '=1+1;"Zé"' }).where(first)
  await app.ctx.db
    .update(contactListItems)
    .set({ checkedAt: app.clock.now() })
    .where(and(eq(contactListItems.companyId, companyId), eq(contactListItems.name, 'Pessoa 7')))
  await move(contract.startCampaign)
  await move(contract.cancelCampaign)
  await app.ctx.db
    .update(campaignRecipients)
    .set({ state: 'failed', reason: 'reach-out-locked' })
    .where(and(eq(campaignRecipients.companyId, companyId), eq(campaignRecipients.name, 'Pessoa 8')))
  const { body } = await admin.call(contract.exportCampaign, { params: { id }, body: { language: 'pt' } })
  expect(body).toMatchObject({ name: 'campanha-Inverno.csv', count: 1205 })
  const answer = await fetch(new URL(new URL(body.url).pathname, app.url))
  const text = Buffer.from(await answer.arrayBuffer()).toString('utf8')
  const lines = text.split('\r\n')
  expect(lines).toHaveLength(1207)
  expect(lines.slice(0, 2)).toEqual([
    '\uFEFFNome;Número;E-mail;Situação;Motivo;Enviada;Entregue;Confirmação pedida;Confirmada',
    `"'=1+1;""Zé""";${numberOf(0)};;Aguardando;;;;;`
  ])
  expect(lines[8]).toBe(`Pessoa 7;${numberOf(7)};;Deixada de fora;Não está no WhatsApp;;;;`)
  expect(lines[9]).toMatch(/;Falhou;O WhatsApp bloqueou por um tempo as conversas novas deste número;/)
})

test('outside the hours it waits, by the clocks of the company', async () => {
  const hour = (offset: number) =>
    (Number(
      new Intl.DateTimeFormat('en-US', { timeZone: 'America/Sao_Paulo', hour: 'numeric', hourCycle: 'h23' }).format(
        app.clock.now()
      )
    ) +
      offset) %
    24
  const settings = {
    messageInterval: 0,
    longerIntervalAfter: 0,
    greaterInterval: 0,
    sendFrom: hour(2),
    sendUntil: hour(4)
  }
  const { move, status, written } = await createCampaignFixture(app, 2, {}, settings)
  await move(contract.startCampaign)
  await app.drain()
  expect([await status(), await written()]).toEqual(['EM_ANDAMENTO', []])
  app.clock.advance(2 * 3_600_000)
  await app.drain()
  expect([await status(), (await written()).length]).toEqual(['FINALIZADA', 2])
})
