// The bar that says which numbers have lost WhatsApp: for whom, since when, when it stays away, and outside the window.
import { afterEach, expect, test } from 'vitest'
import { connectionSessionEvent, listConnections, type Connection } from '@guiche/shared/features/inbox/connections.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeConnection, makeSessionUser } from '#test/factories.ts'
import { fakeNotifications } from '#test/fake-notification.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
/** As the bar writes it: the day is named once it is over. */
function clock(instant: string): string {
  const moment = new Date(instant)
  const time = moment.toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
  const isToday = moment.toDateString() === new Date().toDateString()
  return isToday ? time : `${moment.toLocaleDateString('pt-BR')} ${time}`
}

async function open(profile: 'admin' | 'user', ...connections: Connection[]) {
  const server = startServer(makeSessionUser({ profile }))
  server.on(listConnections, () => connections)
  const { screen, path } = await renderConsole('/todolist')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const live = (connection: Connection) =>
    server.line.emit(connectionSessionEvent, companyId, { action: 'update', session: connection })
  return { screen, path, live, told: screen.getByText(/sem WhatsApp/) }
}

afterEach(() => Reflect.deleteProperty(document, 'hasFocus'))

test('a number that lost WhatsApp is told of with its moment and its reason, and the words go when it is back', async () => {
  const since = ago(2)
  const lost = makeConnection({ status: 'DISCONNECTED', statusReason: 'logged-out', number: null, statusSince: since })
  const { screen, live, told } = await open('user', lost)
  await expect
    .element(told)
    .toMatchTextContent(
      `${lost.name} está sem WhatsApp desde ${clock(since)}. O celular removeu este aparelho. Leia um novo QR code.`
    )
  expect(screen.getByRole('link', { name: 'Ver conexões' }).elements()).toHaveLength(0)
  live({ ...lost, status: 'CONNECTED', statusReason: null })
  await expect.poll(() => told.elements()).toHaveLength(0)
})

test('its moment stays while the session tries again and again', async () => {
  const since = ago(5)
  const lost = makeConnection({ status: 'OPENING', statusReason: 'network', statusSince: since })
  const { live, told } = await open('user', lost)
  await expect.element(told).toMatchTextContent(new RegExp(`desde ${clock(since)}. Falha de rede`))
  live({ ...lost, status: 'TIMEOUT', statusReason: 'no-answer', statusSince: ago(0) })
  await expect.element(told).toMatchTextContent(new RegExp(`desde ${clock(since)}. O WhatsApp não respondeu`))
})

test('several are told of in one line, and an administrator is led to them', async () => {
  const stopped = { status: 'DISCONNECTED', statusReason: 'banned', statusSince: ago(9) } as const
  const { screen, path, told } = await open(
    'admin',
    makeConnection({ ...stopped, name: 'Loja' }),
    makeConnection({ ...stopped, id: 2, name: 'Fábrica' })
  )
  await expect.element(told).toMatchTextContent(/^2 conexões estão sem WhatsApp: Loja, Fábrica\./)
  await screen.getByRole('link', { name: 'Ver conexões' }).click()
  await expect.poll(path).toBe('/connections')
})

test('one that is put aside stays away until the next time', async () => {
  const lost = makeConnection({ status: 'DISCONNECTED', statusReason: 'replaced', statusSince: ago(9) })
  const { screen, live, told } = await open('user', lost)
  await expect.element(told).toBeVisible()
  await screen.getByRole('button', { name: 'Fechar' }).click()
  await expect.poll(() => told.elements()).toHaveLength(0)
  live({ ...lost, status: 'CONNECTED', statusReason: null, statusSince: ago(8) })
  live({ ...lost, statusSince: ago(7) })
  await expect.element(told).toBeVisible()
})

test('a number that was never paired, or was stopped on purpose, is not missed; nor is one that just tries again', async () => {
  const missed = makeConnection({ id: 9, name: 'Fábrica', status: 'DISCONNECTED', statusSince: ago(9) })
  const { told } = await open(
    'admin',
    makeConnection({ status: 'qrcode', number: null, statusReason: 'never-paired', statusSince: ago(9) }),
    makeConnection({ id: 2, status: 'DISCONNECTED', statusReason: 'stopped', statusSince: ago(9) }),
    makeConnection({ id: 3, status: 'OPENING', statusReason: 'network', statusSince: ago(0) }),
    missed
  )
  await expect.element(told).toMatchTextContent(/^Fábrica está sem WhatsApp/)
})

test('an administrator who looks elsewhere is told outside the window once, an attendant is not', async () => {
  document.hasFocus = () => false
  const { shown } = fakeNotifications('granted')
  const working = makeConnection({ status: 'CONNECTED' })
  const lost = { ...working, status: 'DISCONNECTED', statusReason: 'logged-out', statusSince: ago(1) } as const
  const attendant = await open('user', working)
  attendant.live(lost)
  await expect.element(attendant.told).toBeVisible()
  expect(shown).toEqual([])
})

test('pressing that word leads to the connections', async () => {
  document.hasFocus = () => false
  const { shown } = fakeNotifications('granted')
  const working = makeConnection({ name: 'Loja', status: 'CONNECTED' })
  const { live, path } = await open('admin', working)
  live({ ...working, status: 'DISCONNECTED', statusReason: 'logged-out', statusSince: ago(1) })
  live({ ...working, status: 'DISCONNECTED', statusReason: 'logged-out', statusSince: ago(1), retries: 1 })
  await expect.poll(path).toBe('/connections')
  expect(shown).toEqual([
    { title: 'Loja está sem WhatsApp', body: 'O celular removeu este aparelho. Leia um novo QR code.' }
  ])
})
