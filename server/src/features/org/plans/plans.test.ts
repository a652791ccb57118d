// Plans: what is offered to whom, and the version beside it, both without a login.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPlanName, listPlans } from '@guiche/shared/features/org/plans.ts'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makePlan } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { claimSeat } from './plans.service.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

it('lists plans to everybody, cheapest first, without the one of the super user', async () => {
  await makePlan(test, { value: 49.9, useKanban: false })
  const { status, body } = await injectCall(test.http, listPlans)
  expect(status).toBe(200)
  expect(body.map(({ value }) => value)).toEqual(body.map(({ value }) => value).toSorted((a, b) => a - b))
  expect(body[0]).toMatchObject({ value: 49.9, useKanban: false, useCampaigns: true })
  expect(body.map(({ name }) => name)).not.toContain(adminPlanName)
})

it('holds the limits of connections as well', async () => {
  const company = await makeCompany(test, { plan: { connections: 0 } })
  const claim = inTransaction(test.ctx, (tx) => claimSeat(tx, company.id, 'connections'))
  await expect(claim).rejects.toMatchObject({ code: 'ERR_PLAN_LIMIT_CONNECTIONS', details: { values: { limit: 0 } } })
})

it('answers with the version, with and without a slash at the end', async () => {
  const { body } = await injectCall(test.http, showVersion)
  expect(body).toEqual({
    version: '6.0.0',
    server: '0.1.0',
    minimumClient: '0.1.0',
    publicUrl: test.ctx.config.publicUrl,
    // The tests' server is reached as localhost, where browsers make passkeys.
    passkeys: true,
    passwordPolicy: 'plain'
  })
  expect((await test.http.inject({ url: '/version/' })).json()).toEqual(body)
})
