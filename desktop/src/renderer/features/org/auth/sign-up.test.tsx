// Registration and the forgotten password, as a visitor uses them.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { forgotPassword, login, resetPasswordByBody } from '@guiche/shared/features/org/auth.ts'
import { confirmSignUp, requestSignUp, signUp } from '@guiche/shared/features/org/companies.ts'
import { listPlans } from '@guiche/shared/features/org/plans.ts'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { makePlan, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'
import { maskPhone } from './phone-mask.ts'

const weak = 'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.'

async function openSignUp() {
  const server = startServer()
  server.on(listPlans, () => [makePlan(), makePlan({ id: 2, name: 'Profissional', value: 399, connections: 1 })])
  server.on(signUp, () => makeSessionUser().company)
  const { screen, path } = await renderConsole('/signup', { signedIn: false })
  const field = (name: string) => screen.getByLabelText(name, { exact: true })
  const fill = async () => {
    await field('Seu nome').fill('Ana Souza')
    await field('Nome da empresa').fill('Padaria Central')
    await field('E-mail').fill('ana@padaria.com.br')
    await field('Telefone com DDD').fill('11987654321')
    await field('Senha').fill('segredo')
    await field('Confirme a senha').fill('segredo')
    await screen.getByRole('combobox', { name: 'Plano' }).click()
    await screen.getByRole('option', { name: /Profissional — R\$\s399,00 por mês/ }).click()
  }
  const submit = () => screen.getByRole('button', { name: 'Cadastrar' }).click()
  return { server, screen, path, field, fill, submit }
}

test('a company is registered on the chosen plan with the trial of three days, and its admin is signed in', async () => {
  const { server, screen, path, fill, submit } = await openSignUp()
  await fill()
  await expect.element(screen.getByText(/^\d+ usuários · 1 conexão · \d+ filas$/)).toBeVisible()
  await submit()
  await expect.poll(path).toBe('/')
  expect(server.callsOf(login).map(({ body }) => body)).toEqual([{ email: 'ana@padaria.com.br', password: 'segredo' }])
  const [sent] = server.callsOf(signUp)
  expect(sent?.body).toMatchObject({
    userName: 'Ana Souza',
    name: 'Padaria Central',
    email: 'ana@padaria.com.br',
    phone: '11987654321',
    password: 'segredo',
    confirmPassword: 'segredo',
    planId: 2,
    recurrence: 'MENSAL',
    status: true,
    campaignsEnabled: true,
    language: 'pt'
  })
  const days = (Date.parse(String((sent?.body as { dueDate?: string } | undefined)?.dueDate)) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(3, 1)
  expect(server.callsOf(listPlans)[0]?.withCredentials).toBe(false)
})

test('a company that is made without a login after it is told so, and leads to the login', async () => {
  const { server, screen, path, fill, submit } = await openSignUp()
  server.on(login, () => {
    throw new AppError('ERR_TOO_MANY_REQUESTS')
  })
  await fill()
  await submit()
  await expect.poll(path).toBe('/login')
  await expect.element(screen.getByText(/Empresa cadastrada com sucesso!/)).toBeVisible()
})

test('every field of the registration says what is wrong with it', async () => {
  const { server, field, submit, screen } = await openSignUp()
  await field('Nome da empresa').fill('P')
  await field('E-mail').fill('ana')
  await field('Senha').fill('1234')
  await field('Confirme a senha').fill('4321')
  await submit()
  await expect.element(field('Nome da empresa')).toHaveAccessibleDescription('Muito curto')
  await expect.element(field('E-mail')).toHaveAccessibleDescription('E-mail inválido')
  await expect.element(screen.getByRole('combobox', { name: 'Plano' })).toHaveAccessibleDescription('Obrigatório')
  await expect.element(field('Seu nome')).toHaveAccessibleDescription('Obrigatório')
  await expect.element(field('Seu nome')).toHaveFocus()
  await field('Seu nome').fill('Ana Souza')
  await field('Senha').fill('segredo')
  await field('Nome da empresa').fill('Padaria')
  await field('E-mail').fill('ana@padaria.com.br')
  await screen.getByRole('combobox', { name: 'Plano' }).click()
  await screen.getByRole('option', { name: /Essencial/ }).click()
  await submit()
  await expect.element(screen.getByText('As senhas não coincidem')).toBeVisible()
  expect(server.callsOf(signUp)).toHaveLength(0)
})

test('a company name that is taken is told beside the field', async () => {
  const { server, field, fill, submit } = await openSignUp()
  server.on(signUp, () => {
    throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS')
  })
  await fill()
  await submit()
  await expect.element(field('Nome da empresa')).toHaveAccessibleDescription('Já existe uma empresa com este nome.')
})

test('where strong passwords are asked for the form says so before one is typed, and a weak one is told', async () => {
  const { server, screen, field, fill, submit } = await openSignUp()
  await expect.element(field('Senha')).toHaveAccessibleDescription('De 5 a 50 caracteres.')
  const strong = { version: '6.0.0', server: '0.1.0', minimumClient: '0.1.0', passwordPolicy: 'strong' as const }
  server.on(showVersion, () => strong)
  await screen.getByRole('link', { name: 'Entrar' }).click()
  await screen.getByRole('link', { name: 'Cadastre sua empresa' }).click()
  const hint = 'De 12 a 128 caracteres. Uma frase com várias palavras é fácil de lembrar.'
  await expect.element(field('Senha')).toHaveAccessibleDescription(hint)
  server.on(signUp, () => {
    throw new AppError('ERR_PASSWORD_TOO_WEAK', { fields: { password: 'ERR_PASSWORD_TOO_WEAK' } })
  })
  await fill()
  await submit()
  await expect.element(field('Senha')).toHaveAccessibleDescription(/precisa ter de 12 a 128 caracteres/)
  server.on(signUp, () => {
    throw new AppError('ERR_PASSWORD_COMMON', { fields: { password: 'ERR_PASSWORD_COMMON' } })
  })
  await submit()
  await expect.element(field('Senha')).toHaveAccessibleDescription(/entre as mais usadas/)
})

test('the strength of a new password is said while it is typed, too short before all', async () => {
  const { server, screen, field } = await openSignUp()
  const strong = { version: '6.0.0', server: '0.1.0', minimumClient: '0.1.0', passwordPolicy: 'strong' as const }
  server.on(showVersion, () => strong)
  await screen.getByRole('link', { name: 'Entrar' }).click()
  await screen.getByRole('link', { name: 'Cadastre sua empresa' }).click()
  await expect.element(field('Senha')).toHaveAccessibleDescription(/De 12 a 128/)
  const said: [string, string][] = [
    ['segredo', 'Curta demais'],
    ['aaaaaaaaaaaa', 'Senha muito fraca'],
    ['o bolo de nozes chega sábado', 'Senha forte']
  ]
  for (const [typed, word] of said) {
    await field('Senha').fill(typed)
    await expect.element(screen.getByRole('status').filter({ hasText: word })).toBeVisible()
  }
})

test('a forgotten password is set anew by the rule of a server that wants strong ones', async () => {
  const server = startServer()
  server.on(forgotPassword, () => ({ message: 'ok' }))
  server.on(resetPasswordByBody, () => ({ message: 'ok' }))
  server.on(showVersion, () => ({
    version: '6.0.0',
    server: '0.1.0',
    minimumClient: '0.1.0',
    passwordPolicy: 'strong' as const
  }))
  const { screen, path } = await renderConsole('/forgetpsw', { signedIn: false })
  await screen.getByLabelText('E-mail').fill('ana@padaria.com.br')
  await userEvent.keyboard('{Enter}')
  await screen.getByLabelText('Código recebido').fill('123456')
  const newPassword = screen.getByLabelText('Nova senha', { exact: true })
  await expect.element(newPassword).toHaveAccessibleDescription(/De 12 a 128/)
  await newPassword.fill('Segredo1')
  await userEvent.keyboard('{Enter}')
  await expect.element(newPassword).toHaveAccessibleDescription(/precisa ter de 12 a 128 caracteres/)
  await newPassword.fill('quatro palavras sem número')
  await screen.getByLabelText('Confirme a nova senha').fill('quatro palavras sem número')
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/login')
})

test.each([
  ['', ''],
  ['1', '(1'],
  ['119', '(11) 9'],
  ['1132654321', '(11) 3265-4321'],
  ['11987654321', '(11) 98765-4321'],
  ['119876543219999', '(11) 98765-4321'],
  ['(11) 98765-43', '(11) 9876-543']
])('the phone %s is masked as %s', (typed, shown) => {
  expect(maskPhone(typed)).toBe(shown)
})

test('a forgotten password is set anew in two steps, never in an address', async () => {
  const server = startServer()
  server.on(forgotPassword, () => ({ message: 'ok' }))
  server.on(resetPasswordByBody, () => ({ message: 'ok' }))
  const { screen, path } = await renderConsole('/forgetpsw', { signedIn: false })
  await screen.getByLabelText('E-mail').fill('Ana@padaria.com.br')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Email enviado com sucesso!')).toBeVisible()
  await screen.getByLabelText('Código recebido').fill('123456')
  const newPassword = screen.getByLabelText('Nova senha', { exact: true })
  const again = screen.getByLabelText('Confirme a nova senha')
  for (const tooWeak of ['Seg', 'segredo1']) {
    await newPassword.fill(tooWeak)
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText(weak)).toBeVisible()
  }
  await expect.element(screen.getByText('Campo obrigatório')).toBeVisible()
  await newPassword.fill('Segredo1')
  await again.fill('Segredo2')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('As senhas não correspondem')).toBeVisible()
  await again.fill('Segredo1')
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/login')
  await expect.element(screen.getByText('Senha redefinida com sucesso.')).toBeVisible()
  expect(server.callsOf(forgotPassword)[0]?.params).toEqual({ email: 'ana@padaria.com.br' })
  expect(server.callsOf(resetPasswordByBody)[0]?.body).toEqual({
    email: 'ana@padaria.com.br',
    code: '123456',
    newPassword: 'Segredo1'
  })
})

