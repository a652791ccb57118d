// A second factor that is demanded: the line about the day, setting it up at the login, and the reset by an admin.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { login } from '@guiche/shared/features/org/auth.ts'
import { listLogins } from '@guiche/shared/features/org/logins.ts'
import {
  confirmSecondFactor,
  finishDemandedSecondFactor,
  resetSecondFactor,
  showSecondFactor,
  showSecondFactorOf,
  startDemandedSecondFactor,
  startSecondFactor
} from '@guiche/shared/features/org/second-factor.ts'
import { listUsers } from '@guiche/shared/features/org/users.ts'
import { makeSessionUser, makeToken, makeUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const setup = { secret: 'ABCDEFGH', address: 'otpauth://totp/Guich%C3%AA:ana?secret=ABCDEFGH' }

test('the line about the day leads to the dialog and goes with the second factor that is on', async () => {
  const server = startServer(makeSessionUser({ secondFactorDue: '2026-03-09T12:00:00.000Z' }))
  server.on(showSecondFactor, () => ({ since: null, recoveryCodesLeft: 0 }))
  server.on(startSecondFactor, () => setup)
  server.on(confirmSecondFactor, () => ({ recoveryCodes: ['AAAAAA-CCCCCC'] }))
  const { screen } = await renderConsole('/tickets')
  const line = screen.getByText(/^A partir de 09\/03\/2026, a sua empresa exige/)
  await expect.element(line).toBeVisible()
  await screen.getByRole('button', { name: 'Ativar agora' }).click()
  await screen.getByRole('button', { name: 'Ativar', exact: true }).click()
  await screen.getByLabelText('Código de 6 dígitos').fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('AAAAAA-CCCCCC')).toBeVisible()
  await expect.element(line).not.toBeInTheDocument()
})

test('at the login it is set up before the desk opens, and the codes are shown first', async () => {
  const user = makeSessionUser({ profile: 'user' })
  const server = startServer(user)
  server.on(login, () => {
    throw new AppError('ERR_SECOND_FACTOR_SETUP_REQUIRED', { values: { challenge: 'desafio' } })
  })
  server.on(startDemandedSecondFactor, () => setup)
  server.on(finishDemandedSecondFactor, ({ body }) => {
    if (body.code !== '123456') {
      throw new AppError('ERR_SECOND_FACTOR_CODE_WRONG', { fields: { code: 'ERR_SECOND_FACTOR_CODE_WRONG' } })
    }
    return { token: makeToken(), user, recoveryCodes: ['AAAAAA-CCCCCC'] }
  })
  const { screen, path } = await renderConsole('/contacts', { signedIn: false })
  await screen.getByLabelText('E-mail').fill('ana@padaria.com.br')
  await screen.getByLabelText('Senha', { exact: true }).fill('segredo')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText(/^A sua empresa exige a verificação em duas etapas/)).toBeVisible()
  const field = screen.getByLabelText('Código de 6 dígitos')
  await field.fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAccessibleDescription(/O código não confere/)
  await field.fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('AAAAAA-CCCCCC')).toBeVisible()
  expect(path()).not.toBe('/contacts')
  await screen.getByRole('button', { name: 'Já guardei os códigos' }).click()
  await expect.poll(path).toBe('/contacts')
  expect(server.callsOf(startDemandedSecondFactor)).toHaveLength(1)
})

test('an admin resets the one of somebody who lost it, with the own password where it is asked for', async () => {
  const bruno = makeUser({ id: 7, name: 'Bruno Lima' })
  const server = startServer()
  server.on(listUsers, () => ({ users: [bruno], count: 1, hasMore: false }))
  server.on(listLogins, () => [])
  server.on(showSecondFactorOf, () => ({ since: '2026-03-02T12:00:00.000Z', passkeys: 0 }))
  server.on(resetSecondFactor, ({ body }) => {
    if (!body.currentPassword) throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    return { since: null, passkeys: 0 }
  })
  const { screen } = await renderConsole('/users')
  await screen.getByRole('button', { name: 'Editar: Bruno Lima' }).click()
  const part = screen.getByRole('region', { name: 'Verificação em duas etapas' })
  await expect.element(part.getByText('Ativada em 02/03/2026')).toBeVisible()
  await part.getByRole('button', { name: 'Redefinir' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Redefinir a verificação em duas etapas?' })
  await dialog.getByRole('button', { name: 'Redefinir' }).click()
  await dialog.getByLabelText(/^Sua senha atual/).fill('minha-senha')
  // A click waits until the form is done with the call before; Enter would be too early for it.
  await dialog.getByRole('button', { name: 'Redefinir' }).click()
  await expect.element(part.getByText('Desativada')).toBeVisible()
  expect(server.callsOf(resetSecondFactor).at(-1)).toMatchObject({
    params: { id: 7 },
    body: { currentPassword: 'minha-senha' }
  })
})
