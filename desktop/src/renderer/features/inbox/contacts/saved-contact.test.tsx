// What follows when a contact was saved: its ticket (R189), and the calendar in the flow of a schedule (R190).
import { expect, test } from 'vitest'
import { createContact, updateContact } from '@guiche/shared/features/inbox/contacts.ts'
import { createTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { createSchedule } from '@guiche/shared/features/outreach/schedules.ts'
import { makeContact } from '#test/factories.ts'
import { briefOf, makeTicket, uuidOf } from '#test/inbox-factories.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { renderConsole } from '#test/render-console.tsx'

const maria = makeContact({ id: 3, name: 'Maria', number: '5511912345678' })
const rui = makeContact({ id: 4, name: 'Rui', number: '5511987654399' })
const waiting = { status: 'pending', userId: null, user: null } as const

async function open(path = '/contacts') {
  const { server } = startInboxServer({
    contacts: [maria, rui],
    tickets: [makeTicket({ id: 1, contactId: 3, contact: briefOf(maria), ...waiting })]
  })
  const { screen, path: place } = await renderConsole(path)
  const button = (name: string) => screen.getByRole('button', { name })
  const field = (name: string) => screen.getByRole('textbox', { name })
  return { server, screen, place, button, field }
}

test('a contact that is saved opens the ticket it waits in', async () => {
  const { server, place, button, field } = await open()
  server.on(updateContact, () => ({ ...maria, email: 'maria@exemplo.com.br' }))
  await button('Editar: Maria').click()
  await field('E-mail').fill('maria@exemplo.com.br')
  await button('Salvar').click()
  await expect.poll(place).toBe(`/tickets/${uuidOf(1)}`)
  expect(server.callsOf(createTicket)).toEqual([])
})

test('one without a ticket, or whose ticket is not wanted, stays where it is, and nothing is begun', async () => {
  const { server, screen, place, button, field } = await open()
  server.on(updateContact, ({ params }) => ({ ...(params.id === 3 ? maria : rui), email: 'a@exemplo.com.br' }))
  const change = async (name: string, isTicketWanted: boolean) => {
    await button(`Editar: ${name}`).click()
    const option = screen.getByRole('checkbox', { name: 'Abrir o atendimento, se houver' })
    if (!isTicketWanted) await option.click()
    await field('E-mail').fill('a@exemplo.com.br')
    await button('Salvar').click()
    await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  }
  await change('Rui', true)
  await change('Maria', false)
  expect([place(), server.callsOf(createTicket)]).toEqual(['/contacts', []])
})

test('a schedule for somebody who was made for it leads to the calendar', async () => {
  const { server, screen, place, button } = await open(`/tickets/${uuidOf(1)}`)
  const bia = makeContact({ id: 9, name: 'Bia Reis', number: '5521998877665' })
  server.on(createContact, () => bia)
  server.on(createSchedule, ({ body }) => ({
    id: 5,
    body: body.body,
    contactId: 9,
    contact: briefOf(bia),
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    sentAt: null,
    status: 'PENDENTE' as const,
    failure: null,
    repeat: 'none' as const,
    mediaPath: null,
    mediaName: null,
    userId: 1,
    user: null,
    whatsappId: null,
    ticketId: null,
    ticketUuid: null,
    companyId: bia.companyId,
    createdAt: bia.createdAt,
    updatedAt: bia.updatedAt
  }))
  await button('Agendar mensagem').click()
  const dialog = screen.getByRole('dialog', { name: 'Novo agendamento' })
  await dialog.getByRole('combobox', { name: 'Contato' }).fill('Bia Reis')
  await screen.getByRole('option', { name: /Bia Reis/ }).click()
  const making = screen.getByRole('dialog', { name: 'Adicionar contato' })
  await making.getByRole('textbox', { name: 'Número de WhatsApp' }).fill('5521998877665')
  await making.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => making.elements()).toHaveLength(0)
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Seu pedido chegou')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(place).toBe('/schedules')
  expect(server.callsOf(createSchedule)[0]?.body).toMatchObject({ contactId: 9 })
})