test('an unknown e-mail is told, and stays to be corrected', async () => {
  const server = startServer()
  server.on(forgotPassword, () => {
    throw new AppError('ERR_NO_USER_FOUND')
  })
  const { screen } = await renderConsole('/forgetpsw', { signedIn: false })
  await screen.getByLabelText('E-mail').fill('nobody@padaria.com.br')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Email não encontrado')
  await expect.element(screen.getByLabelText('E-mail')).toHaveValue('nobody@padaria.com.br')
})

test('where the server confirms addresses the form leads to the mail, and its link makes the company', async () => {
  const { server, screen, path, field, fill, submit } = await openSignUp()
  server.on(signUp, () => {
    throw new AppError('ERR_SIGN_UP_BY_MAIL')
  })
  server.on(requestSignUp, () => ({}))
  await fill()
  await submit()
  await expect.element(screen.getByText(/Enviamos um link para ana@padaria\.com\.br/)).toBeVisible()
  expect(server.callsOf(requestSignUp)[0]?.body).toMatchObject({ name: 'Padaria Central', planId: 2 })
  expect(server.callsOf(login)).toHaveLength(0)
  await screen.getByRole('button', { name: 'Corrigir os dados ou enviar de novo' }).click()
  await expect.element(field('Nome da empresa')).toHaveValue('Padaria Central')
  expect(path()).toBe('/signup')
})

