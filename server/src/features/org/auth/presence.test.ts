// Who is online: as sockets come and go, and when a node dies without a word.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAllUsers, userEvent } from '@guiche/shared/features/org/users.ts'
import { users } from '#database/tables/org/users.ts'
import { sweepPresence } from '#features/org/users/user-presence.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const isOnline = async (company: Company, { id }: Person) =>
  (await company.admin.call(listAllUsers)).body.find((user) => user.id === id)?.online
async function lastSeen({ id, companyId }: Person) {
  return (
    await test.ctx.db
      .select()
      .from(users)
      .where(and(eq(users.companyId, companyId), eq(users.id, id)))
  )[0]?.lastSeenAt
}

it('shows people online from their first socket to their last', async () => {
  const company = await makeCompany(test)
  const user = await makeUser(company)
  const watching = await company.admin.connect()
  expect(await isOnline(company, user)).toBe(false)
  const [first, second] = [await user.connect(), await user.connect()]
  await expect.poll(() => isOnline(company, user)).toBe(true)
  await first.close()
  await watching.settle()
  expect(await isOnline(company, user)).toBe(true)
  await second.close()
  await expect.poll(() => isOnline(company, user)).toBe(false)
  await watching.settle()
  const heard = watching.of(userEvent).flatMap((event) => ('user' in event && event.user.id === user.id ? [event] : []))
  expect(heard.map(({ user: { online } }) => online)).toEqual([true, false])
})

it('ends as the last word was, when somebody comes and goes fast', async () => {
  const company = await makeCompany(test)
  const user = await makeUser(company)
  const { directory } = test.app
  const words = [true, false, true, false, true]
  await Promise.all(words.map((online) => directory.setOnline(company.id, user.id, online)))
  expect(await isOnline(company, user)).toBe(true)
})

it('writes signs of life once a minute at most', async () => {
  const company = await makeCompany(test)
  const user = await makeUser(company)
  const sign = () => test.app.directory.setOnline(company.id, user.id, true)
  await sign()
  const first = await lastSeen(user)
  test.clock.advance(30_000)
  await sign()
  expect(await lastSeen(user)).toEqual(first)
  test.clock.advance(31_000)
  await sign()
  expect((await lastSeen(user))?.getTime()).toBeGreaterThan(first?.getTime() ?? 0)
})

it('puts people offline whose node died, and tells of it', async () => {
  const company = await makeCompany(test)
  const user = await makeUser(company)
  const watching = await company.admin.connect()
  await test.app.directory.setOnline(company.id, user.id, true)
  test.clock.advance(10 * 60_000)
  await sweepPresence(test.ctx)
  expect(await isOnline(company, user)).toBe(true)
  test.clock.advance(2 * 60_000)
  await sweepPresence(test.ctx)
  await watching.settle()
  const last = watching.of(userEvent).findLast((event) => 'user' in event && event.user.id === user.id)
  expect(last).toMatchObject({ action: 'update', user: { online: false } })
})

it('survives a user who is gone', async () => {
  const company = await makeCompany(test)
  await expect(test.app.directory.setOnline(company.id, 999_999, true)).resolves.toBeUndefined()
})
