// The home of administrators: the figures of a period, its filter, both charts with their tables, and the live part.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { listTickets, ticketEvent, type TicketMoment } from '@guiche/shared/features/inbox/tickets.ts'
import { userEvent as userChanged } from '@guiche/shared/features/org/users.ts'
import {
  chartTicketsDay,
  chartTicketsUsers,
  showDashboard,
  type Attendant,
  type DashboardFigures
} from '@guiche/shared/features/team/dashboard.ts'
import { noFilters, noSearch } from '#features/inbox/tickets/list/ticket-lists.ts'
import { useTicketPages } from '#features/inbox/tickets/list/ticket-pages.store.ts'
import { useTicketTab } from '#features/inbox/tickets/list/ticket-tab.store.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeConnection, makeUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

function attendant(part: Partial<Attendant>): Attendant {
  return {
    id: 2,
    name: 'Bia Lima',
    online: false,
    tickets: 0,
    avgSupportTime: null,
    rating: null,
    ratings: 0,
    ...part
  }
}

async function open(counters: Partial<DashboardFigures['counters']> = {}) {
  const server = startServer()
  const present = {
    counters: {
      supportHappening: 12,
      supportPending: 4,
      supportUnread: 3,
      supportFinished: 1_234,
      avgSupportTime: 65.4,
      avgWaitTime: 0.4,
      ...counters
    },
    ofPeriod: { finished: 1_234, avgSupportTime: 65.4, avgWaitTime: 0.4, rating: 2.64, ratings: 41, byProgram: 8 },
    before: { finished: 1_000, avgSupportTime: 80, avgWaitTime: 0.3, rating: null, ratings: 0, byProgram: 0 },
    attendants: [
      attendant({ id: 2, tickets: 900, avgSupportTime: 30, rating: 2.64, ratings: 41 }),
      attendant({ id: 3, name: 'Caio Reis' })
    ],
    period: { from: '2026-11-01', to: '2026-11-21' }
  }
  server.on(showDashboard, () => present)
  server.on(chartTicketsUsers, () => ({
    data: [
      { nome: 'Bia Lima', quantidade: 900 },
      { nome: '', quantidade: 20 }
    ],
    count: 920
  }))
  server.on(chartTicketsDay, () => ({
    data: [
      { data: '01/11/2026', total: 30 },
      { data: '02/11/2026', total: 0 },
      { data: '03/11/2026', total: 45 }
    ],
    count: 75
  }))
  server.on(listConnections, () => [makeConnection()])
  const opened = await renderConsole('/')
  await expect.element(opened.screen.getByText('1.234')).toBeVisible()
  return { server, present, ...opened }
}
const figure = (screen: { getByRole: typeof page.getByRole }, group: string) =>
  screen.getByRole('region', { name: group })

test('figures of now and of the period are shown, times in hours and minutes', async () => {
  const { server, screen } = await open()
  await expect.element(figure(screen, 'Agora')).toMatchTextContent(/Em andamento12Aguardando4Não lidos3$/)
  await expect
    .element(figure(screen, 'No período'))
    .toMatchTextContent(
      /Finalizados1.234A mais que no período anterior: 23%Tempo médio1 h 5 minA menos .*: 18%Espera média< 1 minA mais .*: 33%Avaliação2,6 de 341 avaliaçõesEnvios8$/
    )
  const row = screen.getByRole('row', { name: /Bia Lima/ })
  await expect.element(row).toMatchTextContent(/90030 min2,6 · muito satisfeito41 avaliaçõesOffline$/)
  await expect.element(screen.getByRole('row', { name: /Caio Reis/ })).toMatchTextContent(/0–Sem avaliaçõesOffline$/)
  const { date_from: from, date_to: to } = (server.callsOf(showDashboard)[0]?.query ?? {}) as Record<string, string>
  expect(from).toMatch(/^\d{4}-\d{2}-01$/)
  expect(server.callsOf(chartTicketsDay)[0]?.query).toMatchObject({ initialDate: from, finalDate: to })
})

