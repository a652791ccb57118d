// Passkeys in a browser with an authenticator of its own: added, used at the login, removed, and not offered elsewhere.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { startRegistration } from '@simplewebauthn/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  addPasskey,
  authorizeApp,
  listPasskeys,
  loginWithPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyLogin,
  type Passkey
} from '@guiche/shared/features/org/passkeys.ts'
import { showSecondFactor } from '@guiche/shared/features/org/second-factor.ts'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { browserSignInThere, cancelBrowserSignIn, type ServerAnswer } from '#bridge/login-channels.ts'
import { startFakeShell } from '#platform/testing/fake-shell.ts'
import { makeSessionUser, makeToken } from '#test/factories.ts'
import type { FakeServer } from '#test/fake-server.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

/** What the test needs of Chromium's protocol. */
interface Protocol {
  send(method: string, params?: object): Promise<unknown>
}
const browser = cdp() as unknown as Protocol

beforeEach(async () => {
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
})
afterEach(() => browser.send('WebAuthn.disable'))

const challenge = 'cXVhbHF1ZXIgdGV4dG8'

function creation(): Record<string, unknown> {
  const user = { id: 'MQ', name: 'ana@aurora.demo', displayName: 'Ana' }
  const authenticatorSelection = { residentKey: 'required', userVerification: 'required' }
  const pubKeyCredParams = [{ type: 'public-key', alg: -7 }]
  const rp = { id: location.hostname, name: 'Guichê' }
  return { rp, user, challenge, pubKeyCredParams, authenticatorSelection, attestation: 'none' }
}

function servePasskeys(server: FakeServer, publicUrl = location.origin, passkeys = true): Passkey[] {
  const list: Passkey[] = []
  server.on(showVersion, () => ({
    version: '6.0.0',
    server: '0.1.0',
    minimumClient: '0.1.0',
    publicUrl,
    passkeys
  }))
  server.on(showSecondFactor, () => ({ since: null, recoveryCodesLeft: 0 }))
  server.on(listPasskeys, () => list)
  server.on(startPasskey, ({ body }) => {
    if (!body.currentPassword) throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    return { options: creation() }
  })
  server.on(addPasskey, ({ body }) => {
    const made = { id: 1, name: body.name, isSynced: false, createdAt: '2026-03-02T12:00:00.000Z', usedAt: null }
    list.push(made)
    return made
  })
  server.on(renamePasskey, ({ body }) => {
    const [one] = list
    if (!one) throw new AppError('ERR_NO_PASSKEY_FOUND')
    list[0] = { ...one, name: body.name }
    return list[0]
  })
  server.on(removePasskey, () => {
    list.length = 0
    return {}
  })
  return list
}

type Screen = Awaited<ReturnType<typeof renderConsole>>['screen']

async function openDialog(screen: Screen) {
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByRole('button', { name: 'Verificação em duas etapas' }).click()
}

async function add(screen: Screen) {
  await screen.getByRole('button', { name: 'Adicionar chave de acesso' }).click()
  await screen.getByLabelText(/^Nome/).fill('Celular da Ana')
  await screen.getByRole('button', { name: 'Criar chave' }).click()
  await screen.getByLabelText(/^Sua senha atual/).fill('minha-senha')
  await screen.getByRole('button', { name: 'Criar chave' }).click()
  await expect.element(screen.getByText('Chave de acesso adicionada.')).toBeVisible()
}

test('one is made on this device after the own password, listed, renamed, and removed', async () => {
  const server = startServer()
  servePasskeys(server)
  const { screen } = await renderConsole('/tickets')
  await openDialog(screen)
  await expect.element(screen.getByText('Nenhuma chave de acesso.')).toBeVisible()
  await add(screen)
  await expect.element(screen.getByText('Celular da Ana')).toBeVisible()
  expect(server.callsOf(addPasskey)[0]?.body).toMatchObject({
    name: 'Celular da Ana',
    credential: { type: 'public-key', response: { attestationObject: expect.any(String) as string } }
  })
  await screen.getByRole('button', { name: 'Renomear Celular da Ana' }).click()
  const field = screen.getByLabelText(/^Nome/)
  await expect.element(field).toHaveValue('Celular da Ana')
  await field.fill('   ')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  expect(server.callsOf(renamePasskey)).toEqual([])
  await field.fill(' Celular novo ')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Celular novo')).toBeVisible()
  expect(server.callsOf(renamePasskey).map(({ body }) => body)).toEqual([{ name: 'Celular novo' }])
  await screen.getByRole('button', { name: 'Remover Celular novo?' }).click()
  await screen.getByRole('button', { name: 'Remover', exact: true }).click()
  await expect.element(screen.getByText('Nenhuma chave de acesso.')).toBeVisible()
})