test('the link of a registration asks for a click, and says what is wrong with an old one', async () => {
  const server = startServer()
  server.on(confirmSignUp, () => {
    throw new AppError('ERR_SIGN_UP_LINK_INVALID')
  })
  const { screen, path } = await renderConsole('/signup/confirmation#abc', { signedIn: false })
  const button = screen.getByRole('button', { name: 'Confirmar e criar a empresa' })
  await expect.element(button).toBeVisible()
  expect(server.callsOf(confirmSignUp)).toHaveLength(0)
  await button.click()
  await expect.element(screen.getByText(/^Este link não vale mais/)).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
  expect(path()).toBe('/signup/confirmation')
})

test('a link that was used already says so', async () => {
  const server = startServer()
  server.on(confirmSignUp, () => {
    throw new AppError('ERR_EMAIL_ALREADY_EXISTS')
  })
  const { screen, path } = await renderConsole('/signup/confirmation#abc', { signedIn: false })
  const button = screen.getByRole('button', { name: 'Confirmar e criar a empresa' })
  await button.click()
  await expect.element(screen.getByText(/^Este link já foi usado/)).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
  expect(server.callsOf(confirmSignUp).at(-1)?.body).toEqual({ token: 'abc' })
  expect(path()).toBe('/signup/confirmation')
})

test('a link that is good makes the company and leads to the login', async () => {
  const server = startServer()
  server.on(confirmSignUp, () => ({ email: 'ana@padaria.com.br' }))
  const { screen, path } = await renderConsole('/signup/confirmation#abc', { signedIn: false })
  await screen.getByRole('button', { name: 'Confirmar e criar a empresa' }).click()
  await expect.poll(path).toBe('/login')
  await expect.element(screen.getByText(/Empresa criada!/)).toBeVisible()
})