test('both charts say what they show and have a table behind them', async () => {
  const { screen } = await open()
  await expect.element(screen.getByRole('img', { name: 'Atendimentos por dia' })).toBeVisible()
  await expect.element(screen.getByText('75 atendimentos iniciados no período')).toBeVisible()
  await screen.getByRole('button', { name: 'Ver como tabela: Atendimentos por dia' }).click()
  const table = screen.getByRole('table', { name: 'Atendimentos por dia' })
  await expect.element(table.getByRole('row', { name: '03/11/2026 45' })).toBeVisible()
  await screen.getByRole('button', { name: 'Ver como tabela: Atendimentos por usuário' }).click()
  await expect.element(screen.getByRole('row', { name: 'Usuários removidos 20' })).toBeVisible()
})

test('a column tells its value to who walks through the chart by keyboard', async () => {
  const { screen } = await open()
  const chart = screen.getByRole('img', { name: 'Atendimentos por dia' })
  await expect.element(chart).toBeVisible()
  ;(chart.element() as SVGElement).focus()
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}')
  await expect
    .element(screen.getByRole('status').filter({ hasText: '03/11/2026' }))
    .toMatchTextContent(/^45 03.11.2026$/)
})

test('a period of days is asked for, and its dates are shown', async () => {
  const { server, screen } = await open()
  await screen.getByRole('combobox', { name: 'Período' }).click()
  await screen.getByRole('option', { name: 'Últimos 7 dias' }).click()
  await expect.poll(() => server.callsOf(showDashboard).at(-1)?.query).toEqual({ days: 7 })
  const { initialDate, finalDate } = (server.callsOf(chartTicketsUsers).at(-1)?.query ?? {}) as Record<string, string>
  expect(Date.parse(finalDate ?? '') - Date.parse(initialDate ?? '')).toBe(6 * 86_400_000)
  await expect
    .element(screen.getByRole('button', { name: /^Data inicial e final: / }))
    .toMatchTextContent(new RegExp((initialDate ?? '').split('-').reverse().join('/')))
  await expect.element(screen.getByRole('button', { name: 'Limpar datas' })).not.toBeInTheDocument()
})

test('without dates and without a period it says what is missing, and the figures stay', async () => {
  const { server, screen } = await open()
  const asked = server.callsOf(showDashboard).length
  await screen.getByRole('button', { name: 'Limpar datas' }).click()
  await expect.element(screen.getByText('Parametrize o filtro')).toBeVisible()
  await expect.element(screen.getByText('1.234')).toBeVisible()
  expect(server.callsOf(showDashboard)).toHaveLength(asked)
})

test('a ticket that changes is counted, and who comes online shows at once', async () => {
  const { server, present, screen } = await open()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  present.counters = { ...present.counters, supportPending: 64 }
  server.line.emit(ticketEvent, companyId, { action: 'updateUnread', ticketId: 3, unreadMessages: 1 }, 1)
  await expect.element(figure(screen, 'Agora')).toMatchTextContent(/Aguardando64/)
  const user = makeUser({ id: 3, name: 'Caio Reis', online: true })
  present.attendants = present.attendants.map((one) => (one.id === 3 ? { ...one, online: true } : one))
  server.line.emit(userChanged, companyId, { action: 'update', user }, 2)
  await expect.element(screen.getByRole('row', { name: /Caio Reis/ })).toMatchTextContent(/Online$/)
})

test('figures that cannot be had are offered again', async () => {
  const server = startServer()
  server.on(listConnections, () => [])
  let isBroken = true
  server.on(chartTicketsDay, () => {
    if (isBroken) throw new AppError('ERR_INTERNAL')
    return { data: [{ horario: 9, total: 2 }], count: 2 }
  })
  const { screen } = await renderConsole('/')
  const card = screen.getByRole('region', { name: 'Atendimentos por dia' })
  await expect.element(card).toMatchTextContent(/Não foi possível carregar os números/)
  isBroken = false
  await card.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(screen.getByRole('img', { name: 'Atendimentos por hora' })).toBeVisible()
})

