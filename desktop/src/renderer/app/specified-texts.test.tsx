// Texts that the specification gives to the letter, where a person reads them.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { presenceEvent } from '@guiche/shared/features/inbox/messages.ts'
import { createCompany, showCompany } from '@guiche/shared/features/org/companies.ts'
import { listCompanyOverviews } from '@guiche/shared/features/org/company-overviews.ts'
import { createPlan, listAllPlans, listPlanUsage } from '@guiche/shared/features/org/plans.ts'
import { listSchedules } from '@guiche/shared/features/outreach/schedules.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import { listSettings } from '@guiche/shared/features/org/settings.ts'
import { listUsers } from '@guiche/shared/features/org/users.ts'
import { errors as english } from '#locales/en/errors.ts'
import { errors as spanish } from '#locales/es/errors.ts'
import { errors as portuguese } from '#locales/pt/errors.ts'
import { users as inEnglish } from '#locales/en/users.ts'
import { companyId, makePlan, makeSessionUser } from '#test/factories.ts'
import { makeTicket, uuidOf } from '#test/inbox-factories.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

/** The settings of a super user, with nothing in their tables. */
async function openSettings(tab: string) {
  const user = makeSessionUser({ super: true })
  const server = startServer(user)
  const company = { ...user.company, plan: makePlan(), campaignsEnabled: false, schedules: [], holidays: [] }
  server.on(listSettings, () => [])
  server.on(showCompany, () => company)
  server.on(listCompanyOverviews, () => ({
    companies: [],
    count: 0,
    hasMore: false,
    figures: { all: 0, active: 0, dueSoon: 0, overdue: 0, trial: 0, blocked: 0 }
  }))
  server.on(listAllPlans, () => [])
  server.on(listPlanUsage, () => [])
  const { screen } = await renderConsole('/settings')
  await screen.getByRole('tab', { name: tab }).click()
  return { server, screen, field: (name: RegExp) => screen.getByLabelText(name) }
}

test('R149: the head of a ticket names the contact, the number and whose it is, on a phone and while the customer types', async () => {
  await page.viewport(390, 844)
  const ticket = makeTicket({ id: 1, userId: 1, user: { id: 1, name: 'Ana Souza' } })
  const { server } = startInboxServer({ tickets: [ticket] })
  const { screen } = await renderConsole(`/tickets/${uuidOf(1)}`)
  await expect.element(screen.getByText('Atribuído a Ana Souza')).toBeVisible()
  await expect.element(screen.getByText('#1', { exact: true }).first()).toBeVisible()
  server.line.emit(presenceEvent, companyId, { ticketId: 1, contactId: ticket.contactId, state: 'composing' })
  await expect.element(screen.getByRole('status').filter({ hasText: 'digitando…' })).toBeVisible()
  await expect.element(screen.getByText('Atribuído a Ana Souza')).toBeVisible()
})

test('R221: the choice of tickets without a queue is called as the specification calls it, and begins disabled', async () => {
  const server = startServer(makeSessionUser())
  server.on(listUsers, () => ({ users: [], count: 0, hasMore: false }))
  server.on(listQueues, () => [])
  const { screen } = await renderConsole('/users')
  await screen.getByRole('button', { name: 'Adicionar usuário' }).first().click()
  await expect.element(screen.getByRole('combobox', { name: 'Ver atendimentos sem fila' })).toHaveValue('Desabilitado')
  expect(inEnglish.allTicket.toLowerCase()).toBe('ticket without queue [invisible]')
})

test('R243: a company that could not be saved suggests what to check, and the reason stands beside its field', async () => {
  const { server, screen, field } = await openSettings('Empresas')
  await screen.getByRole('button', { name: 'Nova empresa' }).click()
  server.on(createCompany, () => {
    throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS')
  })
  await field(/^Nome/).fill('Padaria Aurora')
  await field(/^E-mail/).fill('nova@aurora.demo')
  await screen.getByRole('textbox', { name: 'Senha do administrador' }).fill('Senha-1234')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  const suggestion =
    'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente'
  await expect.element(screen.getByText(suggestion)).toBeVisible()
  await expect.element(field(/^Nome/)).toHaveAccessibleDescription('Já existe uma empresa com este nome.')
})

test('R250: a plan that could not be saved says so in the words of the specification', async () => {
  const { server, screen, field } = await openSettings('Planos')
  await screen.getByRole('button', { name: 'Novo plano' }).click()
  server.on(createPlan, () => {
    throw new AppError('ERR_VALIDATION', { fields: { name: 'ERR_VALIDATION' } })
  })
  await field(/^Nome/).fill('Essencial')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  const suggestion =
    'Não foi possível realizar a operação. Verifique se já existe uma plano com o mesmo nome ou se os campos foram preenchidos corretamente'
  await expect.element(screen.getByText(suggestion)).toBeVisible()
})

test('R408: an empty list says that there is no record, the agenda as well', async () => {
  await page.viewport(390, 844)
  const server = startServer(makeSessionUser())
  server.on(listSchedules, () => ({ schedules: [], count: 0, hasMore: false }))
  const { screen } = await renderConsole('/schedules')
  await expect.element(screen.getByText('Nenhum registro')).toBeVisible()
  await expect.element(screen.getByText('Nada agendado neste período.')).toBeVisible()
})

test('R412: that a company of the name exists is said in Portuguese in every language', () => {
  const text = 'Já existe uma empresa com este nome.'
  const said = [portuguese, english, spanish].map(({ ERR_COMPANY_NAME_ALREADY_EXISTS: one }) => one)
  expect(said).toEqual([text, text, text])
})
