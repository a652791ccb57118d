// Too many calls of one address, or of one login, are refused; the console itself is none of them.
import { expect, test } from 'vitest'
import { buildTestApp } from '#test/server/build-test-app.ts'
import { makeCompany } from '#test/fixtures/factories.ts'

test('the pages of the console are served however often, also to who has called too often', async () => {
  const app = await buildTestApp({ config: { rateLimit: 10 } })
  const ask = async (url: string) => (await app.http.inject({ url })).statusCode
  for (let count = 0; count < 15; count++) expect(await ask('/console/tickets')).toBe(200)
  const answers: number[] = []
  for (let count = 0; count < 12; count++) answers.push(await ask('/version'))
  expect([answers[0], answers.at(-1)]).toEqual([200, 429])
  expect(await ask('/console/')).toBe(200)
  await app.close()
})

test('people who share an address are counted each alone, and a token that is none counts for its address', async () => {
  const app = await buildTestApp({ config: { rateLimit: 20, loginRateLimit: 40 } })
  const ask = async (token: string) =>
    (await app.http.inject({ url: '/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode
  const { admin } = await makeCompany(app)
  const { admin: neighbour } = await makeCompany(app)
  for (let count = 0; count < 40; count++) expect(await ask(admin.token)).toBe(200)
  expect(await ask(admin.token)).toBe(429)
  expect(await ask(neighbour.token)).toBe(200)
  const forged: number[] = []
  for (let count = 0; count < 21; count++) forged.push(await ask(`${admin.token}${count}`))
  expect([forged[0], forged.at(-1)]).toEqual([403, 429])
  expect(await ask(neighbour.token)).toBe(200)
  await app.close()
})
