// The webhooks on the page of the external API, as an admin keeps them.
import { describe, expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  renewWebhookSecret,
  replayDelivery,
  resumeWebhook,
  webhookEvent,
  type Webhook,
  type WebhookDelivery
} from '@guiche/shared/features/automation/webhooks.ts'
import { call } from '#platform/net/http.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const at = '2026-11-21T12:00:00.000Z'
function makeWebhook(part: Partial<Webhook> = {}): Webhook {
  return {
    id: 1,
    url: 'https://loja.com.br/gancho',
    events: ['message.created'],
    active: true,
    pausedAt: null,
    failure: null,
    failingSince: null,
    missedUntil: null,
    companyId,
    createdAt: at,
    updatedAt: at,
    ...part
  }
}
function makeDelivery(part: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    webhookId: 1,
    event: 'message.created',
    seq: 7,
    state: 'failed',
    attempts: 9,
    nextAt: null,
    lastAt: at,
    lastStatus: 503,
    lastAnswer: 'em manutenção',
    body: '{"event":"message.created"}',
    createdAt: at,
    ...part
  }
}

async function open(webhooks: Webhook[]) {
  const server = startServer(makeSessionUser({ profile: 'admin' }))
  server.on(listWebhooks, () => ({ webhooks }))
  const { screen } = await renderConsole('/messages-api')
  await screen.getByRole('tab', { name: 'Webhooks' }).click()
  return { server, screen }
}

test('a webhook is added with its events, and its secret is shown once', async () => {
  const { server, screen } = await open([])
  await screen.getByRole('button', { name: 'Adicionar webhook' }).first().click()
  const dialog = screen.getByRole('dialog', { name: 'Adicionar webhook' })
  const url = dialog.getByRole('textbox', { name: 'Endereço' })
  await url.fill('http://10.0.0.1/gancho')
  server.on(createWebhook, () => {
    throw new AppError('ERR_ADDRESS_INTERNAL', { fields: { url: 'ERR_ADDRESS_INTERNAL' } })
  })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(url).toHaveAccessibleDescription(/rede interna do servidor/)
  await url.fill('https://loja.com.br/gancho')
  await dialog.getByRole('checkbox', { name: 'Contato novo' }).click()
  server.on(createWebhook, ({ body }) => ({ webhook: makeWebhook(body), secret: 'whsec_segredo' }))
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  const secret = screen.getByRole('dialog', { name: 'Segredo do webhook' })
  await expect.element(secret.getByText('whsec_segredo')).toBeVisible()
  expect(server.callsOf(createWebhook).at(-1)?.body).toMatchObject({
    url: 'https://loja.com.br/gancho',
    events: ['message.created', 'ticket.updated', 'contact.created'],
    active: true
  })
  await secret.getByRole('button', { name: /Fechar|close/i }).click()
  await expect.poll(() => screen.getByText('whsec_segredo').elements()).toHaveLength(0)
  await expect.element(screen.getByRole('row', { name: /loja\.com\.br/ })).toBeVisible()
})

test('a webhook is added and its secret renewed with the own password, once the server asks for it', async () => {
  const { server, screen } = await open([])
  const check = (body: { currentPassword?: string | null | undefined }) => {
    const code = 'ERR_CURRENT_PASSWORD_REQUIRED'
    if (body.currentPassword !== 'minha-senha') throw new AppError(code, { fields: { currentPassword: code } })
  }
  server.on(createWebhook, ({ body }) => {
    check(body)
    return { webhook: makeWebhook(), secret: 'whsec_primeiro' }
  })
  server.on(renewWebhookSecret, ({ body }) => {
    check(body)
    return { webhook: makeWebhook(), secret: 'whsec_segundo' }
  })
  const asked = screen.getByLabelText(/^Sua senha atual/)
  await screen.getByRole('button', { name: 'Adicionar webhook' }).first().click()
  await screen.getByRole('textbox', { name: 'Endereço' }).fill('https://loja.com.br/gancho')
  await expect.element(asked).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(asked).toHaveFocus()
  await expect.element(asked).toHaveAccessibleDescription(/Digite sua senha atual para confirmar/)
  await asked.fill('minha-senha')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('whsec_primeiro')).toBeVisible()
  expect(server.callsOf(createWebhook).at(-1)?.body).toMatchObject({ url: 'https://loja.com.br/gancho' })
  const shown = screen.getByRole('dialog', { name: 'Segredo do webhook' })
  await shown.getByRole('button', { name: /Fechar|close/i }).click()

  await screen.getByRole('button', { name: /^Trocar segredo/ }).click()
  const dialog = screen.getByRole('dialog', { name: 'Trocar o segredo?' })
  await dialog.getByRole('button', { name: 'Trocar segredo' }).click()
  await expect.element(asked).toHaveFocus()
  await asked.fill('minha-senha')
  await dialog.getByRole('button', { name: 'Trocar segredo' }).click()
  await expect.element(screen.getByText('whsec_segundo')).toBeVisible()
})

