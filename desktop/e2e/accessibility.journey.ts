// Every screen and dialog of the desk through axe, in light and in dark, on a desk and on a phone: nothing is found.
import type { Page } from 'playwright/test'
import { createLook } from './look.ts'
import { TicketsPage, signIn } from './tickets-page.ts'
import { expect, test, type Stage } from './stage.ts'

type Look = ReturnType<typeof createLook>

/** The first Escape may close but the choices of a field. */
function closeDialog(page: Page): Promise<void> {
  return expect(async () => {
    if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 300 })
  }).toPass()
}

/** Opens a dialog by its button, looks at it, and closes it. */
async function lookAtDialog(page: Page, look: Look, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  await expect(page.getByRole('dialog').first()).toBeVisible()
  await look(`dialog ${String(button)}`, '[role="dialog"]')
  await closeDialog(page)
}

/** Customers with every kind of content. */
async function seedCustomers({ phones, company }: Stage): Promise<void> {
  const phone = await company.pair(phones, 'Vitrine', [company.queues.vendas])
  const helena = await phones.addCustomer('Helena Prado')
  const waiting = await phones.addCustomer('Otávio Reis')
  await phones.write(phone, waiting, 'Tem alguém aí?')
  await phones.write(phone, helena, '*Bom dia!* Vejam www.aurora.test\n- um\n- dois\n> citado\n```fixo```')
  for (const type of ['image', 'document']) await phones.write(phone, helena, { type })
  await phones.write(phone, helena, { type: 'audio', ptt: true, seconds: 3 })
  await phones.write(phone, helena, { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Sé' })
  await phones.write(phone, helena, { type: 'contacts', contacts: [{ name: 'José', number: '5511987654321' }] })
  await phones.write(phone, helena, { type: 'poll', name: 'Sabor?', options: ['Cenoura', 'Fubá'] })
  await phones.write(phone, helena, { type: 'unknown' })
}

/** The super user alone gives a company campaigns. */
async function giveCampaigns({ url, owner }: Stage): Promise<void> {
  const call = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as T
  }
  const { token } = await call<{ token: string }>('POST', '/auth/login', owner)
  const companies = await call<{ id: number; name: string }[]>('GET', '/companies/list', undefined, token)
  const made = companies.find(({ name }) => name === 'Padaria Aurora')
  await call('PUT', `/companies/${made?.id}`, { campaignsEnabled: true }, token)
}

/** What is seen before anybody is signed in. */
async function lookAtSignIn(page: Page, url: string, look: Look): Promise<void> {
  for (const path of ['login', 'signup', 'forgetpsw']) {
    await page.goto(`${url}/console/${path}`)
    await expect(page.getByRole('button').first()).toBeVisible()
    await look(`screen /${path}`)
  }
}

async function lookAtAdministration(page: Page, { url, company }: Stage, look: Look): Promise<void> {
  const screens: { path: string; add: string | RegExp | null }[] = [
    { path: '', add: null },
    { path: 'connections', add: 'Adicionar conexão' },
    { path: 'queues', add: 'Adicionar fila' },
    { path: `queues/${company.queues.vendas}/chatbot`, add: null },
    { path: 'users', add: 'Adicionar usuário' },
    { path: 'contacts', add: 'Adicionar contato' },
    { path: 'tags', add: 'Adicionar tag' },
    { path: 'quick-messages', add: 'Adicionar resposta rápida' },
    { path: 'campaigns', add: 'Nova campanha' },
    { path: 'campaigns-config', add: null },
    { path: 'contact-lists', add: 'Adicionar lista' },
    { path: 'files', add: 'Adicionar lista' },
    { path: 'messages-api', add: null },
    { path: 'prompts', add: 'Adicionar prompt' },
    { path: 'queue-integration', add: 'Adicionar integração' },
    { path: 'financeiro', add: null },
    { path: 'subscription', add: null },
    { path: 'kanban', add: null },
    { path: 'schedules', add: null },
    { path: 'settings', add: null },
    { path: 'roles', add: 'Adicionar função' },
    { path: 'audit', add: null },
    { path: 'helps', add: /^Assistir/ },
    { path: 'todolist', add: null },
    { path: 'chats', add: 'Nova conversa' }
  ]
  for (const { path, add } of screens) {
    await page.goto(`${url}/console/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0)
    await look(`screen /${path}`)
    if (add !== null) await lookAtDialog(page, look, add)
  }
  await page.goto(`${url}/console/audit`)
  await page
    .getByRole('button', { name: /^Ver detalhes/ })
    .first()
    .click()
  await expect(page.getByText(/^Registro nº/)).toBeVisible()
  await look('entry of the audit log')
  await page.goto(`${url}/console/campaigns`)
  await page.getByRole('button', { name: 'Nova campanha' }).first().click()
  await page.getByRole('button', { name: 'Conferir e enviar' }).click()
  await look('last step of a campaign', '[role="dialog"]')
  await closeDialog(page)
}

/** What administrators find behind the menu of the contacts screen, with two who have one name. */
async function lookAtContactTools(page: Page, { url, phones, company }: Stage, look: Look): Promise<void> {
  for (const name of ['Rute Amaral', 'Rute Amaral']) {
    // Numbers are looked up on WhatsApp.
    const { number } = await phones.addCustomer(name)
    await company.call('POST', '/contacts', { name, number, email: '', extraInfo: [] })
  }
  await page.goto(`${url}/console/contacts`)
  for (const item of ['Encontrar duplicados…', 'Importar de planilha…']) {
    await page.getByRole('button', { name: 'Importar, exportar, unir' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('[role="dialog"] .mantine-Skeleton-root')).toHaveCount(0)
    await look(`dialog ${item}`, '[role="dialog"]')
    await closeDialog(page)
  }
}

/** The ways to pair a phone: the QR code, the number that is typed, the code that comes for it. */
async function lookAtPairing(page: Page, { url, phones, company }: Stage, look: Look): Promise<void> {
  await phones.addPhone('5511940000777', 'Filial')
  await company.call('POST', '/whatsapp', { name: 'Filial' })
  await page.goto(`${url}/console/connections`)
  await page.getByRole('row').filter({ hasText: 'Filial' }).getByRole('button', { name: 'QR CODE' }).click()
  await expect(page.getByRole('img', { name: 'QR code para conectar Filial' })).toBeVisible()
  await look('dialog of a QR code', '[role="dialog"]')
  await page.getByRole('button', { name: 'Conectar com número de telefone' }).click()
  await page.getByLabel('Número de WhatsApp').fill('5511940000777')
  await look('dialog of the number to pair', '[role="dialog"]')
  await page.getByRole('button', { name: 'Gerar código' }).click()
  await expect(page.getByRole('button', { name: 'Copiar código' })).toBeVisible()
  await look('dialog of the code to pair', '[role="dialog"]')
  await closeDialog(page)
}

/** What only the super user has. */
async function lookAtOwner(page: Page, url: string, look: Look): Promise<void> {
  for (const tab of ['Empresas', 'Planos']) {
    await page.goto(`${url}/console/settings`)
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('table')).toBeVisible()
    await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0)
    await look(`settings, ${tab}`)
  }
  await page.goto(`${url}/console/companies`)
  await page.getByRole('row', { name: /Padaria Aurora/ }).click()
  await expect(page.getByRole('progressbar').first()).toBeVisible()
  await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0)
  await look('screen of a company')
  await page.goto(`${url}/console/plans`)
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0)
  await look('screen /plans')
  await lookAtDialog(page, look, 'Novo plano')
  await page.goto(`${url}/console/announcements`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look('screen /announcements')
  await lookAtDialog(page, look, 'Adicionar informativo')
  await page.goto(`${url}/console/invoices`)
  await expect(page.getByRole('button', { name: /^Vencidas/ })).toBeVisible()
  await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0)
  await look('screen /invoices')
  await lookAtDialog(page, look, 'Nova fatura')
}

async function lookAtTickets(page: Page, url: string, look: Look): Promise<void> {
  const ticketsPage = new TicketsPage(page)
  await page.goto(`${url}/console/tickets`)
  await ticketsPage.showWaiting()
  await expect(ticketsPage.row('Otávio Reis')).toBeVisible()
  await look('tickets, waiting')
  await page.getByRole('button', { name: 'Selecionar vários' }).click()
  await ticketsPage.row('Otávio Reis').click()
  await expect(page.getByRole('toolbar', { name: /selecionados/ })).toBeVisible()
  await look('tickets, one chosen')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Fechados' }).click()
  await expect(page.getByText('Nenhum registro')).toBeVisible()
  await look('tickets, none closed')
  await page.getByRole('tab', { name: 'Busca' }).click()
  await page.getByRole('searchbox').fill('helena')
  await ticketsPage.row('Helena Prado').click()
  await expect(ticketsPage.bubble('José')).toBeVisible()
  await look('tickets, search and conversation')
  await page.getByTitle('Dados do contato').click()
  await expect(page.getByRole('complementary', { name: 'Dados do contato' })).toBeVisible()
  await look('contact drawer')
  await page.getByRole('complementary', { name: 'Dados do contato' }).getByRole('button', { name: 'Fechar' }).click()
  for (const button of ['Editar tags', 'Transferir', /não lidas|Notificações/]) await lookAtDialog(page, look, button)
  await ticketsPage.bubble('José').getByRole('button', { name: 'Opções da mensagem' }).click({ force: true })
  await expect(page.getByRole('menu')).toBeVisible()
  await look('menu of a message', '[role="menu"]')
  await page.keyboard.press('Escape')
}

async function lookAtTheRest(page: Page, url: string, look: Look): Promise<void> {
  await page.goto(`${url}/console/tickets`)
  await lookAtDialog(page, look, 'Novo atendimento')
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible()
  await look('shortcuts', '[role="dialog"]')
  await closeDialog(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('command palette', '[role="dialog"]')
  await closeDialog(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('tab', { name: 'Atendimentos' })).toBeVisible()
  await look('tickets in a narrow window')
  await page.getByRole('button', { name: /menu/i }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('menu in a narrow window', '[role="dialog"]')
}

/** The house's help videos, which it alone writes. */
async function addHelp({ url, owner }: Stage): Promise<void> {
  const post = (path: string, body: object, token = '') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body)
    })
  const { token } = (await (await post('/auth/login', owner)).json()) as { token: string }
  const help = { title: 'Primeiros passos', description: 'Do zero à primeira resposta', video: 'dQw4w9WgXcQ' }
  expect((await post('/helps', help, token)).status).toBe(200)
}

test.beforeAll(async ({ stage }) => {
  await giveCampaigns(stage)
  await addHelp(stage)
})

test('nothing is found on a phone, in light and in dark', async ({ page, stage }) => {
  test.setTimeout(600_000)
  const { url, company } = stage
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  const found: Record<string, string[]> = {}
  const look = createLook(page, found)
  await lookAtSignIn(page, url, look)
  await signIn(page, url, company.admin)
  await lookAtAdministration(page, stage, look)
  expect(found).toEqual({})
})

test('nothing is found, in light and in dark', async ({ page, stage }) => {
  // Some sixty looks; a busy machine takes ten times as long for one.
  test.setTimeout(900_000)
  const { url, company } = stage
  await page.setViewportSize({ width: 1280, height: 720 })
  await seedCustomers(stage)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  const found: Record<string, string[]> = {}
  const look = createLook(page, found)
  await lookAtSignIn(page, url, look)
  await signIn(page, url, company.admin)
  await lookAtAdministration(page, stage, look)
  await lookAtContactTools(page, stage, look)
  await lookAtPairing(page, stage, look)
  await lookAtTickets(page, url, look)
  await lookAtTheRest(page, url, look)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await signIn(page, url, stage.owner)
  await lookAtOwner(page, url, look)
  expect(found).toEqual({})
})