test('figures that could not be had without a line come when it is back', async () => {
  const server = startServer()
  // Nothing is missed meanwhile: what fails is all that has to come.
  server.line.greetWith(5)
  server.on(listConnections, () => [])
  let isDown = true
  server.on(chartTicketsDay, () => {
    if (isDown) throw new AppError('ERR_INTERNAL')
    return { data: [{ horario: 9, total: 2 }], count: 2 }
  })
  const { screen } = await renderConsole('/')
  const card = screen.getByRole('region', { name: 'Atendimentos por dia' })
  await expect.element(card).toMatchTextContent(/Não foi possível carregar os números/)
  server.setDown(true)
  await expect.poll(() => useRealtime.getState().state).toBe('offline')
  isDown = false
  server.setDown(false)
  await expect.element(screen.getByRole('img', { name: 'Atendimentos por hora' })).toBeVisible()
})

test('a company without tickets is told so, and offered its first connection', async () => {
  const server = startServer()
  server.on(listConnections, () => [])
  const { screen, path } = await renderConsole('/')
  await expect.element(screen.getByText('Não houve atendimentos no período escolhido.').first()).toBeVisible()
  await screen.getByRole('link', { name: 'Conectar um número' }).click()
  await expect.poll(path).toBe('/connections')
})

test('on a narrow window nothing goes over the edge', async () => {
  await page.viewport(390, 844)
  try {
    await open()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  } finally {
    await page.viewport(1280, 800)
  }
})

test('a figure leads to its tickets', async () => {
  const { screen, path } = await open()
  await figure(screen, 'Agora')
    .getByRole('link', { name: /Aguardando/ })
    .click()
  await expect.poll(path).toBe('/tickets')
  expect(useTicketTab.getState().part).toBe('waiting')
  expect(useTicketPages.getState().view).toMatchObject({ ...noFilters, showAll: true })
})

const november = { from: '2026-11-01', to: '2026-11-21' }

test.each<[string, RegExp, TicketMoment, number | null]>([
  ['No período', /^Finalizados/, 'finished', 1_234],
  ['No período', /^Tempo médio/, 'served', null],
  ['No período', /^Espera média/, 'accepted', null],
  ['No período', /^Avaliação/, 'rated', 41],
  ['No período', /^Envios/, 'byProgram', 8]
])('in “%s” the figure %s leads to its tickets', async (group, name, moment, times) => {
  const { server, screen, path } = await open()
  server.on(listTickets, () => ({ tickets: [], count: 0, hasMore: false }))
  await figure(screen, group).getByRole('link', { name }).click()
  await expect.poll(path).toBe('/tickets')
  expect(useTicketTab.getState().tab).toBe('search')
  expect(useTicketPages.getState().view.search).toEqual({ ...noSearch, period: { ...november, moment, times } })
  await expect
    .poll(() => server.callsOf(listTickets).at(-1)?.query)
    .toMatchObject({ moment, momentFrom: november.from, momentTo: november.to, showAll: true })
})

test('what a figure led to is said with its days, and taken away', async () => {
  const { server, screen } = await open()
  server.on(listTickets, () => ({ tickets: [], count: 0, hasMore: false }))
  await figure(screen, 'No período')
    .getByRole('link', { name: /^Envios/ })
    .click()
  await expect.element(screen.getByText('Envios: 01/11/2026 – 21/11/2026')).toBeVisible()
  await expect.element(screen.getByText(/^O painel conta 8\./)).toBeVisible()
  await screen.getByRole('button', { name: /Envios: 01/ }).click()
  await expect.element(screen.getByText(/^O painel conta/)).not.toBeInTheDocument()
  expect(useTicketPages.getState().view.search.period).toBeNull()
})

test('a person’s figures lead to their tickets of the period, and none of nothing', async () => {
  const { screen, path } = await open()
  const row = screen.getByRole('row', { name: /Bia Lima/ })
  const links = row.getByRole('link')
  await expect.poll(() => links.elements().map((link) => link.textContent)).toEqual(['900', '30 min', '41 avaliações'])
  expect(
    screen
      .getByRole('row', { name: /Caio Reis/ })
      .getByRole('link')
      .elements()
  ).toHaveLength(0)
  await links.first().click()
  await expect.poll(path).toBe('/tickets')
  expect(useTicketPages.getState().view.search).toEqual({
    ...noSearch,
    users: [2],
    period: { ...november, moment: 'finished', times: 900 }
  })
})
