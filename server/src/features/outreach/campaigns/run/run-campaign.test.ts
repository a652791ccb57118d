// Campaigns at work: everybody of the list is written to once, by the intervals, whoever stops, restarts or fails.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContact } from '@guiche/shared/features/inbox/contacts.ts'
import { createTag, syncTicketTags } from '@guiche/shared/features/inbox/tags.ts'
import * as contract from '@guiche/shared/features/outreach/campaigns.ts'
import { createContactList } from '@guiche/shared/features/outreach/contact-lists.ts'
import { campaignRecipients, campaigns } from '#database/tables/outreach/campaigns.ts'
import { companies } from '#database/tables/org/companies.ts'
import { contacts } from '#database/tables/inbox/contacts.ts'
import { eventSequences } from '#database/tables/events.ts'
import { contactListItems } from '#database/tables/outreach/contact-lists.ts'
import type { TestApp } from '#test/server/build-test-app.ts'
import { keyOfNumber } from '#features/outreach/contact-lists/contact-lists.service.ts'
import { buildCampaignApp, createCampaignFixture, numberOf, sweepCampaigns } from '#test/fixtures/campaign-fixture.ts'
import { accepted } from '#test/fixtures/factories.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'
import { campaignWorker } from './run-campaign.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildCampaignApp()
})
afterAll(() => app.close())

test('everybody is written to once, in their own name, and the campaign is over', async () => {
  const { companyId, move, show, written } = await createCampaignFixture(app, 12)
  expect((await move(contract.startCampaign)).body.status).toBe('EM_ANDAMENTO')
  await app.drain()
  const bodies = (await written()).map(({ body }) => body)
  expect(bodies.toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => `Olá, Pessoa ${n}!`).toSorted())
  expect(await show()).toMatchObject({ status: 'FINALIZADA', counts: { valid: 12, sent: 12, waiting: 0 } })
  const made = await app.ctx.db.select().from(contacts).where(eq(contacts.companyId, companyId))
  expect(made.map(({ name }) => name)).toContain('Pessoa 11')
})

test('a tag leads to the contacts who wear it and to those with a ticket that does, each once', async () => {
  const { company, connection, move, written } = await createCampaignFixture(app, 0)
  const { admin } = company
  const tag = accepted(app, await admin.call(createTag, { body: { name: 'Festas' } }))
  const add = async (n: number, tags: { id: number }[]) => {
    const body = { name: `Pessoa ${n}`, number: numberOf(n), tags }
    return accepted(app, await admin.call(createContact, { body })).id
  }
  const [worn, ticket, both] = [await add(1, [{ id: tag.id }]), await add(2, []), await add(3, [{ id: tag.id }])]
  await add(4, [])
  for (const contactId of [ticket, both]) {
    const { id: ticketId } = await makeTicket(company, { contactId, connectionId: connection.id, status: 'closed' })
    await admin.call(syncTicketTags, { body: { ticketId, tags: [{ id: tag.id }] } })
  }
  const body = { name: 'Festa', message1: 'Olá!', tagListId: tag.id, whatsappId: connection.id }
  await move(contract.startCampaign, accepted(app, await admin.call(contract.createCampaign, { body })).id)
  await app.drain()
  expect((await written()).map(({ contactId }) => contactId).toSorted((a, b) => a - b)).toEqual([worn, ticket, both])
})

test('stopped in the middle it goes on with whoever is left', async () => {
  const settings = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0 }
  const { move, show, written } = await createCampaignFixture(app, 4, {}, settings)
  await move(contract.startCampaign)
  await app.drain()
  expect(await written()).toHaveLength(1)
  app.clock.advance(31_000)
  await app.drain()
  expect(await written()).toHaveLength(2)
  await move(contract.cancelCampaign)
  app.clock.advance(120_000)
  await app.drain()
  expect([await written(), (await show()).status]).toEqual([expect.objectContaining({ length: 2 }), 'CANCELADA'])
  expect((await move(contract.cancelCampaign)).error).toBe('ERR_CAMPAIGN_STATUS')
  await move(contract.restartCampaign)
  for (let round = 0; round < 4; round++) {
    await app.drain()
    app.clock.advance(31_000)
  }
  await app.drain()
  expect(new Set((await written()).map(({ body }) => body)).size).toBe(4)
  expect((await show()).status).toBe('FINALIZADA')
})

