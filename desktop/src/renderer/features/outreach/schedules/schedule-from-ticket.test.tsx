// Scheduling from elsewhere: from a ticket in place, from the list of contacts on the screen of scheduled messages.
import { expect, test } from 'vitest'
import { createSchedule } from '@guiche/shared/features/outreach/schedules.ts'
import { showCompanyPlan } from '@guiche/shared/features/org/companies.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { makeContact, makePlan, makeSessionUser } from '#test/factories.ts'
import { briefOf, makeTicket, uuidOf } from '#test/inbox-factories.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { renderConsole } from '#test/render-console.tsx'

const maria = makeContact({ id: 3, name: 'Maria', number: '5511912345678' })
const ticket = makeTicket({ id: 1, contactId: 3, contact: briefOf(maria), whatsappId: 8 })

async function open(path: string, useSchedules = true) {
  const { server } = startInboxServer({ contacts: [maria], tickets: [ticket] })
  const { company } = makeSessionUser()
  server.on(showCompanyPlan, () => ({ ...company, plan: makePlan({ useSchedules }) }))
  const { screen, path: place } = await renderConsole(path)
  return { server, screen, place }
}

test('from a ticket it is for its contact, over its connection, an hour ahead', async () => {
  const { server, screen, place } = await open(`/tickets/${uuidOf(1)}`)
  server.on(createSchedule, () => {
    throw new AppError('ERR_SCHEDULE_IN_PAST', { fields: { sendAt: 'ERR_SCHEDULE_IN_PAST' } })
  })
  await screen.getByRole('button', { name: 'Agendar mensagem' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Novo agendamento' })
  await expect.element(dialog.getByRole('combobox', { name: 'Contato' })).toHaveValue('Maria · +55 (11) 91234-5678')
  await expect.element(dialog.getByRole('textbox', { name: 'Mensagem' })).toHaveFocus()
  expect(screen.getByRole('option').elements()).toHaveLength(0)
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Seu pedido chegou')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect
    .element(dialog.getByLabelText(/^Data e hora/))
    .toHaveAccessibleDescription(/Escolha um momento que ainda não passou/)
  const [{ body } = { body: undefined }] = server.callsOf(createSchedule)
  expect(body).toMatchObject({ contactId: 3, whatsappId: 8, repeat: 'none' })
  expect(place()).toBe(`/tickets/${uuidOf(1)}`)
})

test('from a contact it leads to the calendar with the dialog open', async () => {
  const { screen, place } = await open('/contacts')
  await screen.getByRole('button', { name: 'Agendar mensagem: Maria' }).click()
  await expect.poll(place).toBe('/schedules')
  const dialog = screen.getByRole('dialog', { name: 'Novo agendamento' })
  await expect.element(dialog.getByRole('combobox', { name: 'Contato' })).toHaveValue('Maria · +55 (11) 91234-5678')
})

test('a plan without the feature offers neither', async () => {
  const { screen } = await open(`/tickets/${uuidOf(1)}`, false)
  await expect.element(screen.getByRole('button', { name: 'Transferir' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Agendar mensagem' }).elements()).toHaveLength(0)
  await screen.getByRole('button', { name: 'Mais', exact: true }).click()
  await expect.element(screen.getByRole('link', { name: 'Tags' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Agendamentos' }).elements()).toHaveLength(0)
})
