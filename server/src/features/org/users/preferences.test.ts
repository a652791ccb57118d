// Tests of what people choose for themselves: theirs alone, at every sign-in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '@guiche/shared/features/org/auth.ts'
import { savePreferences } from '@guiche/shared/features/org/preferences.ts'
import { signUp } from '@guiche/shared/features/org/companies.ts'
import { listSettings } from '@guiche/shared/features/org/settings.ts'
import { accepted, makeCompany, makePlan, makeUser, signIn, unique } from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { injectCall } from '#test/server/inject-call.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())

test('a choice is the person’s at the next sign-in, and nobody else’s; what is not named stays', async () => {
  const company = await makeCompany(app)
  const [ana, bia] = [await makeUser(company), await makeUser(company)]
  const again = async (person: typeof ana) =>
    accepted(app, await injectCall(app.http, login, { body: { email: person.email, password: person.password } })).user
      .preferences
  accepted(app, await ana.call(savePreferences, { body: { language: 'es' } }))
  const both = { language: 'es', firstSteps: 'away', pushTexts: false } as const
  expect(accepted(app, await ana.call(savePreferences, { body: { firstSteps: 'away' } }))).toEqual(both)
  const unknown = await ana.call(savePreferences, { body: { language: 'fr' as 'es' } })
  expect(unknown).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
  expect(await again(ana)).toEqual(both)
  expect(await again(bia)).toEqual({ language: null, firstSteps: 'auto', pushTexts: false })
})

test('whoever signs up in a language is spoken to in it, and so are the customers', async () => {
  const credentials = { email: `amy${unique()}@empresa.test`, password: 'Segredo123' }
  const body = { ...credentials, name: `Bakery ${unique()}`, planId: (await makePlan(app)).id, language: 'en' }
  accepted(app, await injectCall(app.http, signUp, { body }))
  const { user } = accepted(app, await injectCall(app.http, login, { body: credentials }))
  expect(user.preferences.language).toBe('en')
  const amy = await signIn(app, credentials)
  const settings = accepted(app, await amy.call(listSettings, {}))
  expect(settings.find(({ key }) => key === 'chatBotLanguage')?.value).toBe('en')
})