test('one signs in without a password', async () => {
  const server = startServer()
  servePasskeys(server)
  // Made in another visit.
  await startRegistration({ optionsJSON: creation() as never })
  server.on(startPasskeyLogin, () => ({
    options: { challenge, rpId: location.hostname, userVerification: 'required' }
  }))
  server.on(loginWithPasskey, () => ({ token: makeToken(), user: makeSessionUser() }))
  const { screen, path } = await renderConsole('/login', { signedIn: false })
  await screen.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await expect.poll(path).not.toBe('/login')
  expect(server.callsOf(loginWithPasskey)[0]?.body).toMatchObject({
    credential: { response: { signature: expect.any(String) as string } }
  })
})

const codeChallenge = 'c'.repeat(43)

test('one that is used in the browser gives a code to the app, also to who is signed in here, and signs nobody in', async () => {
  const server = startServer()
  servePasskeys(server)
  await startRegistration({ optionsJSON: creation() as never })
  server.on(startPasskeyLogin, () => ({
    options: { challenge, rpId: location.hostname, userVerification: 'required' }
  }))
  server.on(authorizeApp, () => ({ code: 'code.signature' }))
  const { screen } = await renderConsole(`/app-login?challenge=${codeChallenge}`)
  await screen.getByRole('button', { name: 'Usar chave de acesso' }).click()
  await expect
    .element(screen.getByRole('link', { name: 'Abrir o aplicativo' }))
    .toHaveAttribute('href', 'guiche://login/code.signature')
  expect(server.callsOf(authorizeApp)[0]?.body).toMatchObject({
    codeChallenge,
    credential: { response: { signature: expect.any(String) as string } }
  })
  expect(server.callsOf(loginWithPasskey)).toEqual([])
})

test('an address without what the app has made offers nothing', async () => {
  servePasskeys(startServer())
  const { screen } = await renderConsole('/app-login?challenge=curto', { signedIn: false })
  await expect.element(screen.getByText(/não está completo/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Usar chave de acesso' }).elements()).toEqual([])
})

test('the app signs in by the browser, which may be left', async () => {
  servePasskeys(startServer(), 'https://guiche.example')
  const shell = await startFakeShell({ login: 'none' })
  const { promise, resolve } = Promise.withResolvers<ServerAnswer>()
  shell.on(browserSignInThere, () => promise)
  shell.on(cancelBrowserSignIn, () => resolve({ status: 0, text: '{"error":"browserLoginEnded"}' }))
  const { screen, path } = await renderConsole('/login', { signedIn: false })
  const button = screen.getByRole('button', { name: 'Entrar com chave de acesso' })
  await button.click()
  await expect.element(screen.getByText('Continue no navegador que se abriu.')).toBeVisible()
  expect(screen.getByText('Obrigatório').elements()).toEqual([])
  await screen.getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(screen.getByText('Nenhuma chave de acesso foi usada.')).toBeVisible()
  shell.on(browserSignInThere, () => ({
    status: 200,
    text: JSON.stringify({ token: makeToken(), user: makeSessionUser() })
  }))
  await button.click()
  await expect.poll(path).not.toBe('/login')
})

test('at another address than the server says none is offered', async () => {
  const server = startServer()
  servePasskeys(server, 'https://outro.example')
  const { screen } = await renderConsole('/login', { signedIn: false })
  await expect.poll(() => server.callsOf(showVersion).length).toBeGreaterThan(0)
  await expect.element(screen.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Entrar com chave de acesso' }).elements()).toEqual([])
})

test('where the server has none nothing is said of them', async () => {
  const server = startServer()
  servePasskeys(server, location.origin, false)
  const { screen } = await renderConsole('/tickets')
  await openDialog(screen)
  await expect.element(screen.getByRole('button', { name: 'Ativar' })).toBeVisible()
  await expect.element(screen.getByText('Nenhuma chave de acesso.')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { name: 'Chaves de acesso' })).not.toBeInTheDocument()
})
