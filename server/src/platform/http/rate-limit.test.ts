// Too many calls of one address are refused; the console itself is none of them.
import { expect, test } from 'vitest'
import { buildTestApp } from '#test/build-test-app.ts'

test('the pages of the console are served however often, also to who has called too often', async () => {
  const desk = await buildTestApp({ config: { rateLimit: 10 } })
  const ask = async (url: string) => (await desk.http.inject({ url })).statusCode
  for (let count = 0; count < 15; count++) expect(await ask('/console/tickets')).toBe(200)
  const answers: number[] = []
  for (let count = 0; count < 12; count++) answers.push(await ask('/version'))
  expect([answers[0], answers.at(-1)]).toEqual([200, 429])
  expect(await ask('/console/')).toBe(200)
  await desk.close()
})
