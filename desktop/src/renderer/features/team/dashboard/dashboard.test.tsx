// The home of administrators: figures of the present moment, kept true by events.
import { expect, test } from 'vitest'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { countTickets, ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { useRealtime } from '#platform/realtime.ts'
import { companyId, makeConnection } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

test('counts and connections are shown, and counted again when a ticket changes', async () => {
  const server = startServer()
  let pending = 2
  server.on(listConnections, () => [
    makeConnection(),
    makeConnection({ id: 2, name: 'Loja norte', status: 'DISCONNECTED', statusReason: 'banned' })
  ])
  server.on(countTickets, () => ({ open: 1_000, pending, unread: 7 }))
  const { screen } = await renderConsole('/')
  await expect.element(screen.getByText('1.000 ou mais')).toBeVisible()
  await expect.element(screen.getByText('1 de 2 conectadas')).toBeVisible()
  await expect.element(screen.getByText(/O WhatsApp bloqueou este número/)).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  pending = 64
  server.line.emit(ticketEvent, companyId, { action: 'updateUnread', ticketId: 3, unreadMessages: 1 }, 1)
  await expect.element(screen.getByText('64')).toBeVisible()
})

test('without a connection the way to the first one is offered', async () => {
  const server = startServer()
  server.on(listConnections, () => [])
  server.on(countTickets, () => ({ open: 0, pending: 0, unread: 0 }))
  const { screen, path } = await renderConsole('/')
  await screen.getByRole('link', { name: 'Conectar um número' }).click()
  await expect.poll(path).toBe('/connections')
})
