// What people and WhatsApp answer to a campaign: confirmations, refusals, words that end it for ever, and limits.
import { and, desc, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateConnection } from '@guiche/shared/features/inbox/connections.ts'
import { ackLevels, sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import * as contract from '@guiche/shared/features/outreach/campaigns.ts'
import { campaignOptOuts, campaignRecipients, campaigns } from '#database/tables/outreach/campaigns.ts'
import { contacts } from '#database/tables/inbox/contacts.ts'
import { eventLog } from '#database/tables/events.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { TestApp } from '#test/server/build-test-app.ts'
import { buildCampaignApp, createCampaignFixture, numberOf, sweepCampaigns } from '#test/fixtures/campaign-fixture.ts'
import { eventually } from '#test/eventually.ts'
import { changeCampaign } from '../campaigns.repo.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildCampaignApp()
})
afterAll(() => app.close())

test('whoever confirms gets the message, also late; whoever declines gets none', async () => {
  const wishes = { confirmation: true, confirmationMessage1: 'Posso enviar, {nome}?' }
  const { move, show, answer, written } = await createCampaignFixture(app, 3, wishes)
  await move(contract.startCampaign)
  await app.drain()
  expect((await written()).map(({ body }) => body)).toEqual([0, 1, 2].map((n) => `Posso enviar, Pessoa ${n}?`))
  expect((await show()).counts).toMatchObject({ asked: 3, confirmed: 0, sent: 0 })
  await answer(0, 'Sim, pode!')
  await answer(1, 'Não')
  await answer(2, 'sim')
  expect((await written()).slice(3).map(({ body }) => body)).toEqual(['Olá, Pessoa 0!', 'Olá, Pessoa 2!'])
  await answer(0, 'Obrigada!')
  expect(await written()).toHaveLength(5)
  expect(await show()).toMatchObject({
    status: 'FINALIZADA',
    counts: { valid: 3, asked: 3, confirmed: 2, sent: 2, skipped: 1 }
  })
  // Legacy clients count the confirmations in here.
  expect((await show()).shipping.filter(({ confirmation }) => confirmation !== null)).toHaveLength(2)
})

test('whoever opts out hears of no campaign ever again', async () => {
  const { companyId, make, move, show, answer, written } = await createCampaignFixture(app, 2)
  await move(contract.startCampaign)
  await app.drain()
  await answer(1, ' SAIR ')
  const rows = await app.ctx.db.select().from(campaignOptOuts).where(eq(campaignOptOuts.companyId, companyId))
  expect(rows).toMatchObject([{ number: numberOf(1), name: 'Pessoa 1', word: 'SAIR', byName: null }])
  const second = await make({ name: 'Verão' })
  await move(contract.startCampaign, second)
  await app.drain()
  expect(await show(second)).toMatchObject({ status: 'FINALIZADA', counts: { sent: 1, skipped: 1 } })
  expect((await written()).filter(({ clientId }) => clientId?.startsWith('campaign-'))).toHaveLength(3)
})

/** A campaign app whose connection greets whoever writes. */
async function greetingServer(count: number, wishes: object = {}) {
  const made = await createCampaignFixture(app, count, wishes)
  const { company, companyId, connection, move, written } = made
  const body = { greetingMessage: 'Olá! Como podemos ajudar?' }
  await company.admin.call(updateConnection, { params: { id: connection.id }, body })
  await move(contract.startCampaign)
  await app.drain()
  const campaigned = (await written()).length
  return {
    ...made,
    /** What went out behind the messages of the campaign. */
    said: async () => (await written()).slice(campaigned).map(({ body: text }) => text),
    ticketOf: async (n: number) => {
      const [row] = await app.ctx.db
        .select({ status: tickets.status, unread: tickets.unreadMessages })
        .from(tickets)
        .innerJoin(contacts, and(eq(contacts.companyId, tickets.companyId), eq(contacts.id, tickets.contactId)))
        .where(and(eq(tickets.companyId, companyId), eq(contacts.number, numberOf(n))))
      return row
    }
  }
}