test('for three days after the due date it goes on, then it waits for the payment', async () => {
  const settings = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0 }
  const { companyId, move, status, written } = await createCampaignFixture(app, 2, {}, settings)
  const setOverdue = (days: number) =>
    app.ctx.db
      .update(companies)
      .set({ dueDate: new Date(app.clock.now().getTime() - days * 86_400_000) })
      .where(eq(companies.id, companyId))
  await setOverdue(2)
  expect((await move(contract.startCampaign)).status).toBe(200)
  await app.drain()
  expect(await written()).toHaveLength(1)
  await setOverdue(3.01)
  app.clock.advance(31_000)
  await app.drain()
  expect([await status(), (await written()).length]).toEqual(['EM_ANDAMENTO', 1])
  await setOverdue(2.99)
  app.clock.advance(120_000)
  await sweepCampaigns(app.ctx)
  await app.drain()
  expect(await written()).toHaveLength(2)
})

test('a running one is stopped before it is deleted', async () => {
  const settings = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0 }
  const { company, id, move, show } = await createCampaignFixture(app, 2, {}, settings)
  const remove = () => company.admin.call(contract.deleteCampaign, { params: { id } })
  await move(contract.startCampaign)
  await app.drain()
  expect((await remove()).error).toBe('ERR_CAMPAIGN_RUNNING')
  expect((await show()).status).toBe('EM_ANDAMENTO')
  await move(contract.cancelCampaign)
  expect((await remove()).status).toBe(200)
})

test('without pauses one turn writes to many, and the longer pauses among them are kept', async () => {
  const settings = { messageInterval: 0, longerIntervalAfter: 5, greaterInterval: 60 }
  const { companyId, id, move, show, written } = await createCampaignFixture(app, 12, {}, settings)
  const sequence = async () =>
    (await app.ctx.db.select().from(eventSequences).where(eq(eventSequences.companyId, companyId)))[0]?.seq ?? 0
  await move(contract.startCampaign)
  await Promise.all(Array.from({ length: 4 }, () => campaignWorker.run(app.ctx, { companyId, campaignId: id })))
  expect(await written()).toHaveLength(5)
  app.clock.advance(91_000)
  await app.drain()
  expect(await written()).toHaveLength(10)
  const before = await sequence()
  app.clock.advance(91_000)
  await app.drain()
  expect(new Set((await written()).map(({ body }) => body)).size).toBe(12)
  expect((await show()).status).toBe('FINALIZADA')
  // Two people made, their tickets and messages, and two words of the campaign: not one for each of them.
  expect((await sequence()) - before).toBeLessThanOrEqual(12)
})

test('the pauses of a campaign are those of its own company, whoever had its turn just before', async () => {
  const hasty = await createCampaignFixture(app, 2)
  const slow = await createCampaignFixture(
    app,
    3,
    {},
    { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0 }
  )
  for (const { companyId, id, move } of [hasty, slow]) {
    await move(contract.startCampaign)
    await campaignWorker.run(app.ctx, { companyId, campaignId: id })
  }
  expect([(await hasty.written()).length, (await slow.written()).length]).toEqual([2, 1])
})

test('one who cannot be reached leaves the others of a turn their messages', async () => {
  const { companyId, move, show, written } = await createCampaignFixture(app, 6)
  const number = '5521980000000'
  await app.ctx.db
    .update(contactListItems)
    .set({ number, numberKey: number })
    .where(and(eq(contactListItems.companyId, companyId), eq(contactListItems.name, 'Pessoa 2')))
  await move(contract.startCampaign)
  await app.drain()
  expect(await show()).toMatchObject({ status: 'FINALIZADA', counts: { sent: 5, failed: 1 } })
  expect(new Set((await written()).map(({ body }) => body)).size).toBe(5)
})

test('a turn that two nodes take at once writes one message', async () => {
  const { companyId, id, move, written } = await createCampaignFixture(app, 1)
  await move(contract.startCampaign)
  await Promise.all(Array.from({ length: 5 }, () => campaignWorker.run(app.ctx, { companyId, campaignId: id })))
  expect(await written()).toHaveLength(1)
})

test('whoever is not on WhatsApp has failed, and is tried again alone', async () => {
  const { companyId, id, move, show, written } = await createCampaignFixture(app, 3)
  const { db } = app.ctx
  const number = '5521980000000'
  await db
    .update(contactListItems)
    .set({ number, numberKey: number })
    .where(and(eq(contactListItems.companyId, companyId), eq(contactListItems.name, 'Pessoa 1')))
  await move(contract.startCampaign)
  await app.drain()
  expect(await show()).toMatchObject({ status: 'FINALIZADA', hasFailed: true, counts: { sent: 2, failed: 1 } })
  await db
    .update(campaignRecipients)
    .set({ number: '5521981112222' })
    .where(
      and(
        eq(campaignRecipients.companyId, companyId),
        eq(campaignRecipients.campaignId, id),
        eq(campaignRecipients.state, 'failed')
      )
    )
  await move(contract.retryCampaign)
  await app.drain()
  expect(await written()).toHaveLength(3)
  const done = await show()
  expect(done).toMatchObject({ hasFailed: false, counts: { sent: 3, failed: 0 } })
  expect((await move(contract.retryCampaign)).refusal).toMatchObject({ error: 'ERR_CAMPAIGN_STATUS' })
  expect((await show()).completedAt).toBe(done.completedAt)
})

