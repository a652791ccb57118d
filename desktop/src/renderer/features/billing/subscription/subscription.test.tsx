// The screen of the subscription: three steps to a Pix code, what is sent of them, and the pages around a link.
import { expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { createCheckout } from '@guiche/shared/features/billing/checkout.ts'
import { listInvoices } from '@guiche/shared/features/billing/invoices.ts'
import { showPlanChange } from '@guiche/shared/features/billing/plan-changes.ts'
import { paymentEvent, showSubscription, subscribe } from '@guiche/shared/features/billing/subscription.ts'
import { listPlans } from '@guiche/shared/features/org/plans.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makePlan, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const day = 86_400_000
const essential = makePlan({ id: 1, name: 'Essencial', value: 99 })
const full = makePlan({ id: 2, name: 'Profissional', value: 249, users: 25 })
const state = {
  email: 'contas@padaria.com.br',
  payer: null,
  trialExpiration: new Date(Date.now() + 1.5 * day).toISOString(),
  pix: 'sandbox',
  checkout: 'sandbox'
} as const

function start(recurrence = 'MENSAL') {
  const user = makeSessionUser()
  const server = startServer({ ...user, company: { ...user.company, recurrence } })
  server.on(showSubscription, () => state)
  server.on(listPlans, () => [full, essential])
  server.on(listInvoices, () => [])
  const quote = { kind: 'now', value: 0, at: null, isTooSmall: false } as const
  const months = recurrence === 'MENSAL' ? 1 : 3
  const quotes = [essential, full].map(({ id, value }) => ({ ...quote, planId: id, periodValue: value * months }))
  server.on(showPlanChange, () => ({ pending: null, used: { users: 1, connections: 1, queues: 1 }, quotes }))
  return server
}

test('three steps lead to the Pix code, a payment leads home, and nothing of a card is sent', async () => {
  const server = start('TRIMESTRAL')
  const body: string[] = []
  let refusals = 1
  server.on(subscribe, (call) => {
    body.push(JSON.stringify(call.body))
    if (refusals-- > 0) throw new AppError('ERR_PAYMENT_PROVIDER')
    return {
      txid: 'a1b2',
      qrcode: { qrcode: '00020126pix' },
      valor: { original: '747.00' },
      calendario: { criacao: new Date().toISOString(), expiracao: 3600 },
      secondsLeft: 3600,
      invoiceId: 31,
      sandbox: false
    }
  })
  const { screen } = await renderConsole('/subscription')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await expect.element(screen.getByText(/Período de teste: faltam 2 dias/)).toBeVisible()
  await expect.element(screen.getByLabelText('E-mail de cobrança')).toHaveAttribute('readonly')
  await screen.getByRole('button', { name: 'Assine Agora' }).click()

  await expect.element(screen.getByRole('heading', { name: 'Falta pouco!' })).toBeVisible()
  const name = screen.getByRole('textbox', { name: 'Nome completo' })
  await name.clear()
  await screen.getByRole('button', { name: 'Avançar' }).click()
  for (const sentence of [
    'O nome completo é obrigatório',
    'O Endereço é obrigatório',
    'Cidade é obrigatória',
    'CEP é obrigatório'
  ]) {
    await expect.element(screen.getByText(sentence)).toBeVisible()
  }
  await expect.element(name).toHaveFocus()
  await name.fill('Ana Souza')
  await screen.getByRole('textbox', { name: 'Endereço' }).fill('Rua das Flores, 10')
  await screen.getByRole('textbox', { name: 'Cidade' }).fill('Recife')
  await screen.getByRole('textbox', { name: 'CEP' }).fill('50000-000')
  await screen.getByRole('button', { name: 'Dados do cartão (opcional)' }).click()
  const number = screen.getByRole('textbox', { name: 'Número do cartão' })
  await expect.element(number).toBeVisible()
  await number.fill('4111111111111111')
  await screen.getByRole('button', { name: 'Avançar' }).click()

  await screen.getByRole('radio', { name: 'Profissional' }).click()
  await screen.getByRole('button', { name: 'Avançar' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Resumo do plano' })).toBeVisible()
  await expect.element(screen.getByText(/^R\$\s747,00$/)).toBeVisible()
  await expect
    .element(screen.getByText(/Você paga R\$\s747,00 pelo próximo período do plano Profissional/))
    .toBeVisible()
  await screen.getByRole('button', { name: 'PAGAR' }).click()

  await expect.element(screen.getByText('Não foi possível gerar a cobrança')).toBeVisible()
  await screen.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(screen.getByRole('img', { name: /QR Code Pix de R\$\s747,00/ })).toBeVisible()
  await expect
    .element(screen.getByText('Assinatura realizada com sucesso!, aguardando a realização do pagamento'))
    .toBeVisible()
  expect(JSON.parse(body.at(-1) ?? '')).toMatchObject({
    firstName: 'Ana Souza',
    address1: 'Rua das Flores, 10',
    city: 'Recife',
    zipcode: '50000-000',
    country: 'BR',
    plan: { planId: 2 }
  })
  expect(body.join('')).not.toContain('4111')
  expect(document.body.innerHTML).not.toContain('4111')
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('4111')

  const company = { id: companyId, dueDate: '2027-05-10T15:00:00.000Z' }
  server.line.emit(paymentEvent, companyId, { action: 'CONCLUIDA', company, invoiceId: 30 }, 1)
  server.line.emit(paymentEvent, companyId, { action: 'CONCLUIDA', company, invoiceId: 31 }, 2)
  await expect.element(screen.getByText('Pagamento confirmado!')).toBeVisible()
  await expect.element(screen.getByText('Sua licença foi renovada até 10/05/2027!').first()).toBeVisible()
  await expect.poll(() => screen.getByText('Pagamento confirmado!').elements(), { timeout: 15_000 }).toHaveLength(0)
})

test('a plan is paid by a link after a question, and a link that does not come is told', async () => {
  const server = start()
  server.on(createCheckout, () => ({ checkoutUrl: '' }))
  const { screen } = await renderConsole('/plans-manager?payment=done')
  await expect.element(screen.getByText(/Pagamento recebido/)).toBeVisible()
  await screen.getByRole('button', { name: 'Pagar Profissional' }).click()
  const question = screen.getByRole('dialog', { name: 'Confirmar Escolha do Plano' })
  await expect.element(question.getByText(/R\$\s249,00/)).toBeVisible()
  await question.getByRole('button', { name: 'Ir para o pagamento' }).click()
  await expect.element(screen.getByText('Erro ao gerar link de pagamento.')).toBeVisible()
  expect(server.callsOf(createCheckout)[0]?.body).toMatchObject({ amount: 24_900, planId: 2 })
})