test('whoever opts out is told so once, is not greeted for it, and nobody has to attend to it', async () => {
  const { answer, said, ticketOf } = await greetingServer(2)
  const done = 'Pronto! Você não vai mais receber as nossas campanhas. Se precisar de nós, é só escrever aqui.'
  await answer(0, 'SAIR')
  expect(await said()).toEqual([done])
  expect(await ticketOf(0)).toEqual({ status: 'closed', unread: 0 })
  await answer(0, 'sair')
  expect(await said()).toEqual([done])
  // Whoever writes afterwards is a customer like any other.
  await answer(0, 'Vocês abrem amanhã?')
  expect(await said()).toEqual([done, 'Olá! Como podemos ajudar?'])
  expect(await ticketOf(0)).toEqual({ status: 'pending', unread: 1 })
  // A word that may mean an order is looked at by somebody.
  await answer(1, 'cancelar')
  expect((await said()).slice(2)).toEqual([done])
  expect(await ticketOf(1)).toEqual({ status: 'pending', unread: 1 })
})

test('a bare answer to a question gets no greeting, anything else said with it does', async () => {
  const wishes = { confirmation: true, confirmationMessage1: 'Posso enviar?' }
  const { answer, said, ticketOf } = await greetingServer(3, wishes)
  await answer(0, 'Sim, pode enviar 👍')
  expect(await said()).toEqual(['Olá, Pessoa 0!'])
  expect(await ticketOf(0)).toEqual({ status: 'pending', unread: 1 })
  await answer(0, 'E quanto custa?')
  expect(await said()).toEqual(['Olá, Pessoa 0!', 'Olá! Como podemos ajudar?'])
  await answer(1, 'Não, obrigada')
  expect(await ticketOf(1)).toEqual({ status: 'closed', unread: 0 })
  expect(await said()).toHaveLength(2)
  await answer(2, 'Sim, e quero falar com alguém')
  expect((await said()).slice(2).toSorted()).toEqual(['Olá! Como podemos ajudar?', 'Olá, Pessoa 2!'])
})

test('a yes that is said to an attendant answers no question of a campaign', async () => {
  const wishes = { confirmation: true, confirmationMessage1: 'Posso enviar?' }
  const { answer, company, companyId, hear, move, show } = await createCampaignFixture(app, 1, wishes)
  await hear(0, 'Quero um bolo')
  const [ticket] = await app.ctx.db
    .select()
    .from(tickets)
    .where(eq(tickets.companyId, companyId))
    .orderBy(desc(tickets.id))
  const id = ticket?.id ?? 0
  await company.admin.call(updateTicket, { params: { id }, body: { status: 'open', userId: company.admin.id } })
  await move(contract.startCampaign)
  await app.drain()
  await company.admin.call(sendMessage, { params: { ticketId: id }, body: { body: 'Para entregar?' } })
  await answer(0, 'Sim')
  expect((await show()).counts).toMatchObject({ asked: 1, confirmed: 0, sent: 0 })
})

test('a word that means other things elsewhere counts right behind the message of a campaign alone', async () => {
  const { companyId, move, answer } = await createCampaignFixture(app, 5)
  const day = 24 * 3_600_000
  const words = async () => {
    const rows = await app.ctx.db.select().from(campaignOptOuts).where(eq(campaignOptOuts.companyId, companyId))
    return rows.map(({ word }) => word).toSorted()
  }
  await move(contract.startCampaign)
  await app.drain()
  await answer(0, 'Cancelar')
  await answer(1, 'Queria encomendar um bolo')
  await answer(1, 'cancelar')
  expect(await words()).toEqual(['Cancelar'])
  await answer(1, 'sair')
  app.clock.advance(4 * day)
  await answer(2, 'para')
  await answer(3, 'stop')
  app.clock.advance(30 * day)
  await answer(4, 'sair')
  expect(await words()).toEqual(['Cancelar', 'sair', 'stop'])
})

