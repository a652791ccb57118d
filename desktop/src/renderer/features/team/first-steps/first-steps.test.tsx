// The list of first steps, as the admin of a new company meets it.
import { expect, test } from 'vitest'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { queueEvent } from '@guiche/shared/features/org/queues.ts'
import { firstSteps, showFirstSteps, type FirstStep } from '@guiche/shared/features/team/first-steps.ts'
import { companyId, makeConnection, makeQueue, makeSessionUser } from '#test/factories.ts'
import { makeMessage, makeTicket } from '#test/inbox-factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

async function open(
  done: FirstStep[],
  { createdAt = new Date().toISOString(), profile = 'admin' as const, connections = [makeConnection()] } = {}
) {
  localStorage.removeItem('firstSteps')
  const user = makeSessionUser()
  const server = startServer({ ...user, profile, company: { ...user.company, createdAt } })
  const facts = { done }
  server.on(showFirstSteps, () => facts)
  server.on(listConnections, () => connections)
  const { screen, path } = await renderConsole('/')
  return { server, screen, path, facts, list: screen.getByRole('region', { name: 'Primeiros passos' }) }
}

test('it says what is done, ticks itself when something changes, and leads to each screen', async () => {
  const { server, path, facts, list } = await open(['number'])
  await expect.element(list.getByText('1 de 6 prontos')).toBeVisible()
  await expect.element(list.getByRole('link', { name: /^Pronto Conecte o seu número/ })).toBeVisible()
  facts.done = ['number', 'queue']
  server.line.emit(queueEvent, companyId, { action: 'update', queue: makeQueue() })
  await expect.element(list.getByText('2 de 6 prontos')).toBeVisible()
  await list.getByRole('link', { name: /Convide a equipe/ }).click()
  await expect.poll(path).toBe('/users')
})

test('it is put away, and found again in the menu of the person', async () => {
  const { screen, list } = await open([])
  await list.getByRole('button', { name: 'Ocultar a lista' }).click()
  await expect.element(list).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByRole('button', { name: 'Primeiros passos' }).click()
  await expect.element(list.getByText('0 de 6 prontos')).toBeVisible()
})

test('a company that is set up, or long there, sees nothing of it', async () => {
  const { server, screen, list } = await open([...firstSteps])
  await expect.poll(() => server.callsOf(showFirstSteps).length).toBeGreaterThan(0)
  await expect.element(screen.getByRole('heading', { name: 'Painel' })).toBeVisible()
  await expect.element(list).not.toBeInTheDocument()
})

test('in a company of years the list shows only where it is asked for', async () => {
  const { server, screen, list } = await open(['number'], { createdAt: '2020-01-01T12:00:00.000Z' })
  await expect.poll(() => server.callsOf(showFirstSteps).length).toBeGreaterThan(0)
  await expect.element(list).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByRole('button', { name: 'Primeiros passos' }).click()
  await expect.element(list).toBeVisible()
})

test('a test message is written from the own phone, and the dialog leads to it when it is there', async () => {
  const other = makeConnection({ id: 2, isDefault: false, number: '5521900000000' })
  const { server, screen, path, list } = await open(['number'], { connections: [other, makeConnection()] })
  await list.getByRole('button', { name: 'Testar com o meu celular' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Mensagem de teste' })
  await expect
    .element(dialog.getByRole('img', { name: 'QR code que abre uma conversa com +55 (11) 98765-4321' }))
    .toBeVisible()
  const words = encodeURIComponent('Olá! Esta é uma mensagem de teste.')
  await expect
    .element(dialog.getByRole('link', { name: 'Abra o WhatsApp' }))
    .toHaveAttribute('href', `https://wa.me/5511987654321?text=${words}`)
  const write = (whatsappId: number, fromMe: boolean, name: string) => {
    const ticket = makeTicket({ id: 7, whatsappId })
    const contact = { ...ticket.contact, name }
    const message = makeMessage(1, { ticketId: 7, fromMe })
    server.line.emit(messageEvent, companyId, { action: 'create', message, ticket, contact })
    return ticket
  }
  write(2, false, 'Outro')
  write(1, true, 'Eu')
  const ticket = write(1, false, 'Ana no celular')
  await expect.element(dialog.getByText('Chegou uma mensagem de Ana no celular!')).toBeVisible()
  await dialog.getByRole('link', { name: 'Abrir a conversa' }).click()
  await expect.poll(path).toBe(`/tickets/${ticket.uuid}`)
})

test('without a connected number there is nothing to write to', async () => {
  const connections = [makeConnection({ status: 'DISCONNECTED' })]
  const { server, list } = await open([], { connections })
  await expect.poll(() => server.callsOf(listConnections).length).toBeGreaterThan(0)
  await expect.element(list.getByText('Responda a uma mensagem de teste')).toBeVisible()
  await expect.element(list.getByRole('button', { name: 'Testar com o meu celular' })).not.toBeInTheDocument()
})
