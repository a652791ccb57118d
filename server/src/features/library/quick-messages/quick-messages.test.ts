// Quick messages: who sees which.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listQuickMessages } from '@guiche/shared/features/library/quick-messages.ts'
import { quickMessages } from '#database/tables/inbox/messages.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, type Person } from '#test/fixtures/factories.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

function write(person: Person, shortcode: string, geral = false, mediaPath: string | null = null) {
  return test.ctx.db.insert(quickMessages).values({
    companyId: person.companyId,
    userId: person.id,
    shortcode,
    message: `Texto de ${shortcode}`,
    geral,
    mediaPath
  })
}

it('lists the own ones and those of the whole company, by short code', async () => {
  const company = await makeCompany(test)
  const [user, colleague] = [await makeUser(company), await makeUser(company)]
  const stranger = (await makeCompany(test)).admin
  await write(user, 'pix', false, 'pix.png')
  await write(user, 'bom-dia')
  await write(colleague, 'so-minha')
  await write(colleague, 'horario', true)
  await write(stranger, 'de-outra-empresa', true)
  const query = { companyId: company.id, userId: colleague.id }
  const { status, body } = await user.call(listQuickMessages, { query })
  expect(status).toBe(200)
  expect(body.map(({ shortcode }) => shortcode)).toEqual(['bom-dia', 'horario', 'pix'])
  expect(body.find(({ shortcode }) => shortcode === 'pix')).toMatchObject({
    isMedia: true,
    userId: user.id,
    geral: false
  })
  expect(body.find(({ shortcode }) => shortcode === 'bom-dia')?.isMedia).toBe(false)
})
