// The share of time with WhatsApp on the connections screen, and the days and outages behind it.
import { expect, test } from 'vitest'
import {
  listUptime,
  showUptime,
  type Outage,
  type UptimeDetails
} from '@guiche/shared/features/inbox/connection-uptime.ts'
import { connectionSessionEvent, listConnections, type Connection } from '@guiche/shared/features/inbox/connections.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeConnection } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const days = Array.from({ length: 30 }, (_, index) => ({
  day: `2026-03-${String(index + 1).padStart(2, '0')}`,
  watchedSeconds: 86_400,
  lostSeconds: index === 9 ? 5_400 : 0
}))
const outage: Outage = {
  id: 4,
  beganAt: '2026-03-10T12:00:00.000Z',
  endedAt: '2026-03-10T13:30:00.000Z',
  lostSeconds: 5_400,
  breaks: 1,
  reason: 'logged-out'
}
const details: UptimeDetails = {
  connectionId: 1,
  watchedFrom: '2026-01-05T12:00:00.000Z',
  share: 0.99979,
  days,
  outages: [outage]
}

async function open(shown: UptimeDetails, ...connections: Connection[]) {
  const server = startServer()
  let share = shown.share
  server.on(listConnections, () => connections)
  server.on(listUptime, () => [{ connectionId: 1, watchedFrom: shown.watchedFrom, share }])
  server.on(showUptime, () => shown)
  const { screen } = await renderConsole('/connections')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const dialog = screen.getByRole('dialog')
  const setShare = (next: number) => {
    share = next
  }
  return { server, screen, dialog, setShare }
}

test('what is not whole never reads as if it were, and the dialog tells when, how long and why', async () => {
  const { screen, dialog } = await open(details, makeConnection())
  await screen.getByRole('button', { name: /^Loja centro: 99,9% de disponibilidade/ }).click()
  await expect.element(dialog).toHaveAccessibleName('Disponibilidade do WhatsApp: Loja centro')
  await expect.element(dialog.getByText(/^99,9% de disponibilidade do WhatsApp nos últimos 30 dias/)).toBeVisible()
  await expect.element(dialog.getByRole('row', { name: /1 h 30 min O celular removeu este aparelho/ })).toBeVisible()
  await dialog.getByRole('button', { name: /^Ver como tabela/ }).click()
  await expect.element(dialog.getByRole('row', { name: '10 de março 90' })).toBeVisible()
})

test('an outage that came and went, and one that lasts, say so', async () => {
  const lasting = { ...outage, id: 5, endedAt: null, breaks: 3, reason: 'server-down' as const }
  const { screen, dialog } = await open({ ...details, outages: [lasting] }, makeConnection())
  await screen.getByRole('button', { name: /^Loja centro: 99,9%/ }).click()
  await expect.element(dialog.getByText('ainda não voltou · 3 quedas')).toBeVisible()
  await expect.element(dialog.getByText('O servidor não estava no ar')).toBeVisible()
})

test('a month without outages, and a connection that never had WhatsApp, say so', async () => {
  const calm = { ...details, share: 1, outages: [], days: days.map((day) => ({ ...day, lostSeconds: 0 })) }
  const { screen, dialog } = await open(calm, makeConnection(), makeConnection({ id: 2, name: 'Loja norte' }))
  await expect.element(screen.getByText('Ainda sem dados')).toBeVisible()
  await screen.getByRole('button', { name: /^Loja centro: 100%/ }).click()
  await expect.element(dialog.getByText('Nenhuma queda nos últimos 30 dias.').first()).toBeVisible()
})

test('the share is asked for again when a connection goes', async () => {
  const connection = makeConnection()
  const { server, screen, setShare } = await open(details, connection)
  await expect.element(screen.getByText('99,9%')).toBeVisible()
  setShare(0.5)
  const lost = { ...connection, status: 'DISCONNECTED' as const, statusReason: 'logged-out' as const }
  server.line.emit(connectionSessionEvent, companyId, { action: 'update', session: lost })
  await expect.element(screen.getByText('50%')).toBeVisible()
})
