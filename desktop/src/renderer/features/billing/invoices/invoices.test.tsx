// The screen of plan and invoices, as admins use it, and what everybody reads when a payment is late.
import { expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { invoiceEvent, listInvoices, type Invoice } from '@guiche/shared/features/billing/invoices.ts'
import {
  cancelPlanChange,
  changePlan,
  planChangeEvent,
  showPlanChange,
  type PlanChange,
  type PlanQuote
} from '@guiche/shared/features/billing/plan-changes.ts'
import {
  listOpenReceipts,
  settleReceipt,
  payInSandbox,
  paymentEvent,
  subscribe,
  type PaymentReceipt
} from '@guiche/shared/features/billing/subscription.ts'
import { companyEvent } from '@guiche/shared/features/org/companies.ts'
import { listPlans } from '@guiche/shared/features/org/plans.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makePlan, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const at = '2026-03-02T12:00:00.000Z'
function makeInvoice(part: Partial<Invoice> = {}): Invoice {
  return {
    id: 1,
    detail: 'Essencial',
    value: 199,
    // The last minute of the 10th in Brazil, which elsewhere is the 11th.
    dueDate: '2026-04-11T02:59:00.000Z',
    status: 'open',
    companyId,
    createdAt: at,
    updatedAt: at,
    ...part
  }
}
const underpaid: PaymentReceipt = {
  id: 5,
  provider: 'sandbox',
  reference: 'x',
  receipt: 'S1',
  value: 98.99,
  currency: 'BRL',
  outcome: 'underpaid',
  companyId,
  invoiceId: 1,
  receivedAt: at
}
const essential = makePlan({ id: 1, name: 'Essencial', value: 99, useCampaigns: false })
const full = makePlan({ id: 2, name: 'Profissional', value: 1249, users: 25 })

function quoteOf(planId: number, part: Partial<PlanQuote> = {}): PlanQuote {
  return {
    planId,
    kind: 'now',
    value: 0,
    at: null,
    periodValue: 99,
    isTooSmall: false,
    ...part
  }
}
const used = { users: 5, connections: 1, queues: 2 }
/** The last minute of the 10th in Brazil. */
const paidUntil = '2026-05-11T02:59:00.000Z'
const waiting: PlanChange = {
  planId: 2,
  planName: 'Profissional',
  kind: 'difference',
  value: 766.67,
  invoiceId: 9,
  at: paidUntil,
  isPaid: false
}

async function open(invoices: Invoice[] = [], user = makeSessionUser()) {
  const server = startServer(user)
  server.on(listPlans, () => [full, essential])
  server.on(listInvoices, () => invoices)
  server.on(listOpenReceipts, () => [])
  server.on(showPlanChange, () => ({ pending: null, used, quotes: [quoteOf(1), quoteOf(2)] }))
  const { screen } = await renderConsole('/financeiro')
  return { server, screen, card: (name: string) => screen.getByRole('region', { name }) }
}

test('plans stand from the cheapest on, with what they hold, and the present one is marked', async () => {
  const { screen, card } = await open()
  await expect.element(card('Essencial').getByText('Plano Atual').first()).toBeVisible()
  const names = screen
    .getByRole('heading', { level: 2 })
    .elements()
    .map((element) => element.textContent)
  expect(names).toEqual(['Essencial', 'Profissional'])
  await expect.element(card('Essencial').getByText(/R\$\s99,00/)).toBeVisible()
  await expect.element(card('Profissional').getByText(/R\$\s1\.249,00/)).toBeVisible()
  expect(card('Essencial').getByRole('img', { name: 'Não incluído:' }).elements()).toHaveLength(1)
  expect(card('Profissional').getByRole('img', { name: 'Incluído:', exact: true }).elements()).toHaveLength(7)
})

test('another plan is chosen after a question, and is the present one as soon as the server says so', async () => {
  const { server, screen, card } = await open()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.on(changePlan, () => {
    server.line.emit(companyEvent, companyId, {
      action: 'update',
      company: { ...makeSessionUser().company, planId: 2 },
      plan: full,
      campaignsEnabled: false
    })
    return { message: 'ok', pending: null }
  })
  await screen.getByRole('button', { name: 'Escolher Profissional' }).click()
  const question = screen.getByRole('dialog', { name: 'Confirmar Escolha do Plano' })
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await expect.element(screen.getByText('Plano alterado com sucesso.')).toBeVisible()
  expect(server.callsOf(changePlan)[0]?.body).toEqual({ companyId, newPlanId: 2 })
  await expect.element(card('Profissional').getByText('Plano Atual').first()).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Escolher Essencial' })).toBeEnabled()
})

test('prices that cannot be loaded are named with the reason, and asked for again at a click', async () => {
  const server = startServer(makeSessionUser())
  server.on(listPlans, () => [full, essential])
  server.on(listInvoices, () => [])
  server.on(showPlanChange, () => {
    throw new AppError('ERR_INTERNAL')
  })
  const { screen } = await renderConsole('/financeiro')
  const failed = screen.getByRole('alert', { name: 'Não foi possível carregar quanto custa mudar de plano' })
  await expect.element(failed.getByText(/deu errado/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Escolher Profissional' })).toBeDisabled()
  server.on(showPlanChange, () => ({ pending: null, used, quotes: [quoteOf(1), quoteOf(2)] }))
  await failed.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(screen.getByRole('button', { name: 'Escolher Profissional' })).toBeEnabled()
  await expect.element(failed).not.toBeInTheDocument()
})

test('a plan that is too small is refused with the reason, and nothing changes', async () => {
  const { server, screen, card } = await open(
    [],
    makeSessionUser({ company: { ...makeSessionUser().company, planId: 2 } })
  )
  server.on(changePlan, () => {
    const inUse = { users: 14, connections: 1, queues: 2 }
    const allowed = { maxUsers: 3, maxConnections: 1, maxQueues: 3 }
    throw new AppError('ERR_PLAN_TOO_SMALL', { values: { plan: 'Essencial', ...inUse, ...allowed } })
  })
  await screen.getByRole('button', { name: 'Escolher Essencial' }).click()
  const confirm = screen.getByRole('dialog').getByRole('button', { name: 'Confirmar' })
  await confirm.click()
  await expect.element(screen.getByText(/usuários 14 \(o plano permite 3\)/)).toBeVisible()
  await expect.element(confirm).toHaveFocus()
  await expect.element(card('Profissional').getByText('Plano Atual').first()).toBeVisible()
})

test('a dearer plan names its sum before it is chosen, is paid on the spot, and opens by itself', async () => {
  const { server, screen, card } = await open()
  let pending: PlanChange | null = null
  const quote = quoteOf(2, { kind: 'difference', value: 766.67, at: paidUntil, periodValue: 1249 })
  server.on(showPlanChange, () => ({ pending, used, quotes: [quoteOf(1, { kind: 'current' }), quote] }))
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.line.emit(planChangeEvent, companyId, { action: 'update', pending: null }, 1)
  await expect.element(card('Profissional').getByText(/R\$\s766,67 agora, pela diferença/)).toBeVisible()
  server.on(changePlan, () => {
    pending = waiting
    server.line.emit(planChangeEvent, companyId, { action: 'update', pending: waiting }, 2)
    return { message: 'ok', pending: waiting }
  })
  server.on(subscribe, () => ({
    txid: 'a1b2',
    qrcode: { qrcode: '00020126pix' },
    valor: { original: '766.67' },
    calendario: { criacao: at, expiracao: 3600 },
    secondsLeft: 3600,
    invoiceId: 9,
    sandbox: true
  }))
  server.on(payInSandbox, () => {
    const company = { id: companyId, dueDate: paidUntil, planId: 2 }
    const paid = { action: 'CONCLUIDA', company, openedPlan: 'Profissional', invoiceId: 9 } as const
    server.line.emit(paymentEvent, companyId, paid, 3)
    return { message: 'ok' }
  })
  await screen.getByRole('button', { name: 'Escolher Profissional' }).click()
  const question = screen.getByRole('dialog', { name: 'Confirmar Escolha do Plano' })
  await expect.element(question.getByText(/Você paga R\$\s766,67 agora: .* até 10\/05\/2026/)).toBeVisible()
  await expect.element(question.getByText(/Depois de 10\/05\/2026 ele custa R\$\s1\.249,00 por mês/)).toBeVisible()
  await question.getByRole('button', { name: 'Confirmar' }).click()
  const payment = screen.getByRole('dialog', { name: 'Pagar Profissional' })
  await expect.element(payment.getByRole('img', { name: /R\$\s766,67/ })).toBeVisible()
  await payment.getByRole('button', { name: 'Simular pagamento' }).click()
  await expect.element(payment.getByText('O plano Profissional está liberado!')).toBeVisible()
})

test('a cheaper plan says when it begins and what does not fit; what waits is given up after a question', async () => {
  const { server, screen, card } = await open(
    [],
    makeSessionUser({ company: { ...makeSessionUser().company, planId: 2 } })
  )
  const quote = quoteOf(1, { kind: 'later', at: paidUntil, isTooSmall: true })
  let pending: PlanChange | null = null
  server.on(showPlanChange, () => ({ pending, used, quotes: [quote, quoteOf(2, { kind: 'current' })] }))
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.line.emit(planChangeEvent, companyId, { action: 'update', pending: null }, 1)
  await expect.element(card('Essencial').getByText('Começa em 10/05/2026')).toBeVisible()
  await screen.getByRole('button', { name: 'Escolher Essencial' }).click()
  const question = screen.getByRole('dialog', { name: 'Confirmar Escolha do Plano' })
  await expect
    .element(question.getByText(/Não há nada a pagar agora.*5 usuários, 1 conexão e 2 filas;.*Nada é apagado/))
    .toBeVisible()
  const later: PlanChange = {
    ...waiting,
    planId: 1,
    planName: 'Essencial',
    kind: 'later',
    value: null,
    invoiceId: null
  }
  const wait = (next: PlanChange | null, seq: number) => {
    pending = next
    server.line.emit(planChangeEvent, companyId, { action: 'update', pending }, seq)
  }
  server.on(changePlan, () => {
    wait(later, 2)
    return { message: 'ok', pending: later }
  })
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await expect
    .element(screen.getByText('O plano Essencial começa em 10/05/2026. Até lá vale o plano atual.'))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Plano escolhido' })).toBeDisabled()
  server.on(cancelPlanChange, () => {
    wait(null, 3)
    return { message: 'ok' }
  })
  await screen.getByRole('button', { name: 'Cancelar a mudança' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancelar a mudança' }).click()
  await expect.element(screen.getByText('Mudança de plano cancelada.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Escolher Essencial' })).toBeEnabled()
})

test('an open invoice is paid by Pix, a paid one cannot, and the payment shows by itself', async () => {
  const paid = makeInvoice({ id: 2, status: 'paid', dueDate: '2026-03-11T02:59:00.000Z' })
  const { server, screen } = await open([makeInvoice(), paid])
  server.on(listOpenReceipts, () => [underpaid])
  server.on(subscribe, ({ body }) => ({
    txid: 'a1b2',
    qrcode: { qrcode: '00020126pix' },
    valor: { original: '199.00' },
    calendario: { criacao: at, expiracao: 3600 },
    secondsLeft: 3600,
    invoiceId: body.invoiceId ?? 0,
    sandbox: true
  }))
  const dueDate = '2026-05-11T02:59:00.000Z'
  server.on(payInSandbox, () => {
    const company = { id: companyId, dueDate }
    server.line.emit(invoiceEvent, companyId, { action: 'update', invoice: makeInvoice({ status: 'paid' }) }, 1)
    server.line.emit(paymentEvent, companyId, { action: 'CONCLUIDA', company, invoiceId: 1 }, 2)
    return { message: 'ok' }
  })
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await screen.getByRole('tab', { name: 'Faturas' }).click()
  const row = (date: string) => screen.getByRole('row', { name: new RegExp(date) })
  await expect.element(row('10/04/2026').getByText('Aberto')).toBeVisible()
  await expect.element(row('10/04/2026').getByText(/R\$\s199,00/)).toBeVisible()
  await expect.element(row('10/03/2026').getByText('Paga')).toBeVisible()
  await expect.element(row('10/03/2026').getByRole('button', { name: 'PAGO' })).toBeDisabled()
  await expect.element(screen.getByText(/98,99 · valor menor que o da fatura/)).toBeVisible()
  await screen.getByRole('button', { name: 'PAGAR' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Pagar Essencial' })
  await expect.element(dialog.getByText('Vencimento em 10/04/2026')).toBeVisible()
  await expect.element(dialog.getByRole('img', { name: /QR Code Pix de R\$\s199,00/ })).toBeVisible()
  await expect.element(dialog.getByLabelText('Pix copia e cola')).toHaveValue('00020126pix')
  await expect.element(dialog.getByText(/O código vence em (60:00|59:\d\d)/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Simular pagamento' }).click()
  await expect.element(dialog.getByText('Pagamento confirmado!')).toBeVisible()
  await expect.element(dialog.getByText('Sua licença foi renovada até 10/05/2026!')).toBeVisible()
  await expect.poll(() => screen.getByRole('button', { name: 'PAGAR' }).elements()).toHaveLength(0)
})

test.each([
  [1, /Regularize o pagamento até/],
  [4, /É possível ler tudo/]
])('%i days after the due date everybody reads what still works', async (days, sentence) => {
  const dueDate = new Date(Date.now() - days * 86_400_000).toISOString()
  const { screen } = await open([], makeSessionUser({ company: { ...makeSessionUser().company, dueDate } }))
  await expect.element(screen.getByRole('status').getByText(sentence)).toBeVisible()
})

test('the super user settles money that paid no invoice, and it is shown no more', async () => {
  const { server, screen } = await open([], makeSessionUser({ super: true }))
  server.on(listOpenReceipts, () => [underpaid, { ...underpaid, id: 6, receipt: 'S2' }])
  server.on(settleReceipt, () => underpaid)
  await screen.getByRole('tab', { name: 'Faturas' }).click()
  server.line.emit(invoiceEvent, companyId, { action: 'update', invoice: makeInvoice() }, 1)
  await screen.getByRole('button', { name: 'Marcar como resolvido' }).first().click()
  await expect.element(screen.getByText('Pagamento marcado como resolvido.')).toBeVisible()
  expect(server.callsOf(settleReceipt)[0]?.params).toMatchObject({ id: 5 })
  await expect.element(screen.getByText(/sandbox S2/)).toBeVisible()
  expect(screen.getByText(/sandbox S1/).elements()).toHaveLength(0)
})