test('a scheduled one stays as it is in its last hour, and begins at its moment', async () => {
  const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000).toISOString()
  const { company, id, status, written } = await createCampaignFixture(app, 2, { scheduledAt: inMinutes(120) })
  const change = (body: object) => company.admin.call(contract.updateCampaign, { params: { id }, body })
  const moved = await change({ name: 'Outro', scheduledAt: inMinutes(30) })
  expect(moved.body).toMatchObject({ name: 'Outro', status: 'PROGRAMADA', message1: 'Olá, {nome}!' })
  expect((await change({ name: 'Mais um' })).error).toBe('ERR_CAMPAIGN_NOT_EDITABLE')
  app.clock.advance(29 * 60_000)
  await app.drain()
  expect([await status(), await written()]).toEqual(['PROGRAMADA', []])
  app.clock.advance(2 * 60_000)
  await app.drain()
  expect([await status(), (await written()).length]).toEqual(['FINALIZADA', 2])
})

test('one is scheduled only when it is whole, and stops when nobody is left of its list', async () => {
  const scheduledAt = new Date(app.clock.now().getTime() + 120 * 60_000).toISOString()
  const { company, id } = await createCampaignFixture(app, 1, { scheduledAt })
  const { admin } = company
  const refused = await admin.call(contract.createCampaign, { body: { name: 'Sem nada', scheduledAt } })
  expect(refused.body).toMatchObject({
    error: 'ERR_CAMPAIGN_INCOMPLETE',
    fields: { contactListId: 'Required', whatsappId: 'Required', message1: 'Required' }
  })
  await app.ctx.db.delete(contactListItems).where(eq(contactListItems.companyId, company.id))
  app.clock.advance(121 * 60_000)
  await app.drain()
  const [row] = await app.ctx.db.select().from(campaigns).where(eq(campaigns.id, id))
  expect(row).toMatchObject({ status: 'CANCELADA', stopReason: 'nobody', isFilled: false })
})

test('with another list a stopped one goes on with its people, and writes to nobody twice', async () => {
  const settings = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0 }
  const { company, companyId, id, move, show, written } = await createCampaignFixture(app, 3, {}, settings)
  await move(contract.startCampaign)
  await app.drain()
  await move(contract.cancelCampaign)
  const { id: contactListId } = accepted(
    app,
    await company.admin.call(createContactList, { body: { name: 'Segunda lista' } })
  )
  const items = [numberOf(0), numberOf(8)].map((number) => ({ name: 'Outra', number, numberKey: keyOfNumber(number) }))
  await app.ctx.db.insert(contactListItems).values(items.map((item) => ({ ...item, companyId, contactListId })))
  await company.admin.call(contract.updateCampaign, { params: { id }, body: { contactListId } })
  expect((await show()).counts).toMatchObject({ valid: 1, unchecked: 1, sent: 1, waiting: 1 })
  await move(contract.restartCampaign)
  await app.drain()
  expect((await written()).map(({ body }) => body)).toEqual(['Olá, Pessoa 0!', 'Olá, Outra!'])
})

test('campaigns of one connection share the first contacts of a day to the last one', async () => {
  const settings = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, firstContactsPerDay: 4 }
  const { company, companyId, id, make, move, written } = await createCampaignFixture(app, 3, {}, settings)
  const others = await Promise.all(
    ['Segunda', 'Terceira', 'Quarta'].map(async (name, at) => {
      const list = accepted(app, await company.admin.call(createContactList, { body: { name } }))
      const numbers = [0, 1, 2].map((n) => numberOf((at + 1) * 10 + n))
      await app.ctx.db.insert(contactListItems).values(
        numbers.map((number) => {
          return { name: 'Outra', number, numberKey: keyOfNumber(number), companyId, contactListId: list.id }
        })
      )
      const campaignId = await make()
      await company.admin.call(contract.updateCampaign, {
        params: { id: campaignId },
        body: { contactListId: list.id }
      })
      return campaignId
    })
  )
  const all = [id, ...others]
  for (const campaignId of all) await move(contract.startCampaign, campaignId)
  await Promise.all(all.map((campaignId) => campaignWorker.run(app.ctx, { companyId, campaignId })))
  expect(await written()).toHaveLength(4)
  app.clock.advance(24 * 3_600_000)
  await Promise.all(all.map((campaignId) => campaignWorker.run(app.ctx, { companyId, campaignId })))
  expect(await written()).toHaveLength(8)
})