test('what is said to a person who serves the ticket is no opt-out', async () => {
  const { company, companyId, move, answer } = await createCampaignFixture(app, 1)
  const { db } = app.ctx
  await move(contract.startCampaign)
  await app.drain()
  await answer(0, 'Bom dia, quero um bolo')
  const [ticket] = await db.select().from(tickets).where(eq(tickets.companyId, companyId)).orderBy(desc(tickets.id))
  const id = ticket?.id ?? 0
  await company.admin.call(updateTicket, { params: { id }, body: { status: 'open', userId: company.admin.id } })
  await company.admin.call(sendMessage, {
    params: { ticketId: id },
    body: { body: 'Quer sair para buscar ou entregamos?' }
  })
  await answer(0, 'Sair')
  expect(await db.select().from(campaignOptOuts).where(eq(campaignOptOuts.companyId, companyId))).toEqual([])
})

test('it stops by itself with the reason when WhatsApp lets the account write to nobody new', async () => {
  const settings = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0 }
  const { move, outcome, show, written } = await createCampaignFixture(app, 3, {}, settings)
  await move(contract.startCampaign)
  await app.drain()
  const [first] = await written()
  await outcome(first, { delivery: 'failed', failure: 'reach-out-locked' })
  app.clock.advance(60_000)
  await app.drain()
  expect(await show()).toMatchObject({
    status: 'CANCELADA',
    stopReason: 'refused-by-whatsapp',
    counts: { failed: 1, waiting: 2 }
  })
  expect(await written()).toHaveLength(1)
})

test('a campaign that was over when WhatsApp refused says so as well, and a retry takes it back', async () => {
  const { move, outcome, show, written } = await createCampaignFixture(app, 2)
  await move(contract.startCampaign)
  await app.drain()
  expect(await show()).toMatchObject({ status: 'FINALIZADA', stopReason: null })
  const [first] = await written()
  await outcome(first, { delivery: 'failed', failure: 'reach-out-locked' })
  expect(await show()).toMatchObject({ status: 'FINALIZADA', stopReason: 'refused-by-whatsapp', counts: { failed: 1 } })
  await move(contract.retryCampaign)
  expect(await show()).toMatchObject({ status: 'EM_ANDAMENTO', stopReason: null })
})

test('a connection makes no more first contacts in a day than it may', async () => {
  const settings = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, firstContactsPerDay: 2 }
  const { companyId, move, show, status, written } = await createCampaignFixture(app, 3, {}, settings)
  await move(contract.startCampaign)
  await app.drain()
  expect(await written()).toHaveLength(2)
  // Whoever looks at it reads why it goes no further, live or later.
  expect((await show()).counts).toMatchObject({ waiting: 1, firstContactsLeft: 0 })
  const [told] = await app.ctx.db
    .select()
    .from(eventLog)
    .where(and(eq(eventLog.companyId, companyId), like(eventLog.name, '%-campaign')))
    .orderBy(desc(eventLog.seq))
    .limit(1)
  expect(JSON.parse(told?.payload ?? '')).toMatchObject({ record: { counts: { waiting: 1, firstContactsLeft: 0 } } })
  app.clock.advance(24 * 3_600_000)
  await sweepCampaigns(app.ctx)
  await app.drain()
  expect([(await written()).length, await status()]).toEqual([3, 'FINALIZADA'])
})

