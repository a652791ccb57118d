// Admins hear once a month of each limit that it is nearly full, and once that it is full.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { quotaNoticeEvent } from '@guiche/shared/features/org/quotas.ts'
import { companyMonths, companyStorage, quotaNotices } from '#database/tables/org/quotas.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, type Company } from '#test/fixtures/factories.ts'
import { countMessages } from './count-messages.ts'
import { notifyOfQuotas } from './notify-of-quotas.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const send = ({ id }: Company, sent: number) => inTransaction(test.ctx, async (tx) => countMessages(tx, id, { sent }))

/** Subjects of the mails that came meanwhile to an address. */
async function mailsTo(address: string): Promise<string[]> {
  const before = test.mails.length
  await notifyOfQuotas(test.ctx)
  await test.drain()
  return test.mails.slice(before).flatMap(({ to, subject }) => (to === address ? [subject] : []))
}

it('tells admins at 80 % and at 100 %, once each, and attendants never', async () => {
  const company = await makeCompany(test, { plan: { messages: 10 } })
  const agent = await makeUser(company)
  const [socket, other] = [await company.admin.connect(), await agent.connect()]
  await send(company, 7)
  expect(await mailsTo(company.admin.email)).toEqual([])
  await send(company, 1)
  expect(await mailsTo(company.admin.email)).toEqual(['Mais de 80 % das mensagens do mês já foram enviadas'])
  expect(await mailsTo(company.admin.email)).toEqual([])
  await send(company, 2)
  expect(await mailsTo(company.admin.email)).toEqual(['As mensagens do plano acabaram neste mês'])
  expect(await mailsTo(company.admin.email)).toEqual([])
  await Promise.all([socket.settle(), other.settle()])
  expect(socket.of(quotaNoticeEvent)).toMatchObject([
    { notice: { kind: 'messages', level: 80, used: 8, limit: 10 } },
    { notice: { kind: 'messages', level: 100, used: 10, limit: 10 } }
  ])
  expect(other.of(quotaNoticeEvent)).toEqual([])
  expect(test.mails.filter(({ to }) => to === agent.email)).toEqual([])
  const mail = test.mails.findLast(({ to }) => to === company.admin.email)
  expect(mail?.text).toContain('10 das 10 mensagens')
  expect(mail?.text).toContain('/console/financeiro?tab=use')
})

it('says once that a limit is full when it was never nearly full before', async () => {
  const company = await makeCompany(test, { plan: { storage: 2_000_000_000 } })
  await test.ctx.db.insert(companyStorage).values({ companyId: company.id, bytes: 2_500_000_000 })
  expect(await mailsTo(company.admin.email)).toEqual(['O espaço para arquivos está cheio'])
  await test.ctx.db.update(companyStorage).set({ bytes: 1_700_000_000 })
  expect(await mailsTo(company.admin.email)).toEqual([])
  expect(test.mails.findLast(({ to }) => to === company.admin.email)?.text).toContain('2,5 GB dos 2 GB')
})

it('begins anew with the month, and says nothing of plans without limits or with none at all allowed', async () => {
  const company = await makeCompany(test, { plan: { messages: 4 } })
  const [free, none] = [await makeCompany(test), await makeCompany(test, { plan: { campaigns: 0 } })]
  await send(company, 4)
  await send(free, 100)
  expect(await mailsTo(company.admin.email)).toHaveLength(1)
  const { db } = test.ctx
  await db.update(quotaNotices).set({ month: '2020-01-01' }).where(eq(quotaNotices.companyId, company.id))
  await db.update(companyMonths).set({ month: '2020-01-01' }).where(eq(companyMonths.companyId, company.id))
  expect(await mailsTo(company.admin.email)).toEqual([])
  await send(company, 4)
  expect(await mailsTo(company.admin.email)).toHaveLength(1)
  expect(test.mails.filter(({ to }) => to === free.admin.email || to === none.admin.email)).toEqual([])
})

it('tells of a limit only once when two nodes look at the same time', async () => {
  const company = await makeCompany(test, { plan: { messages: 1 } })
  await send(company, 1)
  const before = test.mails.length
  await Promise.all([notifyOfQuotas(test.ctx), notifyOfQuotas(test.ctx)])
  await test.drain()
  expect(test.mails.slice(before).filter(({ to }) => to === company.admin.email)).toHaveLength(1)
})
