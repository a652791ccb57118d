// The second factor as a person sets it up, uses it at the login and switches it off.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { login } from '@guiche/shared/features/org/auth.ts'
import {
  confirmSecondFactor,
  finishLogin,
  removeSecondFactor,
  showSecondFactor,
  startSecondFactor
} from '@guiche/shared/features/org/second-factor.ts'
import { makeSessionUser, makeToken } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

type Screen = Awaited<ReturnType<typeof renderConsole>>['screen']

async function openDialog(screen: Screen) {
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByRole('button', { name: 'Verificação em duas etapas' }).click()
}

function wrong(): never {
  throw new AppError('ERR_SECOND_FACTOR_CODE_WRONG', { fields: { code: 'ERR_SECOND_FACTOR_CODE_WRONG' } })
}

test('it is set up by a code to scan or a key to type, and shows recovery codes once', async () => {
  const server = startServer()
  let since: string | null = null
  server.on(showSecondFactor, () => ({ since, recoveryCodesLeft: 10 }))
  server.on(startSecondFactor, ({ body }) => {
    if (!body.currentPassword) throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    return { secret: 'ABCDEFGH', address: 'otpauth://totp/Guich%C3%AA:ana?secret=ABCDEFGH' }
  })
  server.on(confirmSecondFactor, ({ body }) => {
    if (body.code !== '123456') return wrong()
    since = '2026-03-02T12:00:00.000Z'
    return { recoveryCodes: ['AAAAAA-CCCCCC', 'DDDDDD-EEEEEE'] }
  })
  const { screen } = await renderConsole('/tickets')
  await openDialog(screen)
  await screen.getByRole('button', { name: 'Ativar' }).click()
  await screen.getByLabelText(/^Sua senha atual/).fill('minha-senha')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('img', { name: 'Código QR para o aplicativo autenticador' })).toBeVisible()
  await expect.element(screen.getByLabelText('Chave')).toHaveTextContent('ABCD EFGH')
  const field = screen.getByLabelText('Código de 6 dígitos')
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code')
  await field.fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAccessibleDescription(/O código não confere/)
  await field.fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('AAAAAA-CCCCCC')).toBeVisible()
  for (const name of ['Copiar', 'Baixar', 'Imprimir'])
    await expect.element(screen.getByRole('button', { name })).toBeVisible()
  await screen.getByRole('button', { name: 'Já guardei os códigos' }).click()
  await expect.element(screen.getByText('Restam 10 códigos de recuperação.')).toBeVisible()
  expect(document.body.textContent).not.toContain('AAAAAA-CCCCCC')
})

test('it is switched off with the password and a code', async () => {
  const server = startServer()
  server.on(showSecondFactor, () => ({ since: '2026-03-02T12:00:00.000Z', recoveryCodesLeft: 1 }))
  server.on(removeSecondFactor, ({ body }) => {
    if (body.password !== 'certa') {
      throw new AppError('ERR_CURRENT_PASSWORD_WRONG', { fields: { password: 'ERR_CURRENT_PASSWORD_WRONG' } })
    }
    return {}
  })
  const { screen } = await renderConsole('/tickets')
  await openDialog(screen)
  await expect.element(screen.getByText('Resta 1 código de recuperação.')).toBeVisible()
  await screen.getByRole('button', { name: 'Desativar' }).click()
  const password = screen.getByLabelText('Senha', { exact: true })
  await password.fill('errada')
  await screen.getByLabelText('Código do aplicativo ou de recuperação').fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(password).toHaveAccessibleDescription(/A senha atual não está correta/)
  await password.fill('certa')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Verificação em duas etapas desativada.')).toBeVisible()
})

async function reachCode() {
  const user = makeSessionUser({ profile: 'user' })
  const server = startServer(user)
  server.on(login, () => {
    throw new AppError('ERR_SECOND_FACTOR_REQUIRED', { values: { challenge: 'desafio' } })
  })
  server.on(finishLogin, ({ body }) =>
    ['123456', 'AAAAAA-CCCCCC'].includes(body.code) ? { token: makeToken(), user } : wrong()
  )
  const { screen, path } = await renderConsole('/contacts', { signedIn: false })
  await screen.getByLabelText('E-mail').fill('ana@padaria.com.br')
  await screen.getByLabelText('Senha', { exact: true }).fill('segredo')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByLabelText('Código de 6 dígitos')).toHaveFocus()
  return { server, screen, path }
}

test('after the password the login asks for the code and leads on to where one wanted to go', async () => {
  const { server, screen, path } = await reachCode()
  const field = screen.getByLabelText('Código de 6 dígitos')
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code')
  await userEvent.keyboard('000000{Enter}')
  await expect.element(field).toHaveAccessibleDescription(/O código não confere/)
  await field.fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/contacts')
  expect(server.callsOf(finishLogin).at(-1)?.body).toEqual({ challenge: 'desafio', code: '123456' })
})

test('without the phone a recovery code opens, and the way back leads to the password', async () => {
  const { screen, path } = await reachCode()
  await screen.getByRole('button', { name: 'Estou sem o celular' }).click()
  await expect.element(screen.getByLabelText('Código de recuperação')).toHaveFocus()
  await screen.getByRole('button', { name: 'Voltar' }).click()
  await expect.element(screen.getByLabelText('Senha', { exact: true })).toHaveValue('')
  await screen.getByLabelText('Senha', { exact: true }).fill('segredo')
  await userEvent.keyboard('{Enter}')
  await screen.getByRole('button', { name: 'Estou sem o celular' }).click()
  await screen.getByLabelText('Código de recuperação').fill('AAAAAA-CCCCCC')
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/contacts')
})

test('when the time is over the login begins anew and says why', async () => {
  const { server, screen } = await reachCode()
  server.on(finishLogin, () => {
    throw new AppError('ERR_SECOND_FACTOR_EXPIRED')
  })
  await userEvent.keyboard('123456{Enter}')
  await expect.element(screen.getByText('O tempo para digitar o código acabou. Entre de novo.')).toBeVisible()
  await expect.element(screen.getByLabelText('Senha', { exact: true })).toBeVisible()
})
