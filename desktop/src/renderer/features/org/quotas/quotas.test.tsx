// What a company uses of its plan, on the screen of those who look after its money.
import { expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyEvent } from '@guiche/shared/features/org/companies.ts'
import { listPlans } from '@guiche/shared/features/org/plans.ts'
import { orderExtras, quoteExtras, showExtras, type PlanExtras } from '@guiche/shared/features/billing/plan-extras.ts'
import { showPlanChange } from '@guiche/shared/features/billing/plan-changes.ts'
import { quotaNoticeEvent, showQuotas, type Quotas } from '@guiche/shared/features/org/quotas.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { errorText } from '#platform/net/error-text.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makePlan, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const quotas: Quotas = {
  messages: { used: 1_250, limit: 5_000 },
  storage: { used: 1_700_000_000, limit: 2_000_000_000 },
  campaigns: { used: 4, limit: 4 },
  users: { used: 3, limit: 10 },
  connections: { used: 1, limit: null },
  received: 2_300,
  renewsAt: '2026-05-01T03:00:00.000Z'
}

const noExtras: PlanExtras = { users: 0, connections: 0, userPrice: null, connectionPrice: null, share: 0 }

async function open(answer: () => Quotas = () => quotas) {
  const server = startServer(makeSessionUser())
  server.on(listPlans, () => [makePlan()])
  server.on(showPlanChange, () => ({ pending: null, used: { users: 3, connections: 1, queues: 1 }, quotes: [] }))
  server.on(showQuotas, answer)
  server.on(showExtras, () => noExtras)
  const { screen } = await renderConsole('/financeiro')
  await screen.getByRole('tab', { name: 'Uso do plano' }).click()
  return { server, screen, use: screen.getByRole('region', { name: 'Uso do plano' }) }
}

test('each limit stands with what is used of it, and says in words when it is nearly or wholly full', async () => {
  const { use } = await open()
  await expect.element(use.getByText('1.250 de 5.000')).toBeVisible()
  await expect.element(use.getByText('1,7 GB de 2 GB')).toBeVisible()
  await expect.element(use.getByText('4 de 4')).toBeVisible()
  expect(use.getByText('Quase no limite').elements()).toHaveLength(1)
  expect(use.getByText('Limite atingido').elements()).toHaveLength(1)
  await expect
    .element(use.getByRole('progressbar', { name: 'Mensagens enviadas no mês' }))
    .toHaveAttribute('aria-valuenow', '25')
})

test('what has no limit says so and has no bar, and what customers send is never refused', async () => {
  const { use } = await open()
  await expect.element(use.getByText('1, sem limite')).toBeVisible()
  expect(use.getByRole('progressbar', { name: 'Conexões' }).elements()).toHaveLength(0)
  await expect.element(use.getByText(/2\.300 mensagens recebidas .* sempre guardado/)).toBeVisible()
  await expect.element(use.getByText(/voltam a zero em 01\/05\/2026/)).toBeVisible()
})

test('what failed can be asked for again, and a plan that becomes another shows its limits', async () => {
  let answer = (): Quotas => {
    throw new AppError('ERR_INTERNAL')
  }
  const { server, screen, use } = await open(() => answer())
  await expect.element(screen.getByText('Não foi possível carregar o uso do plano')).toBeVisible()
  answer = () => quotas
  await screen.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(use.getByText('3 de 10')).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  answer = () => ({ ...quotas, users: { used: 3, limit: 25 } })
  const { company } = makeSessionUser()
  server.line.emit(companyEvent, companyId, { action: 'update', company, plan: makePlan(), campaignsEnabled: false })
  await expect.element(use.getByText('3 de 25')).toBeVisible()
})

test('a limit that is nearly full is told of at once, and one click leads to the bars', async () => {
  const server = startServer(makeSessionUser())
  server.on(listPlans, () => [makePlan()])
  server.on(showQuotas, () => quotas)
  server.on(showExtras, () => noExtras)
  const { screen } = await renderConsole('/todolist')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const notice = { kind: 'storage', level: 80, used: 1_700_000_000, limit: 2_000_000_000 } as const
  server.line.emit(quotaNoticeEvent, companyId, { action: 'create', notice })
  await expect.element(screen.getByText('O espaço para arquivos está quase cheio: 1,7 GB de 2 GB.')).toBeVisible()
  await screen.getByRole('link', { name: 'Ver uso do plano' }).click()
  await expect.element(screen.getByRole('region', { name: 'Uso do plano' }).getByText('1.250 de 5.000')).toBeVisible()
  expect(screen.getByText(/quase cheio/).elements()).toHaveLength(0)
})

test('a refusal says what is full in sizes that people read', async () => {
  await open()
  const values = { limitBytes: 2_000_000_000, usedBytes: 1_990_000_000 }
  expect(errorText(new ApiError(400, { error: 'ERR_PLAN_LIMIT_STORAGE', values }))).toContain('(2 GB de 2 GB)')
  const messages = new ApiError(400, { error: 'ERR_PLAN_LIMIT_MESSAGES', values: { limit: 500, used: 500 } })
  expect(errorText(messages)).toContain('permite 500 mensagens por mês')
})

test('fewer people beyond the plan are asked about with what is not given back, and a refusal says why', async () => {
  const { server, screen } = await open()
  server.on(showExtras, () => ({ users: 2, connections: 0, userPrice: 20, connectionPrice: 50, share: 7.5 }))
  await screen.getByRole('tab', { name: 'Planos' }).click()
  await screen.getByRole('tab', { name: 'Uso do plano' }).click()
  const card = screen.getByRole('region', { name: 'Além do plano' })
  await expect.element(card.getByText(/também R\$\s7,50 pelos dias deste período/)).toBeVisible()
  await expect.element(card.getByText(/R\$\s50,00 por mês cada/)).toBeVisible()
  server.on(quoteExtras, () => ({ share: 0, until: '2026-05-11T02:59:00.000Z', periodValue: 99 }))
  server.on(orderExtras, () => {
    const values = { usedUsers: 12, maxUsers: 10, usedConnections: 1, maxConnections: 3 }
    throw new AppError('ERR_EXTRAS_IN_USE', { values })
  })
  await card.getByRole('textbox', { name: 'Usuários a mais' }).fill('0')
  await card.getByRole('button', { name: 'Alterar' }).click()
  const question = screen.getByRole('dialog')
  await expect.element(question.getByText(/já foi pago não é devolvido/)).toBeVisible()
  await question.getByRole('button', { name: 'Alterar' }).click()
  await expect.element(screen.getByText(/12 usuários \(até 10\)/)).toBeVisible()
})
