// Settings: values, who may change and read them, and the cache that others read them through.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listSettings,
  settingEvent,
  settingKeys,
  settingValues,
  updateSetting
} from '@guiche/shared/features/org/settings.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, signInSuper, type Person } from '#test/fixtures/factories.ts'
import { settingOf, updateSetting as saveSetting } from './settings.service.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const change = (person: Person, key: string, value: string) =>
  person.call(updateSetting, { params: { key }, body: { key, value } })

it('lists every key with its value, for everybody of the company', async () => {
  const company = await makeCompany(test)
  await change(company.admin, 'scheduleType', 'queue')
  const { body } = await (await makeUser(company)).call(listSettings)
  expect(body.map(({ key }) => key)).toEqual(settingKeys)
  expect(body).toContainEqual({ key: 'scheduleType', value: 'queue' })
  expect(body).toContainEqual({ key: 'call', value: 'enabled' })
  expect(body).toContainEqual({ key: 'hoursCloseTicketsAuto', value: '24' })
})

it('takes every listed value of every key', async () => {
  const boss = await signInSuper(test)
  for (const key of settingKeys) {
    for (const value of settingValues[key] ?? ['12']) {
      const { status, body } = await change(boss, key, value)
      expect([status, body]).toEqual([200, { key, value }])
    }
  }
})

it('takes values as legacy clients send them, too', async () => {
  const { admin } = await makeCompany(test)
  const body = { key: 'hoursCloseTicketsAuto', value: 12 as unknown as string }
  const answer = await admin.call(updateSetting, { params: { key: body.key }, body })
  expect(answer.body).toEqual({ key: 'hoursCloseTicketsAuto', value: '12' })
})

it.each([
  ['scheduleType', 'sempre'],
  ['userRating', ''],
  ['hoursCloseTicketsAuto', 'vinte']
])('refuses %s = %j', async (key, value) => {
  const { admin } = await makeCompany(test)
  const { status, error, refusal } = await change(admin, key, value)
  expect([status, error, refusal?.fields]).toEqual([400, 'ERR_VALIDATION', { value: 'ERR_VALIDATION' }])
})

it('leaves what a company has paid for to the super user', async () => {
  const { admin } = await makeCompany(test)
  expect(await change(admin, 'campaignsEnabled', 'true')).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' })
  expect((await change(await signInSuper(test), 'campaignsEnabled', 'enabled')).error).toBe('ERR_VALIDATION')
})

it.each(['naoExiste', '__proto__', 'constructor', 'toString'])('knows no key %s', async (key) => {
  const { admin } = await makeCompany(test)
  const { status, error } = await change(admin, key, 'enabled')
  expect([status, error]).toEqual([404, 'ERR_NO_SETTING_FOUND'])
})

it('is changed by admins alone, and for their own company alone', async () => {
  const [company, other] = [await makeCompany(test), await makeCompany(test)]
  const refused = await change(await makeUser(company), 'call', 'disabled')
  expect([refused.status, refused.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  await change(company.admin, 'call', 'disabled')
  expect((await other.admin.call(listSettings)).body).toContainEqual({ key: 'call', value: 'enabled' })
})

it('tells the company at once', async () => {
  const [company, other] = [await makeCompany(test), await makeCompany(test)]
  const user = await makeUser(company)
  const sockets = await Promise.all([company.admin, user, other.admin].map((person) => person.connect()))
  await change(company.admin, 'call', 'disabled')
  await Promise.all(sockets.map((socket) => socket.settle()))
  const heard = sockets.map((socket) => socket.heard.filter(({ name }) => name.endsWith('-settings')))
  expect(heard.map((events) => events.length)).toEqual([1, 1, 0])
  const [adminSocket] = sockets
  expect(adminSocket?.of(settingEvent)[0]).toMatchObject({
    action: 'update',
    setting: { key: 'call', value: 'disabled' }
  })
})

it('never breaks, whatever is typed', async () => {
  const { admin } = await makeCompany(test)
  const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 2100 }), fc.constant('\u0000'))
  await fc.assert(
    fc.asyncProperty(typed, fc.constantFrom('asaas', 'call', 'hoursCloseTicketsAuto'), async (value, key) => {
      expect([200, 400]).toContain((await change(admin, key, value)).status)
    }),
    { numRuns: 50 }
  )
})

describe('settingOf', () => {
  it('answers with the default until somebody changes the setting, then with the change', async () => {
    const { id, admin } = await makeCompany(test)
    expect(await settingOf(test.ctx, id, 'userRating')).toBe('disabled')
    await change(admin, 'userRating', 'enabled')
    expect(await settingOf(test.ctx, id, 'userRating')).toBe('enabled')
    expect(await settingOf(test.ctx, 999_999, 'call')).toBe('enabled')
  })

  it('hears of changes on other nodes from the database', async () => {
    const second = await buildTestApp({ besides: test })
    try {
      const { id, admin } = await makeCompany(test)
      expect(await settingOf(second.ctx, id, 'userRating')).toBe('disabled')
      await change(admin, 'userRating', 'enabled')
      await expect.poll(() => settingOf(second.ctx, id, 'userRating'), { timeout: 3000, interval: 20 }).toBe('enabled')
    } finally {
      await second.close()
    }
  })

  it('does not wait for a second connection inside transactions that hold all of them', async () => {
    const { id } = await makeCompany(test)
    const many = Array.from({ length: 24 }, () => inTransaction(test.ctx, (tx) => settingOf(tx, id, 'call')))
    expect(new Set(await Promise.all(many))).toEqual(new Set(['enabled']))
  })

  it('keeps nothing of a change that was undone', async () => {
    const { id } = await makeCompany(test)
    const undone = inTransaction(test.ctx, async (tx) => {
      await saveSetting(tx, { actor: { companyId: id } } as never, 'call', 'disabled')
      expect(await settingOf(tx, id, 'call')).toBe('disabled')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await settingOf(test.ctx, id, 'call')).toBe('enabled')
  })
})
