// The login screen, as a person uses it.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { login } from '@guiche/shared/features/org/auth.ts'
import { leaveTakeOverNote, readTakeOverNote } from '#platform/session/take-over-note.ts'
import { makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

async function typeAndEnter(screen: Awaited<ReturnType<typeof renderConsole>>['screen'], password = 'segredo') {
  await screen.getByLabelText('E-mail').fill('ana@padaria.com.br')
  await screen.getByLabelText('Senha', { exact: true }).fill(password)
  await userEvent.keyboard('{Enter}')
}

test('a right password leads to the tickets of an attendant and stores who it is, but no token', async () => {
  const user = makeSessionUser({ profile: 'user' })
  const server = startServer(user)
  const { screen, path } = await renderConsole('/login', { signedIn: false })
  await typeAndEnter(screen)
  await expect.element(screen.getByRole('link', { name: 'Atendimentos' })).toBeVisible()
  // That one is signed in is seen: no toast says it.
  expect(document.querySelectorAll('.mantine-Notification-root')).toHaveLength(0)
  await expect.poll(path).toBe('/tickets')
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toMatch(/head\.|token/i)
  expect(localStorage.getItem('companyId')).toBe('7')
  expect(localStorage.getItem('userId')).toBe('1')
  expect(localStorage.getItem('companyDueDate')).toMatch(/^\d\d\/\d\d\/\d{4}$/)
  expect(localStorage.getItem('cshow')).toBeNull()
  expect(server.callsOf(login)[0]?.body).toEqual({ email: 'ana@padaria.com.br', password: 'segredo' })
})

test('after a take-over the login says who, when and from where, and leads back to where one was', async () => {
  startServer(makeSessionUser({ profile: 'user' }))
  const by = {
    at: new Date(2026, 2, 2, 14, 32).toISOString(),
    address: '189.6.1.2',
    browser: 'Chrome',
    system: 'Windows'
  }
  leaveTakeOverNote('ana@padaria.com.br', by)
  const { screen, path } = await renderConsole('/contacts', { signedIn: false })
  await expect.element(screen.getByText('Sua conta foi acessada em outro computador.')).toBeVisible()
  await expect.element(screen.getByText(/02\/03\/2026.* · Chrome no Windows · 189\.6\.1\.2/)).toBeVisible()
  await expect.element(screen.getByLabelText('E-mail')).toHaveValue('ana@padaria.com.br')
  await expect.element(screen.getByLabelText('Senha', { exact: true })).toHaveFocus()
  await userEvent.keyboard('segredo{Enter}')
  await expect.poll(path).toBe('/contacts')
  expect(readTakeOverNote()).toBeNull()
})

test('the campaigns flag is stored when the company has campaigns', async () => {
  const { company } = makeSessionUser()
  startServer(makeSessionUser({ company: { ...company, settings: [{ key: 'campaignsEnabled', value: 'true' }] } }))
  await renderConsole('/tickets')
  await expect.poll(() => localStorage.getItem('cshow')).toBe('null')
})

test('an unknown e-mail and a wrong password say so beside their field', async () => {
  const server = startServer()
  const { screen } = await renderConsole('/login', { signedIn: false })
  server.on(login, () => {
    throw new AppError('ERR_NO_USER_FOUND')
  })
  await typeAndEnter(screen)
  await expect.element(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Usuário não encontrado.')
  server.on(login, () => {
    throw new AppError('ERR_INVALID_CREDENTIALS')
  })
  await typeAndEnter(screen, 'errada')
  await expect.element(screen.getByLabelText('Senha', { exact: true })).toHaveFocus()
  await expect.element(screen.getByRole('alert').filter({ hasText: 'Senha incorreta.' })).toBeVisible()
})

test('a subscription that ends in three days is warned of', async () => {
  const { company } = makeSessionUser()
  const dueDate = new Date(Date.now() + 3 * 86_400_000).toISOString()
  startServer(makeSessionUser({ company: { ...company, dueDate } }))
  const { screen } = await renderConsole('/login', { signedIn: false })
  await typeAndEnter(screen)
  await expect.element(screen.getByText('Sua assinatura vence em 3 dia(s)')).toBeVisible()
})

test('an empty form is refused at its first field, and a private address leads to the login and back', async () => {
  startServer(makeSessionUser())
  const { screen, path } = await renderConsole('/tickets/abc', { signedIn: false })
  await expect.poll(path).toBe('/login')
  await screen.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect.element(screen.getByLabelText('E-mail')).toHaveFocus()
  await expect.element(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Obrigatório')
  await typeAndEnter(screen)
  await expect.poll(path).toBe('/tickets/abc')
})

test('the password can be read on demand', async () => {
  startServer()
  const { screen } = await renderConsole('/login', { signedIn: false })
  const field = screen.getByLabelText('Senha', { exact: true })
  await field.fill('segredo')
  await screen.getByRole('button', { name: 'Mostrar senha' }).click()
  await expect.element(field).toHaveAttribute('type', 'text')
})