test('a pause is said with its reason and ended by a person; deliveries are read and sent once more', async () => {
  const { server, screen } = await open([makeWebhook()])
  const row = screen.getByRole('row', { name: /loja\.com\.br/ })
  await expect.element(row.getByText('Funcionando')).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const paused = makeWebhook({ pausedAt: at, failingSince: at, failure: 'HTTP 503' })
  server.line.emit(webhookEvent, companyId, { action: 'update', webhook: paused }, 1)
  await expect.element(screen.getByRole('alert').getByText(/HTTP 503/)).toBeVisible()
  const silent = makeWebhook({ pausedAt: at, failingSince: at, failure: 'timeout: no answer in time' })
  server.line.emit(webhookEvent, companyId, { action: 'update', webhook: silent }, 2)
  await expect.element(screen.getByRole('alert').getByText(/Sem resposta a tempo/)).toBeVisible()
  await expect.element(row.getByText(/Sem resposta a tempo/)).toBeVisible()
  server.on(resumeWebhook, () => makeWebhook())
  await screen.getByRole('button', { name: 'Retomar' }).click()
  await expect.poll(() => screen.getByRole('button', { name: 'Retomar' }).elements()).toHaveLength(0)

  server.on(listDeliveries, ({ query }) => ({
    deliveries: query.state === undefined || query.state === 'failed' ? [makeDelivery()] : [],
    hasMore: false
  }))
  server.on(replayDelivery, () => makeDelivery({ state: 'waiting', attempts: 0 }))
  await row.getByText('https://loja.com.br/gancho').click()
  const dialog = screen.getByRole('dialog', { name: 'Entregas' })
  await dialog.getByText('Falhou', { exact: true }).first().click()
  await expect.poll(() => server.callsOf(listDeliveries).at(-1)?.query).toMatchObject({ state: 'failed' })
  await expect.element(dialog.getByText('9 tentativas')).toBeVisible()
  await dialog.getByRole('button', { name: 'Enviar de novo: message.created' }).click()
  await expect.element(screen.getByText('A entrega será enviada de novo.')).toBeVisible()
  const gone = makeDelivery({ state: 'failed', lastStatus: null, lastAnswer: 'unreachable: ECONNREFUSED' })
  server.line.emit(webhookEvent, companyId, { action: 'delivery', delivery: gone })
  await expect.element(dialog.getByText('Não foi possível alcançar o endereço (ECONNREFUSED)').first()).toBeVisible()
  const delivered = makeDelivery({ state: 'delivered', attempts: 1, lastStatus: 200, lastAnswer: 'ok' })
  server.line.emit(webhookEvent, companyId, { action: 'delivery', delivery: delivered })
  await expect.element(dialog.getByText('Entregue').last()).toBeVisible()
})

describe('the deliveries', () => {
  const idOf = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const waiting = makeDelivery({ id: idOf(1), event: 'ticket.updated', state: 'waiting', attempts: 1 })
  const openDeliveries = async (answer: (before: string | undefined) => Promise<WebhookDelivery[]>) => {
    const { server, screen } = await open([makeWebhook()])
    await expect.poll(() => useRealtime.getState().state).toBe('online')
    server.on(listDeliveries, async ({ query: { before, state } }) => {
      if (state === 'failed') return { deliveries: [makeDelivery({ id: idOf(900) })], hasMore: false }
      return { deliveries: await answer(before), hasMore: before === undefined }
    })
    await screen
      .getByRole('row', { name: /loja\.com\.br/ })
      .getByText('https://loja.com.br/gancho')
      .click()
    const dialog = screen.getByRole('dialog', { name: 'Entregas' })
    await expect.element(dialog).toBeVisible()
    return { server, dialog }
  }

  test('of a further page that comes late are not put among those that failed', async () => {
    const late = Promise.withResolvers<void>()
    const { server, dialog } = await openDeliveries(async (before) => {
      if (before !== undefined) await late.promise
      return [before === undefined ? waiting : { ...waiting, id: idOf(2), event: 'contact.created' }]
    })
    await expect.poll(() => server.callsOf(listDeliveries).length).toBe(2)
    await dialog.getByText('Falhou', { exact: true }).first().click()
    await expect.element(dialog.getByText('message.created')).toBeVisible()
    late.resolve()
    // An answer of later is here: so is the late one.
    await call(listWebhooks)
    const next = makeDelivery({ id: idOf(901), event: 'contact.updated' })
    server.line.emit(webhookEvent, companyId, { action: 'delivery', delivery: next })
    await expect.element(dialog.getByText('contact.updated')).toBeVisible()
    expect(dialog.getByText('contact.created').elements()).toHaveLength(0)
  })

  test('that are heard of while they are fetched stay as they were heard, and are fetched again after a gap', async () => {
    const first = Promise.withResolvers<void>()
    let present: WebhookDelivery = waiting
    const { server, dialog } = await openDeliveries(async (before) => {
      if (before !== undefined) return []
      const answer = present
      await first.promise
      return [answer]
    })
    const delivered = makeDelivery({ ...waiting, state: 'delivered', attempts: 2 })
    server.line.emit(webhookEvent, companyId, { action: 'delivery', delivery: delivered })
    await expect.element(dialog.getByText('2 tentativas')).toBeVisible()
    first.resolve()
    await expect.poll(() => server.callsOf(listDeliveries).length).toBe(2)
    await expect.element(dialog.getByText('2 tentativas')).toBeVisible()
    server.setDown(true)
    await expect.poll(() => useRealtime.getState().state).toBe('offline')
    present = makeDelivery({ ...waiting, attempts: 5 })
    server.setDown(false)
    await expect.element(dialog.getByText('5 tentativas')).toBeVisible()
  })
})
