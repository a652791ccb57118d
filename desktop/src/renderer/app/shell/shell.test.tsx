// The console inside the desktop app: first start, server, login in the keychain, settings, notices, downloads.
import { expect, onTestFinished, test, vi } from 'vitest'
import { copyDiagnostics } from '#bridge/diagnostics-channels.ts'
import { cancelDownload, downloadChanged, showDownload } from '#bridge/download-channels.ts'
import { dropReply, listReplies } from '#bridge/snapshot-channels.ts'
import { keepingChanged, renewThere, signInThere, signOutThere } from '#bridge/login-channels.ts'
import {
  intentsPending,
  takeIntents,
  testNotification,
  type Intent,
  type TestResult
} from '#bridge/notification-channels.ts'
import { changePreferences, readPreferences, type Preferences } from '#bridge/preference-channels.ts'
import {
  checkServer,
  listServers,
  removeServer,
  useServer as chooseServer,
  type CheckedServer
} from '#bridge/server-channels.ts'
import { woke } from '#bridge/shell-channels.ts'
import { installUpdate } from '#bridge/update-channels.ts'
import { sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { showTicketByUuid } from '@guiche/shared/features/inbox/tickets.ts'
import { login, refreshToken } from '@guiche/shared/features/org/auth.ts'
import { startFakeShell, type FakeShell } from '#platform/testing/fake-shell.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { useSession } from '#platform/session/session.ts'
import { useUpdates } from '#platform/device/updates.ts'
import { laidOver, makeSessionUser, makeToken } from '#test/factories.ts'
import { uuidOf } from '#test/inbox-factories.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'
import { followShell } from './shell-notices.ts'

const user = makeSessionUser({ profile: 'user' })
const entry = () => ({ status: 200, text: JSON.stringify({ token: makeToken(), user }) })
const preferences: Preferences = {
  startAtLogin: false,
  closeToTray: true,
  notifications: true,
  preview: 'all',
  spelling: ['pt-BR'],
  askWhereToSave: false
}

async function openSignedIn(path: string) {
  const shell = await startFakeShell({ login: 'kept' })
  shell.on(renewThere, entry)
  shell.on(readPreferences, () => preferences)
  const inbox = startInboxServer({ user })
  const opened = await renderConsole(path, { signedIn: false })
  await expect.poll(() => useSession.getState().phase).toBe('in')
  return { shell, ...inbox, ...opened }
}

test('the first start asks for the server and says at once what is wrong with an address', async () => {
  startServer(user)
  const shell = await startFakeShell({ server: null })
  shell.on(listServers, () => ({ servers: [], isFixed: false }))
  shell.on(checkServer, (address): CheckedServer =>
    address === 'desk.example'
      ? { ok: true, address: 'http://desk.example', version: '0.3.0', isEncrypted: false, linkOrigin: null }
      : { ok: false, reason: 'server-too-old', address, detail: '0.2.0' }
  )
  shell.on(chooseServer, (address): CheckedServer => ({
    ok: true,
    address,
    version: '0.3.0',
    isEncrypted: false,
    linkOrigin: null
  }))
  const { screen } = await renderConsole('/', { signedIn: false })
  const field = screen.getByLabelText('Endereço do servidor')
  await field.fill('old.example')
  await expect.element(screen.getByText(/precisa do servidor na versão 0.2.0/)).toBeVisible()
  await field.fill('desk.example')
  await expect.element(screen.getByText('Servidor encontrado (versão 0.3.0)')).toBeVisible()
  await expect.element(screen.getByText('A conexão não é criptografada')).toBeVisible()
  await screen.getByRole('button', { name: 'Usar mesmo assim' }).click()
  await expect.poll(() => shell.callsOf(chooseServer)).toEqual([['desk.example']])
})

test('signing in goes through the shell, and nothing of the login is stored in the page', async () => {
  const server = startServer(user)
  const shell = await startFakeShell()
  shell.on(signInThere, ({ password }) =>
    password === 'right' ? entry() : { status: 401, text: '{"error":"ERR_INVALID_CREDENTIALS"}' }
  )
  const { screen } = await renderConsole('/login', { signedIn: false })
  await screen.getByLabelText('E-mail').fill('ana@padaria.com.br')
  await screen.getByLabelText('Senha', { exact: true }).fill('wrong')
  await screen.getByRole('button', { name: 'Entrar' }).click()
  await expect.poll(() => shell.callsOf(signInThere)).toHaveLength(1)
  expect(useSession.getState().phase).toBe('out')
  await screen.getByLabelText('Senha', { exact: true }).fill('right')
  await screen.getByRole('button', { name: 'Entrar' }).click()
  await expect.poll(() => useSession.getState().phase).toBe('in')
  expect(server.callsOf(login)).toHaveLength(0)
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toMatch(/eyJ|token/i)
})

test('a kept login is renewed by the shell, and signing out is told to it', async () => {
  const { shell, server, screen, path } = await openSignedIn('/tickets')
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByRole('button', { name: 'Sair' }).click()
  await expect.poll(path).toBe('/login')
  expect(shell.callsOf(signOutThere)).toHaveLength(1)
  expect(server.callsOf(refreshToken)).toHaveLength(0)
})

test('a locked keychain signs nobody out: it is said, tried again, and left on request', async () => {
  startServer(user)
  const shell = await startFakeShell({ login: 'kept' })
  shell.on(renewThere, () => ({ status: 0, text: '{"error":"keychainLocked"}' }))
  const { screen } = await renderConsole('/tickets', { signedIn: false })
  await expect.element(screen.getByText('O chaveiro do sistema está bloqueado')).toBeVisible()
  await screen.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(screen.getByText('O chaveiro continua bloqueado.')).toBeVisible()
  shell.on(renewThere, entry)
  await screen.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.poll(() => useSession.getState().phase).toBe('in')
})

test('a server that does not fit stops the console and says what to update', async () => {
  startServer(user)
  const shell = await startFakeShell({ login: 'none' })
  shell.on(checkServer, (address): CheckedServer => ({ ok: false, reason: 'app-too-old', address, detail: '9.0.0' }))
  const { screen } = await renderConsole('/login', { signedIn: false })
  await expect.element(screen.getByText('O aplicativo e o servidor não combinam')).toBeVisible()
  await expect.element(screen.getByText(/precisa do aplicativo na versão 9.0.0/)).toBeVisible()
  const notes = { pt: [], en: [], es: [] }
  useUpdates.setState({ update: { kind: 'ready', version: '9.0.0', notes, isDoneOnQuit: false } })
  onTestFinished(() => useUpdates.setState({ update: null }))
  shell.on(installUpdate, () => 'installing' as const)
  await screen.getByRole('button', { name: 'Reiniciar agora' }).click()
  await expect.poll(() => shell.callsOf(installUpdate).length).toBe(1)
})

const untrusted = (address: string): CheckedServer => ({ ok: false, reason: 'certificate', address, detail: '' })

test.each([
  ['the person is back at the computer', (shell: FakeShell) => shell.send(woke, {})],
  [
    'the window is looked at again',
    () => {
      vi.setSystemTime(Date.now() + 6_000)
      window.dispatchEvent(new Event('focus'))
    }
  ],
  ['some time has passed', () => vi.advanceTimersByTime(120_000)]
])('a locked keychain is tried again by itself when %s', async (_, happen) => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  startServer(user)
  const shell = await startFakeShell({ login: 'kept' })
  shell.on(renewThere, () => ({ status: 0, text: '{"error":"keychainLocked"}' }))
  const { screen } = await renderConsole('/tickets', { signedIn: false })
  await expect.element(screen.getByText('O chaveiro do sistema está bloqueado')).toBeVisible()
  shell.on(renewThere, entry)
  happen(shell)
  await expect.poll(() => useSession.getState().phase).toBe('in')
})