test('whoever knows the connection is written to, also when the first contacts of the day are used up', async () => {
  const settings = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, firstContactsPerDay: 1 }
  const { answer, make, move, show, written } = await createCampaignFixture(app, 4, {}, settings)
  // The last of the list has written before.
  await answer(3, 'Vocês abrem amanhã?')
  await move(contract.startCampaign)
  await app.drain()
  expect((await written()).map(({ body }) => body)).toEqual(['Olá, Pessoa 0!', 'Olá, Pessoa 3!'])
  expect(await show()).toMatchObject({ status: 'EM_ANDAMENTO', counts: { sent: 2, waiting: 2 } })
  // Another campaign of the day finds the same limit.
  const second = await make({ name: 'Verão', message1: 'De novo, {nome}' })
  await move(contract.startCampaign, second)
  await app.drain()
  expect((await written()).slice(2).map(({ body }) => body)).toEqual(['De novo, Pessoa 0', 'De novo, Pessoa 3'])
})

test('what was not heard of is caught up with; one that an attendant sent again has arrived', async () => {
  const { move, outcome, show, written } = await createCampaignFixture(app, 3)
  await move(contract.startCampaign)
  await app.drain()
  const [first, second] = await written()
  const unheard = (id: string | undefined, change: object) =>
    app.ctx.db
      .update(messages)
      .set(change)
      .where(eq(messages.id, id ?? ''))
  await unheard(first?.id, { delivery: 'sent' })
  await unheard(second?.id, { delivery: 'failed', failure: 'refused' })
  await sweepCampaigns(app.ctx)
  expect((await show()).counts).toMatchObject({ sent: 2, delivered: 1, failed: 1 })
  await outcome(second, { delivery: 'sent' })
  expect((await show()).counts).toMatchObject({ sent: 3, delivered: 2, failed: 0 })
})

test('a late yes is answered also when its wake was lost', async () => {
  const wishes = { confirmation: true, confirmationMessage1: 'Posso?' }
  const { companyId, move, status, written } = await createCampaignFixture(app, 1, wishes)
  await move(contract.startCampaign)
  await app.drain()
  expect(await status()).toBe('FINALIZADA')
  const confirmed = { confirmedAt: app.clock.now() }
  await app.ctx.db.update(campaignRecipients).set(confirmed).where(eq(campaignRecipients.companyId, companyId))
  await sweepCampaigns(app.ctx)
  await app.drain()
  expect(await written()).toHaveLength(2)
})

/**
 * Somebody ends the campaign while `work` is heard of: what `work` tells waits for the end, and is told as it then is.
 * What comes `before` it waits for nobody.
 */
async function publishedBehindEnd(
  companyId: number,
  id: number,
  work: () => Promise<unknown>,
  before = (): Promise<unknown> => Promise.resolve()
) {
  const { db } = app.ctx
  await db.update(campaigns).set({ status: 'EM_ANDAMENTO' }).where(eq(campaigns.id, id))
  let end = () => {}
  const ending = new Promise<void>((resolve) => {
    end = resolve
  })
  let isHeld = false
  const finishing = inTransaction(app.ctx, async (tx) => {
    await changeCampaign(tx.db, companyId, id, { status: 'FINALIZADA' })
    isHeld = true
    await ending
  })
  await eventually(() => isHeld, 'the end of the campaign')
  await before()
  let isTold = false
  const telling = work().then(() => {
    isTold = true
  })
  const blocked = () => db.execute(sql`select 1 from pg_locks where not granted and locktype = 'transactionid'`)
  await eventually(async () => isTold || (await blocked()).length > 0, 'the word of it')
  end()
  await Promise.all([finishing, telling])
  const [last] = await db
    .select()
    .from(eventLog)
    .where(and(eq(eventLog.companyId, companyId), like(eventLog.name, '%-campaign')))
    .orderBy(desc(eventLog.seq))
    .limit(1)
  return JSON.parse(last?.payload ?? '')
}

test('what is told of a campaign is never older than what was told before', async () => {
  const { companyId, id, move, outcome, written } = await createCampaignFixture(app, 1)
  await move(contract.startCampaign)
  await app.drain()
  const [message] = await written()
  const told = await publishedBehindEnd(companyId, id, () => outcome(message, { delivery: 'sent' }))
  expect(told).toMatchObject({ record: { status: 'FINALIZADA', counts: { delivered: 1 } } })
})

