// The super user's screen of all companies' invoices.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { createInvoice, deleteInvoice, updateInvoice } from '@guiche/shared/features/billing/invoices.ts'
import {
  listManagedInvoices,
  managedInvoiceEvent,
  showPaymentEffect,
  type ManagedInvoice,
  type PaymentEffect
} from '@guiche/shared/features/billing/managed-invoices.ts'
import { listCompaniesWithPlans } from '@guiche/shared/features/org/companies.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const at = '2026-03-02T12:00:00.000Z'
const florist = { id: 12, name: 'Floricultura Sul' }
function makeInvoice(part: Partial<ManagedInvoice> = {}): ManagedInvoice {
  return {
    id: 1,
    detail: 'Essencial',
    value: 199,
    // The last minute of the 10th in Brazil, which elsewhere is the 11th.
    dueDate: '2036-04-11T02:59:00.000Z',
    status: 'open',
    companyId: florist.id,
    company: florist,
    renews: at,
    isSettled: false,
    awaitedPlan: null,
    createdAt: at,
    updatedAt: at,
    ...part
  }
}
const late = makeInvoice({ id: 2, detail: 'Implantação', dueDate: '2026-03-02T02:59:00.000Z', renews: null })
const paid = makeInvoice({ id: 3, detail: 'Treinamento', status: 'paid', renews: null, isSettled: true })
const effect: PaymentEffect = {
  company: florist,
  dueDate: '2036-04-11T02:59:00.000Z',
  nextDueDate: '2036-05-11T02:59:00.000Z',
  plan: 'Essencial',
  nextPlan: 'Essencial',
  pending: null
}

function sumsOf(rows: ManagedInvoice[]) {
  const sum = (found: ManagedInvoice[]) => ({
    count: found.length,
    value: found.reduce((all, { value }) => all + value, 0)
  })
  const unpaid = rows.filter(({ status }) => status === 'open')
  const overdue = unpaid.filter(({ id }) => id === late.id)
  return { open: sum(unpaid), overdue: sum(overdue), paid: sum(rows.filter(({ status }) => status === 'paid')) }
}

async function open(rows: ManagedInvoice[] = [makeInvoice(), late, paid]) {
  const server = startServer(makeSessionUser({ super: true }))
  const company = { ...makeSessionUser().company, ...florist }
  server.on(listCompaniesWithPlans, () => [
    { ...company, plan: null, campaignsEnabled: false, schedules: [], holidays: [] } as never
  ])
  server.on(listManagedInvoices, ({ query }) => {
    const found = rows.filter(({ status, id }) =>
      query.state === undefined ? true : query.state === 'overdue' ? id === late.id : status === query.state
    )
    return { invoices: found, count: found.length, hasMore: false, sums: sumsOf(rows) }
  })
  const { screen } = await renderConsole('/invoices')
  const row = (text: RegExp) => screen.getByRole('row', { name: text })
  const button = (name: string | RegExp) => screen.getByRole('button', { name })
  return { server, screen, row, button }
}

