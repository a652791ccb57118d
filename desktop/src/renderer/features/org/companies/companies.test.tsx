// The super user's companies: the list with its figures and filters, and the page of one with what may be done there.
import { expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { orderExtras, quoteExtras, showExtras } from '@guiche/shared/features/billing/plan-extras.ts'
import { listInvoicesOf } from '@guiche/shared/features/billing/invoices.ts'
import { showArchiveSchedule } from '@guiche/shared/features/org/archive-schedules.ts'
import {
  createCompany,
  deleteCompany,
  renewCompany,
  showCompany,
  updateCompany,
  type Company
} from '@guiche/shared/features/org/companies.ts'
import {
  listCompanyOverviews,
  managedCompanyEvent,
  showCompanyOverview,
  type CompanyDetail
} from '@guiche/shared/features/org/company-overviews.ts'
import { listAllPlans } from '@guiche/shared/features/org/plans.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { makePlan, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'
import { companyOverviews } from './company-overviews.store.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const at = '2026-03-02T12:00:00.000Z'

function makeCompany(part: Partial<Company> = {}): Company {
  const { company } = makeSessionUser()
  const further = { plan: makePlan(), campaignsEnabled: false, schedules: [], holidays: [] }
  return { ...company, id: 41, name: 'Floricultura Sul', dueDate: inDays(12), ...further, ...part }
}

function makeDetail(part: Partial<CompanyDetail> = {}): CompanyDetail {
  return {
    id: 41,
    name: 'Floricultura Sul',
    email: 'contato@sul.demo',
    phone: '11987654321',
    plan: { id: 1, name: 'Essencial' },
    state: 'active',
    dueDate: inDays(3),
    createdAt: at,
    people: { used: 2, limit: 3 },
    connections: { used: 1, limit: 1, connected: 1 },
    lastActivityAt: inDays(-2),
    queues: { used: 4, limit: null },
    newTickets: 57,
    numbers: [{ id: 1, name: 'Loja', status: 'CONNECTED', statusSince: at }],
    team: [
      { id: 1, name: 'Rosa Lima', profile: 'admin', super: false, online: true, lastSeenAt: at },
      { id: 2, name: 'Davi Reis', profile: 'user', super: false, online: false, lastSeenAt: null }
    ],
    ...part
  }
}
const late = makeDetail({ id: 42, name: 'Oficina Norte', state: 'overdue', dueDate: inDays(-9), plan: null })
const figures = { all: 2, active: 1, dueSoon: 1, overdue: 1, trial: 0, blocked: 0 }

async function open(path = '/companies', company = makeCompany()) {
  const server = startServer(makeSessionUser({ super: true }))
  server.on(listCompanyOverviews, ({ query }) => {
    const companies = [makeDetail(), late].filter(({ state }) => query.state === undefined || state === query.state)
    return { companies, count: companies.length, hasMore: false, figures }
  })
  server.on(showCompany, () => company)
  server.on(showArchiveSchedule, () => ({ schedule: null }))
  server.on(showCompanyOverview, () => makeDetail({ state: company.status ? 'active' : 'blocked' }))
  server.on(showExtras, () => ({ users: 1, connections: 0, userPrice: 20, connectionPrice: null, share: 0 }))
  server.on(listInvoicesOf, () => [
    {
      id: 7,
      detail: 'Essencial de abril',
      value: 99,
      dueDate: at,
      status: 'paid' as const,
      companyId: 41,
      createdAt: at,
      updatedAt: at
    }
  ])
  server.on(listAllPlans, () => [makePlan()])
  const { screen } = await renderConsole(path)
  const button = (name: string | RegExp) => screen.getByRole('button', { name })
  const choose = async (name: string) => {
    await button('Mais ações').click()
    await screen.getByRole('menuitem', { name }).click()
  }
  return { server, screen, button, choose, row: (name: RegExp) => screen.getByRole('row', { name }) }
}

test('companies stand with their plan, what they use and how near their due date is, below the figures', async () => {
  const { screen, row } = await open()
  await expect
    .element(row(/Floricultura Sul contato@sul.demo Ativa Essencial 2 de 3 1 de 1 1 conectada .*Vence em 3 dias/))
    .toBeVisible()
  await expect.element(row(/Oficina Norte .* Em atraso Sem plano .* Venceu há 9 dias/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Empresas' })).toBeVisible()
  await expect.element(screen.getByText('Vencem em 7 dias', { exact: true })).toBeVisible()
})

test('a filter shows its companies alone, and a title sorts one way and then the other', async () => {
  const { server, screen, row, button } = await open()
  await expect.element(row(/Floricultura/)).toBeVisible()
  await button(/^Em atraso/).click()
  await expect.element(button(/^Em atraso/)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => row(/Floricultura/).elements()).toHaveLength(0)
  await button('Vencimento').click()
  await expect
    .element(screen.getByRole('columnheader', { name: 'Vencimento' }))
    .toHaveAttribute('aria-sort', 'ascending')
  await button('Vencimento').click()
  await expect
    .poll(() => server.callsOf(listCompanyOverviews).at(-1)?.query)
    .toMatchObject({ state: 'overdue', sort: 'dueDate', direction: 'desc' })
})

test('a row leads to the page of the company, which says how much is used and by whom', async () => {
  const { screen, row } = await open()
  await row(/Floricultura/).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Floricultura Sul' })).toBeVisible()
  await expect.element(screen.getByRole('progressbar', { name: 'Conexões' })).toHaveAttribute('aria-valuenow', '100')
  await expect.element(screen.getByText('4, sem limite')).toBeVisible()
  await expect.element(screen.getByText('57')).toBeVisible()
  await expect.element(row(/Rosa Lima Admin.* Online/)).toBeVisible()
  await expect.element(row(/Davi Reis .* Nunca/)).toBeVisible()
  await expect.element(row(/Essencial de abril .* Paga/)).toBeVisible()
  await screen.getByRole('button', { name: 'Voltar às empresas' }).click()
  await expect.element(row(/Oficina Norte/)).toBeVisible()
})

test('an archive that did not go into its store is said in the list', async () => {
  const { server, row } = await open()
  const companies = [makeDetail(), { ...late, hasArchiveFailure: true }]
  server.on(listCompanyOverviews, () => ({ companies, count: 2, hasMore: false, figures }))
  void companyOverviews.refresh()
  await expect.poll(() => row(/Oficina Norte/).element().textContent).toContain('Arquivo não enviado')
  expect(row(/Floricultura Sul/).element().textContent).not.toContain('Arquivo não enviado')
})

test('what another super user changes appears by itself, on the list and on the page', async () => {
  const { server, screen, row } = await open()
  const own = makeSessionUser().companyId
  const hear = () => server.line.emit(managedCompanyEvent, own, { action: 'reload' })
  await expect.element(row(/Floricultura Sul/)).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const companies = [makeDetail({ name: 'Floricultura Norte' })]
  server.on(listCompanyOverviews, () => ({ companies, count: 1, hasMore: false, figures }))
  hear()
  await expect.element(row(/Floricultura Norte/)).toBeVisible()
  await row(/Floricultura Norte/).click()
  await expect.element(screen.getByText('57')).toBeVisible()
  server.on(showCompanyOverview, () => makeDetail({ newTickets: 68 }))
  hear()
  await expect.element(screen.getByText('68')).toBeVisible()
  server.on(showCompanyOverview, () => {
    throw new AppError('ERR_NO_COMPANY_FOUND')
  })
  hear()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(screen.getByText('68')).not.toBeInTheDocument()
})

test('whoever looks at a further page stays there when something changes', async () => {
  const { server, screen } = await open()
  const renamed = { to: '' }
  server.on(listCompanyOverviews, ({ query }) => {
    const from = (query.pageNumber - 1) * 50
    const companies = Array.from({ length: 50 }, (_, nth) =>
      makeDetail({ id: 100 + from + nth, name: `Loja ${from + nth + 1}${renamed.to}` })
    )
    return { companies, count: 100, hasMore: query.pageNumber < 2, figures }
  })
  await screen.getByRole('searchbox', { name: 'Buscar por nome, e-mail ou telefone' }).fill('loja')
  const find = (name: string) => screen.getByText(name, { exact: true })
  await expect.element(find('Loja 50')).toBeInTheDocument()
  find('Loja 50').element().scrollIntoView()
  await expect.element(find('Loja 100')).toBeInTheDocument()
  find('Loja 90').element().scrollIntoView()
  const { top } = find('Loja 90').element().getBoundingClientRect()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  renamed.to = ' nova'
  server.line.emit(managedCompanyEvent, makeSessionUser().companyId, { action: 'reload' })
  await expect.element(find('Loja 90 nova')).toBeInTheDocument()
  expect(find('Loja 90 nova').element().getBoundingClientRect().top).toBeCloseTo(top, 0)
})

test('a company is blocked once it is confirmed', async () => {
  const { server, screen, choose } = await open('/companies/41')
  server.on(updateCompany, () => makeCompany({ status: false }))
  await choose('Bloquear')
  const dialog = screen.getByRole('dialog', { name: 'Bloquear Floricultura Sul?' })
  expect(server.callsOf(updateCompany)).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Bloquear' }).click()
  await expect.element(screen.getByText('Floricultura Sul foi bloqueada.')).toBeVisible()
  expect(server.callsOf(updateCompany)[0]).toMatchObject({ params: { id: 41 }, body: { status: false } })
})

test('the due date is extended by days without an invoice, or renewed by the recurrence with one', async () => {
  const { server, screen, button, choose } = await open(
    '/companies/41',
    makeCompany({ dueDate: '2036-04-11T02:59:00.000Z' })
  )
  server.on(updateCompany, () => makeCompany())
  server.on(renewCompany, () => makeCompany({ dueDate: '2036-05-11T02:59:00.000Z' }))
  await button('Estender vencimento').click()
  await button('+15 dias').click()
  await button('Salvar').click()
  await expect.poll(() => server.callsOf(updateCompany)).toHaveLength(1)
  expect(JSON.stringify(server.callsOf(updateCompany)[0]?.body)).toContain('2036-04-2')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await choose('Renovar')
  await screen.getByRole('dialog').getByRole('button', { name: 'Renovar' }).click()
  await expect.element(screen.getByText(/Floricultura Sul: vencimento em 10\/05\/2036/)).toBeVisible()
  expect(server.callsOf(renewCompany)).toHaveLength(1)
})

test('a company is deleted by whoever has typed its name, and the own one by nobody', async () => {
  const { server, screen, choose } = await open('/companies/41')
  server.on(deleteCompany, () => ({ message: '' }))
  await choose('Excluir')
  const confirm = screen.getByRole('dialog').getByRole('button', { name: 'Excluir' })
  await expect.element(confirm).toBeDisabled()
  await screen.getByRole('textbox', { name: /digite o nome/ }).fill('Floricultura Sul')
  await confirm.click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Empresas' })).toBeVisible()
  expect(server.callsOf(deleteCompany)[0]?.params).toEqual({ id: 41 })
})

test('the own company can be neither blocked nor deleted', async () => {
  const { id } = makeSessionUser().company
  const { screen, button } = await open(`/companies/${id}`, makeCompany({ id }))
  await button('Mais ações').click()
  await expect.element(screen.getByRole('menuitem', { name: 'Bloquear' })).toBeDisabled()
  await expect.element(screen.getByText(/Sua própria empresa/)).toBeVisible()
})

test('a company that cannot be had says so and is asked for again', async () => {
  const { server, screen, button } = await open()
  server.on(showCompanyOverview, () => {
    throw new AppError('ERR_NO_COMPANY_FOUND')
  })
  await screen.getByRole('row', { name: /Oficina Norte/ }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  server.on(showCompanyOverview, () => makeDetail())
  await button('Tentar de novo').click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Floricultura Sul' })).toBeVisible()
})

test('the super user adds a company with the own password, once the server asks for it', async () => {
  const { server, screen, button } = await open()
  server.on(createCompany, ({ body }) => {
    const code = 'ERR_CURRENT_PASSWORD_REQUIRED'
    if (body.currentPassword !== 'minha-senha') throw new AppError(code, { fields: { currentPassword: code } })
    return makeCompany({ id: 77, name: body.name })
  })
  await button('Nova empresa').click()
  const form = screen.getByRole('dialog', { name: 'Nova empresa' })
  const field = (name: string) => form.getByRole('textbox', { name })
  await field('Nome').fill('Loja nova')
  await field('E-mail').fill('dona@loja.test')
  await form.getByLabelText(/^Senha do administrador/).fill('Senha-123')
  const asked = form.getByLabelText(/^Sua senha atual/)
  await expect.element(asked).not.toBeInTheDocument()
  await button('Salvar').click()
  await expect.element(asked).toBeVisible()
  await button('Salvar').click()
  await expect.element(asked).toHaveAccessibleDescription(/Obrigatório/)
  await asked.fill('minha-senha')
  await button('Salvar').click()
  await expect.poll(() => server.callsOf(createCompany).at(-1)?.body).toMatchObject({ name: 'Loja nova' })
  await expect.element(form).not.toBeInTheDocument()
  expect(server.callsOf(createCompany)[0]?.body).not.toHaveProperty('currentPassword')
  expect(server.callsOf(createCompany).at(-1)?.body).toMatchObject({
    password: 'Senha-123',
    currentPassword: 'minha-senha'
  })
})

test('the super user gives a company more people than its plan has, and sees what that costs before', async () => {
  const { server, screen } = await open('/companies/41')
  const card = screen.getByRole('region', { name: 'Além do plano' })
  // What the plan does not sell is not offered.
  await expect.element(card.getByRole('textbox', { name: 'Usuários a mais' })).toHaveValue('1')
  expect(card.getByRole('textbox', { name: 'Conexões a mais' }).elements()).toHaveLength(0)
  server.on(quoteExtras, () => ({ share: 12.5, until: '2026-05-11T02:59:00.000Z', periodValue: 159 }))
  server.on(orderExtras, ({ body }) => ({ ...body, userPrice: 20, connectionPrice: null, share: 12.5 }))
  await card.getByRole('textbox', { name: 'Usuários a mais' }).fill('3')
  await card.getByRole('button', { name: 'Alterar' }).click()
  const question = screen.getByRole('dialog', { name: 'Ficar com 3 usuários e 0 conexões a mais?' })
  await expect.element(question.getByText(/R\$\s12,50 pelos dias até 10\/05\/2026.*R\$\s159,00/)).toBeVisible()
  await question.getByRole('button', { name: 'Alterar' }).click()
  await expect.element(screen.getByText('Usuários e conexões a mais alterados.')).toBeVisible()
  expect(server.callsOf(orderExtras)[0]?.body).toEqual({ companyId: 41, users: 3, connections: 0 })
})
