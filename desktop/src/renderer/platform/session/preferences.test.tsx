// What people choose for themselves: theirs on every machine, told to the server when it can be.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { savePreferences } from '@guiche/shared/features/org/preferences.ts'
import { makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

test('the language of the person is spoken wherever they sign in', async () => {
  startServer(makeSessionUser({ preferences: { language: 'es', firstSteps: 'auto', pushTexts: false } }))
  const { screen } = await renderConsole('/')
  await expect.element(screen.getByRole('link', { name: 'Contactos' })).toBeVisible()
  expect(localStorage.getItem('language')).toBe('es')
})

test('what is chosen at the login is told once somebody has signed in, and goes before what was chosen earlier', async () => {
  const server = startServer(makeSessionUser({ preferences: { language: 'es', firstSteps: 'auto', pushTexts: false } }))
  server.on(savePreferences, () => ({ language: 'en' as const, firstSteps: 'auto' as const, pushTexts: false }))
  const { screen } = await renderConsole('/login', { signedIn: false })
  await screen.getByRole('button', { name: 'English' }).click()
  await screen.getByLabelText('E-mail').fill('ana@padaria.com.br')
  await screen.getByLabelText('Password', { exact: true }).fill('segredo')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('link', { name: 'Contacts' })).toBeVisible()
  await expect.poll(() => server.callsOf(savePreferences)[0]?.body).toEqual({ language: 'en' })
  await expect.poll(() => localStorage.getItem('preferencesToSave')).toBeNull()
})

test('what the server cannot be told is kept and told at the next sign-in', async () => {
  const server = startServer(makeSessionUser())
  server.on(savePreferences, () => {
    throw new AppError('ERR_INTERNAL')
  })
  const { screen } = await renderConsole('/')
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByText('English').click()
  await expect.poll(() => server.callsOf(savePreferences)).toHaveLength(1)
  expect(JSON.parse(localStorage.getItem('preferencesToSave') ?? 'null')).toMatchObject({ chosen: { language: 'en' } })
})