test('invoices of all companies stand with their company, due day and state, below the sums', async () => {
  const { screen, row, button } = await open()
  await expect.element(row(/Floricultura Sul Essencial R\$\s199,00 10\/04\/2036 Em aberto/)).toBeVisible()
  await expect.element(row(/Implantação R\$\s199,00 01\/03\/2026 Vencida/)).toBeVisible()
  await expect.element(row(/Treinamento .* Paga/)).toBeVisible()
  await expect.element(button(/^Em aberto R\$\s398,00 2 faturas/)).toBeVisible()
  await expect.element(button(/^Pagas R\$\s199,00 1 fatura/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Faturas' })).toBeVisible()
})

test('a sum shows its invoices alone, with the keyboard too, and filters are sent together and cleared together', async () => {
  const { server, screen, row, button } = await open()
  await expect.element(row(/Essencial/)).toBeVisible()
  ;(button(/^Vencidas/).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row(/Implantação/)).toBeVisible()
  await expect.poll(() => row(/Essencial/).elements()).toHaveLength(0)
  await expect.element(button(/^Vencidas/)).toHaveAttribute('aria-pressed', 'true')
  await screen.getByLabelText('Vencimento de').fill('2026-03-01')
  await screen.getByLabelText('até').fill('2026-03-31')
  await screen.getByRole('combobox', { name: 'Empresa' }).click()
  await screen.getByRole('option', { name: 'Floricultura Sul' }).click()
  await screen.getByRole('searchbox', { name: 'Buscar por empresa ou detalhes' }).fill('Implan')
  await expect
    .poll(() => server.callsOf(listManagedInvoices).at(-1)?.query)
    .toMatchObject({
      state: 'overdue',
      dueFrom: '2026-03-01',
      dueTo: '2026-03-31',
      companyId: 12,
      searchParam: 'implan'
    })
  await button('Limpar filtros').click()
  await expect.poll(() => server.callsOf(listManagedInvoices).at(-1)?.query).toMatchObject({ searchParam: 'implan' })
  await expect.element(button(/^Vencidas/)).toHaveAttribute('aria-pressed', 'false')
})

test('marking as paid says before what it does to the company, and does it once it is confirmed', async () => {
  const { server, screen, button, row } = await open()
  server.on(showPaymentEffect, () => effect)
  server.on(updateInvoice, () => ({ ...makeInvoice(), status: 'paid' as const }))
  await button('Marcar como paga: Essencial, Floricultura Sul').click()
  const dialog = screen.getByRole('dialog', { name: 'Marcar como paga a fatura de Floricultura Sul?' })
  await expect
    .element(dialog.getByText('O vencimento de Floricultura Sul passa de 10/04/2036 para 10/05/2036.'))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Marcar como paga' }).click()
  await expect.element(screen.getByText('Fatura paga. Floricultura Sul agora vence em 10/05/2036.')).toBeVisible()
  expect(server.callsOf(updateInvoice)[0]).toMatchObject({ params: { id: 1 }, body: { status: 'paid' } })
  await expect.element(row(/Essencial .* Paga/)).toBeVisible()
})

test('a payment that moves nothing says so, and one whose effect is not known cannot be confirmed', async () => {
  const { server, screen, button } = await open([makeInvoice({ isSettled: true }), late])
  server.on(showPaymentEffect, ({ params }) => {
    if (params.id === late.id) throw new AppError('ERR_NO_INVOICE_FOUND')
    return { ...effect, nextDueDate: effect.dueDate, nextPlan: 'Profissional' }
  })
  await button(/^Marcar como paga: Essencial/).click()
  await expect
    .element(
      screen.getByText('O período desta fatura já foi contado. Floricultura Sul continua com vencimento em 10/04/2036.')
    )
    .toBeVisible()
  await expect.element(screen.getByText('O plano Profissional começa agora.')).toBeVisible()
  await button('Cancelar').click()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  await button(/^Marcar como paga: Implantação/).click()
  await expect.element(screen.getByText(/Não foi possível calcular o que muda\./)).toBeVisible()
  await expect.element(screen.getByRole('dialog').getByRole('button', { name: 'Marcar como paga' })).toBeDisabled()
  expect(server.callsOf(updateInvoice)).toEqual([])
})

test('an invoice is written for a company, and changed; a period keeps its time when its day does', async () => {
  const { server, screen, button, row } = await open()
  server.on(createInvoice, ({ body }) => makeInvoice({ id: 9, detail: body.detail, value: body.value, renews: null }))
  server.on(updateInvoice, ({ body }) => ({ ...makeInvoice(), detail: body.detail ?? '' }))
  await button('Nova fatura').click()
  const form = screen.getByRole('dialog', { name: 'Nova fatura' })
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => form.getByText('Obrigatório').elements().length).toBeGreaterThanOrEqual(4)
  await form.getByRole('combobox', { name: 'Empresa' }).click()
  await screen.getByRole('option', { name: 'Floricultura Sul' }).click()
  await form.getByLabelText(/^Detalhes/).fill('Consultoria')
  await form.getByLabelText(/^Valor/).fill('1250,5')
  await form.getByLabelText(/^Vencimento/).fill('2036-05-01')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(row(/Floricultura Sul Consultoria R\$\s1\.250,50/)).toBeVisible()
  expect(server.callsOf(createInvoice)[0]?.body).toEqual({
    companyId: 12,
    detail: 'Consultoria',
    value: 1250.5,
    // The day as it is meant in Brazil.
    dueDate: new Date('2036-05-02T02:59:00.000Z'),
    status: 'open'
  })
  await button('Editar: Essencial, Floricultura Sul').click()
  const edit = screen.getByRole('dialog', { name: 'Editar fatura' })
  await expect.element(edit.getByText(/Muda só o prazo desta fatura/)).toBeVisible()
  await edit.getByLabelText(/^Detalhes/).fill('Essencial com desconto')
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(row(/Essencial com desconto/)).toBeVisible()
  expect(server.callsOf(updateInvoice)[0]?.body).toEqual({ detail: 'Essencial com desconto', value: 199 })
})

test('deleting says what comes of it: another invoice of the period, or a change of plan that is cancelled', async () => {
  const waiting = makeInvoice({ id: 4, detail: 'Profissional', renews: null, awaitedPlan: 'Profissional' })
  const { server, screen, button, row } = await open([makeInvoice(), waiting, paid])
  server.on(deleteInvoice, () => ({ message: 'ok' }))
  const ask = async (name: string, text: RegExp) => {
    await button(`Excluir: ${name}, Floricultura Sul`).click()
    await expect.element(screen.getByText(text)).toBeVisible()
  }
  const cancel = async () => {
    await button('Cancelar').click()
    await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  }
  await ask('Essencial', /emite outra fatura dentro de uma hora/)
  await cancel()
  await ask('Treinamento', /Ela já foi paga e some também do histórico/)
  await cancel()
  await ask('Profissional', /A mudança para o plano Profissional, que espera este pagamento, é cancelada\./)
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expect.element(screen.getByText('Fatura excluída com sucesso.')).toBeVisible()
  await expect.poll(() => row(/Profissional/).elements()).toHaveLength(0)
})

test('what changes elsewhere shows at once, and an older word does not undo a newer one', async () => {
  const { server, button, row } = await open([makeInvoice(), late])
  await expect.element(row(/Essencial/)).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const say = (invoice: ManagedInvoice, action: 'create' | 'update') =>
    server.line.emit(managedInvoiceEvent, companyId, { action, invoice })
  const newer = '2026-03-02T12:00:01.000Z'
  say(makeInvoice({ id: 8, detail: 'Suporte', value: 50 }), 'create')
  await expect.element(row(/Suporte R\$\s50,00/)).toBeVisible()
  say(makeInvoice({ status: 'paid', updatedAt: newer }), 'update')
  await expect.element(row(/Essencial .* Paga/)).toBeVisible()
  say(makeInvoice(), 'update')
  server.line.emit(managedInvoiceEvent, companyId, { action: 'delete', invoiceId: late.id })
  await expect.poll(() => row(/Implantação/).elements()).toHaveLength(0)
  await expect.element(row(/Essencial .* Paga/)).toBeVisible()
  // With a filter, what does not belong to it goes.
  await button(/^Em aberto/).click()
  await expect.element(row(/Essencial .* Em aberto/)).toBeVisible()
  say(makeInvoice({ status: 'paid', updatedAt: newer }), 'update')
  await expect.poll(() => row(/Essencial/).elements()).toHaveLength(0)
})

test('a list that does not come says so and is asked for again, and an empty one says where invoices come from', async () => {
  const { server, screen, button } = await open([])
  await expect.element(screen.getByText('Nenhum registro')).toBeVisible()
  await expect.element(screen.getByText(/dez dias antes do vencimento/)).toBeVisible()
  server.on(listManagedInvoices, () => {
    throw new AppError('ERR_INTERNAL')
  })
  await button(/^Pagas/).click()
  await expect.element(button('Tentar de novo')).toBeVisible()
})

test('nobody but a super user finds the screen', async () => {
  startServer(makeSessionUser())
  const { screen } = await renderConsole('/invoices')
  await screen.getByRole('link', { name: 'Administração' }).click()
  await expect.element(screen.getByRole('link', { name: 'Financeiro' })).toBeVisible()
  await expect.poll(() => screen.getByRole('link', { name: 'Faturas' }).elements()).toHaveLength(0)
  expect(screen.getByRole('heading', { name: 'Faturas' }).elements()).toHaveLength(0)
})