test.each([
  ['Não', { skipped: 1 }],
  ['Sim', { confirmed: 1 }],
  ['Sair', { skipped: 1 }]
])('the answer %s waits for no campaign, and what is told of it is never older either', async (word, counts) => {
  const wishes = { confirmation: true, confirmationMessage1: 'Posso?' }
  const { companyId, id, hear, move } = await createCampaignFixture(app, 1, wishes)
  await move(contract.startCampaign)
  await app.drain()
  const told = await publishedBehindEnd(companyId, id, app.drain, () => hear(0, word))
  expect(told).toMatchObject({ record: { status: 'FINALIZADA', counts } })
})

test('a question that WhatsApp refuses has failed, stops the campaign like any message, and is asked again', async () => {
  const settings = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0 }
  const wishes = { confirmation: true, confirmationMessage1: 'Posso?' }
  const { answer, move, outcome, show, written } = await createCampaignFixture(app, 2, wishes, settings)
  await move(contract.startCampaign)
  await app.drain()
  const first = (await written())[0]?.id ?? ''
  const refusal = { delivery: 'failed', failure: 'reach-out-locked' } as const
  await app.ctx.db.update(messages).set(refusal).where(eq(messages.id, first))
  await sweepCampaigns(app.ctx)
  expect(await show()).toMatchObject({
    status: 'CANCELADA',
    stopReason: 'refused-by-whatsapp',
    counts: { failed: 1, waiting: 1 }
  })
  await move(contract.retryCampaign)
  await app.drain()
  const [, second] = await written()
  await outcome(second, { delivery: 'sent' })
  expect((await show()).counts).toMatchObject({ asked: 1, sent: 0, delivered: 0, failed: 0, waiting: 1 })
  await answer(0, 'Sim')
  app.clock.advance(31_000)
  await app.drain()
  const [, , third] = await written()
  expect(third?.body).toBe('Olá, Pessoa 0!')
  // Who confirmed is not asked once more when the message fails.
  await outcome(third, { delivery: 'failed', failure: 'refused' })
  await move(contract.cancelCampaign)
  await move(contract.retryCampaign)
  app.clock.advance(31_000)
  await app.drain()
  expect((await written())[3]?.body).toBe('Olá, Pessoa 0!')
})

test('the report counts who has read the message, and who wrote back within a week', async () => {
  const { id, move, show, answer, outcome, written } = await createCampaignFixture(app, 3)
  await move(contract.startCampaign)
  await app.drain()
  const sent = await written()
  for (const message of sent) await outcome(message, { delivery: 'sent' })
  expect((await show()).counts).toMatchObject({ delivered: 3, read: 0, answered: 0 })
  await outcome(sent[0], { ack: ackLevels.delivered })
  expect((await show()).counts).toMatchObject({ read: 0 })
  await outcome(sent[0], { ack: ackLevels.read })
  await outcome(sent[0], { ack: ackLevels.played })
  expect((await show()).counts).toMatchObject({ read: 1, answered: 0 })
  // Whoever answers has read, also without a receipt; a second word is no second answer.
  await answer(1, 'Que horas abre?')
  await answer(1, 'Alô?')
  expect((await show()).counts).toMatchObject({ delivered: 3, read: 2, answered: 1 })
  const third = and(eq(campaignRecipients.campaignId, id), eq(campaignRecipients.number, numberOf(2)))
  const sentAt = new Date(app.clock.now().getTime() - 8 * 86_400_000)
  await app.ctx.db.update(campaignRecipients).set({ sentAt }).where(third)
  await answer(2, 'Oi, queria um bolo')
  expect((await show()).counts).toMatchObject({ read: 2, answered: 1 })
})