test('a certificate that nobody trusts is named at the login', async () => {
  startServer(user)
  const shell = await startFakeShell()
  shell.on(checkServer, untrusted)
  const { screen } = await renderConsole('/login', { signedIn: false })
  await expect.element(screen.getByText(/^O certificado deste servidor não é confiável/)).toBeVisible()
})

test('and in the bar of a desk that lost its line over it', async () => {
  const { shell, server, screen } = await openSignedIn('/tickets')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  shell.on(checkServer, untrusted)
  server.setDown(true)
  await expect.element(screen.getByText(/O certificado deste servidor não é confiável/)).toBeVisible()
  await expect.element(screen.getByText(/Sem conexão desde/)).toBeVisible()
})

test('the login names its server and leads to another; a known one can be forgotten', async () => {
  startServer(user)
  const shell = await startFakeShell()
  const here = { address: window.location.origin, isCurrent: true }
  shell.on(listServers, () => ({
    servers: [here, { address: 'https://old.example', isCurrent: false }],
    isFixed: false
  }))
  shell.on(removeServer, () => ({ servers: [here], isFixed: false }))
  const { screen } = await renderConsole('/login', { signedIn: false })
  await expect.element(screen.getByText(`Servidor: ${window.location.origin}`)).toBeVisible()
  await screen.getByRole('button', { name: 'Trocar de servidor' }).click()
  await screen.getByRole('button', { name: 'Esquecer https://old.example' }).click()
  await expect.element(screen.getByText(/o que ainda não foi enviado por lá são apagados/)).toBeVisible()
  expect(shell.callsOf(removeServer)).toEqual([])
  await screen.getByRole('button', { name: 'Esquecer', exact: true }).click()
  await expect.poll(() => shell.callsOf(removeServer)).toEqual([['https://old.example']])
  await expect.element(screen.getByText('https://old.example')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(screen.getByLabelText('E-mail')).toBeVisible()
})

test('a known server that does not answer says so where it was chosen', async () => {
  startServer(user)
  const shell = await startFakeShell()
  shell.on(listServers, () => ({
    servers: [
      { address: window.location.origin, isCurrent: true },
      { address: 'https://old.example', isCurrent: false }
    ],
    isFixed: false
  }))
  shell.on(chooseServer, (address): CheckedServer => ({ ok: false, reason: 'unreachable', address, detail: '' }))
  const { screen } = await renderConsole('/login', { signedIn: false })
  await screen.getByRole('button', { name: 'Trocar de servidor' }).click()
  await screen.getByRole('button', { name: 'Usar https://old.example' }).click()
  await expect.element(screen.getByText(/^Nada responde neste endereço/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Usar https://old.example' })).toBeEnabled()
  await screen.getByRole('button', { name: 'Cancelar' }).click()
})

test('a first server that needs a newer app leads to the update', async () => {
  startServer(user)
  const shell = await startFakeShell({ server: null })
  shell.on(listServers, () => ({ servers: [], isFixed: false }))
  shell.on(checkServer, (address): CheckedServer => ({ ok: false, reason: 'app-too-old', address, detail: '9.0.0' }))
  useUpdates.setState({ update: { kind: 'idle', checkedAt: null, problem: null } })
  onTestFinished(() => useUpdates.setState({ update: null }))
  const { screen } = await renderConsole('/', { signedIn: false })
  await screen.getByLabelText('Endereço do servidor').fill('new.example')
  await expect.element(screen.getByText(/precisa do aplicativo na versão 9.0.0/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Procurar atualizações' })).toBeVisible()
})

test('the settings are read, changed, and put back when the shell refuses', async () => {
  const { shell, screen } = await openSignedIn('/desktop')
  let isRefusing = false
  shell.on(changePreferences, (changed) => {
    if (isRefusing) throw new Error('no')
    return laidOver(preferences, changed)
  })
  const start = screen.getByRole('switch', { name: /^Abrir ao entrar no computador/ })
  await start.click()
  await expect.element(start).toBeChecked()
  expect(shell.callsOf(changePreferences)).toEqual([[{ startAtLogin: true }]])
  await screen.getByRole('radio', { name: 'Só o nome' }).click()
  await expect.poll(() => shell.callsOf(changePreferences).at(-1)).toEqual([{ preview: 'name' }])
  isRefusing = true
  await screen.getByRole('radio', { name: 'Nome e mensagem' }).click()
  await expect.element(screen.getByRole('radio', { name: 'Só o nome' })).toBeChecked()
})

test('a test notification says what the system answered, and the report is copied', async () => {
  const { shell, screen } = await openSignedIn('/desktop')
  shell.on(testNotification, (): TestResult => ({ outcome: 'failed', detail: 'not signed' }))
  shell.on(copyDiagnostics, () => undefined)
  await screen.getByRole('button', { name: 'Enviar uma notificação de teste' }).click()
  await expect.element(screen.getByText('O sistema recusou a notificação: not signed')).toBeVisible()
  await screen.getByRole('button', { name: 'Copiar diagnóstico' }).click()
  await expect.element(screen.getByText(/Diagnóstico copiado/)).toBeVisible()
})

test('what was asked for outside the window is done: a conversation opens, a reply is sent once', async () => {
  const { shell, server, path } = await openSignedIn('/tickets')
  server.on(sendMessage, () => ({ messages: [] }))
  const waiting: Intent[] = [{ kind: 'open', path: `/tickets/${uuidOf(1)}` }]
  const replies = [{ id: uuidOf(900), ticket: uuidOf(1), ticketId: 1, text: ' Já respondo! ' }]
  shell.on(takeIntents, () => waiting.splice(0))
  shell.on(listReplies, () => replies)
  shell.send(intentsPending, {})
  shell.send(intentsPending, {})
  await expect.poll(path).toBe(`/tickets/${uuidOf(1)}`)
  await expect.poll(() => shell.callsOf(dropReply)).toHaveLength(1)
  expect(shell.callsOf(dropReply)[0]?.[1]).toBe(uuidOf(900))
  await expect
    .poll(() => server.callsOf(sendMessage).map(({ body }) => body))
    .toMatchObject([{ body: '*Ana Souza:*\nJá respondo!', clientId: uuidOf(900) }])
})

test('a reply stays with main while the server is away, and is shown when its ticket is refused', async () => {
  const { shell, server, screen } = await openSignedIn('/tickets')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const replies = [{ id: uuidOf(901), ticket: uuidOf(77), ticketId: null, text: 'Bom dia' }]
  shell.on(listReplies, () => replies)
  server.on(showTicketByUuid, () => {
    throw new AppError('ERR_TOO_MANY_REQUESTS')
  })
  shell.send(intentsPending, {})
  await expect.poll(() => server.callsOf(showTicketByUuid)).toHaveLength(1)
  server.on(showTicketByUuid, () => {
    throw new AppError('ERR_NO_TICKET_FOUND')
  })
  expect(shell.callsOf(dropReply)).toEqual([])
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(3_000)
      return shell.callsOf(dropReply).length
    })
    .toBe(1)
  await expect.element(screen.getByText(/“Bom dia” não foi enviada/)).toBeVisible()
  expect(server.callsOf(sendMessage)).toEqual([])
})

test('a login that only the memory keeps is warned of', async () => {
  const { shell, screen } = await openSignedIn('/tickets')
  const stop = followShell()
  shell.send(keepingChanged, { keeping: 'memory' })
  await expect.element(screen.getByText(/não tem onde guardar o seu acesso/)).toBeVisible()
  shell.send(keepingChanged, { keeping: 'keychain' })
  stop()
})

test('files show how far they are, can be stopped, and are shown in their folder', async () => {
  const { shell, screen } = await openSignedIn('/tickets')
  shell.on(cancelDownload, () => undefined)
  shell.on(showDownload, () => undefined)
  const file = { id: 'a', name: 'nota.pdf', received: 500_000, total: 1_000_000, state: 'running' as const }
  shell.send(downloadChanged, file)
  await expect.element(screen.getByText('500 kB de 1 MB')).toBeVisible()
  await screen.getByRole('button', { name: 'Cancelar nota.pdf' }).click()
  shell.send(downloadChanged, { ...file, state: 'done' })
  await screen.getByRole('button', { name: 'Mostrar na pasta' }).click()
  expect([shell.callsOf(cancelDownload), shell.callsOf(showDownload)]).toEqual([[['a']], [['a']]])
})

test('files that are saved leave the corner by themselves, unless somebody is at them or one has failed', async () => {
  const { shell, screen } = await openSignedIn('/tickets')
  const list = screen.getByRole('region', { name: 'Arquivos' })
  shell.on(showDownload, () => undefined)
  const file = { id: 'b', name: 'nota.pdf', received: 1_000_000, total: 1_000_000, state: 'done' as const }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  shell.send(downloadChanged, { ...file, id: 'c', state: 'failed' })
  await expect.element(list).toBeVisible()
  vi.advanceTimersByTime(60_000)
  await expect.element(list).toBeVisible()
  await screen.getByRole('button', { name: 'Fechar a lista de arquivos' }).click()
  await expect.element(list).not.toBeInTheDocument()
  shell.send(downloadChanged, file)
  await screen.getByRole('button', { name: 'Mostrar na pasta' }).click()
  vi.advanceTimersByTime(60_000)
  await expect.element(list).toBeVisible()
  await screen.getByRole('navigation').first().hover()
  ;(document.activeElement as HTMLElement).blur()
  await vi.waitFor(() => {
    vi.advanceTimersByTime(10_000)
    expect(list.query()).toBeNull()
  })
})

test('in a browser there are no settings of the app', async () => {
  startServer(user)
  const { path } = await renderConsole('/desktop')
  await expect.poll(path).not.toBe('/desktop')
})
