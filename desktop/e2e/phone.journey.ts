// The desk in the browser of a phone: what is pressed is as large as a finger, there is a way back, and it is installed.
import type { Page } from 'playwright/test'
import { expect, test } from './stage.ts'
import { smallTargets } from './targets.ts'
import { TicketsPage, signIn } from './tickets-page.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'allow' })

const screens = [
  ...['', 'tickets', 'connections', 'queues', 'users', 'contacts', 'tags', 'quick-messages', 'campaigns', 'chats'],
  ...['campaigns-config', 'contact-lists', 'files', 'messages-api', 'prompts', 'queue-integration', 'financeiro'],
  ...['subscription', 'kanban', 'schedules', 'settings', 'roles', 'audit', 'helps', 'todolist']
]

/** Looks at what is shown now: all findings are told at once at the end. */
async function look(page: Page, found: Record<string, string[]>, name: string): Promise<void> {
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  const small = await smallTargets(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  const findings = [...small, ...(width > 390 ? [`scrolls sideways: ${width}`] : [])]
  if (findings.length > 0) found[name] = findings
}

test('everything that is pressed is as large as a fingertip', async ({ page, stage }) => {
  test.setTimeout(400_000)
  const { url, phones, company } = stage
  const phone = await company.pair(phones, 'Celular', [company.queues.vendas])
  await phones.write(phone, await phones.addCustomer('Clarice Moura'), 'Bom dia, vocês abrem hoje?')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: Record<string, string[]> = {}
  for (const path of ['login', 'signup', 'forgetpsw']) {
    await page.goto(`${url}/console/${path}`)
    await expect(page.getByRole('button').first()).toBeVisible()
    await look(page, found, path)
  }
  await signIn(page, url, company.admin)
  for (const path of [...screens, `queues/${company.queues.vendas}/chatbot`]) {
    await page.goto(`${url}/console/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await look(page, found, `/${path}`)
  }
  await page.goto(`${url}/console/audit`)
  await page.getByRole('button', { name: 'Filtros' }).click()
  await page
    .getByRole('button', { name: /^Ver detalhes/ })
    .first()
    .click()
  await expect(page.getByText(/^Registro nº/)).toBeVisible()
  await look(page, found, 'filters and an entry of the audit log')
  await page.goto(`${url}/console/contacts`)
  await page.getByRole('button', { name: 'Mais ações' }).first().click()
  await look(page, found, 'actions of a row')
  await page.goto(`${url}/console/tickets`)
  await page.getByRole('button', { name: /menu/i }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look(page, found, 'menu')
  await page.keyboard.press('Escape')
  const tickets = new TicketsPage(page)
  await tickets.accept('Clarice Moura')
  await look(page, found, 'conversation')
  await page.getByTitle('Dados do contato').click()
  await look(page, found, 'contact')
  expect(found).toEqual({})
})

test("the super user's screens are as large to the finger", async ({ page, stage }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: Record<string, string[]> = {}
  await signIn(page, stage.url, stage.owner)
  for (const path of ['companies', 'plans', 'invoices', 'announcements']) {
    await page.goto(`${stage.url}/console/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await look(page, found, `/${path}`)
  }
  expect(found).toEqual({})
})

test('every screen has one head with a way back', async ({ page, stage }) => {
  const { url, phones, company } = stage
  const phone = await company.pair(phones, 'Celular', [company.queues.vendas])
  await phones.write(phone, await phones.addCustomer('Teodoro Lins'), 'Tem alguém aí?')
  await signIn(page, url, company.admin)
  await page.goto(`${url}/console/tickets`)
  const tickets = new TicketsPage(page)
  await tickets.accept('Teodoro Lins')
  await expect(page.locator('header:visible')).toHaveCount(1)
  await page.getByRole('button', { name: 'Voltar' }).click()
  await expect(tickets.row('Teodoro Lins')).toBeVisible()
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Contatos', exact: true }).click()
  await expect(page).toHaveURL(/\/contacts$/)
  await page.getByRole('button', { name: 'Voltar' }).click()
  await expect(page).toHaveURL(/\/tickets/)
  // Opened by its address: nothing of the console lies before it.
  const another = await page.context().newPage()
  await another.goto(`${url}/console/tags`)
  await another.getByRole('button', { name: 'Voltar' }).click()
  await expect(another.getByRole('button', { name: 'Voltar' })).toHaveCount(0)
})

test('it can be installed, opens without the network, and keeps nothing of the company', async ({ page, stage }) => {
  const { url, company, order } = stage
  await signIn(page, url, company.admin)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const manifest = await page.evaluate(async () => {
    const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]') ?? { href: '' }
    return (await (await fetch(href)).json()) as { display: string; icons: { src: string; purpose: string }[] }
  })
  expect(manifest.display).toBe('standalone')
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
  for (const { src } of manifest.icons) {
    const answer = await page.request.get(`${url}/console/${src}`)
    expect(answer.headers()['content-type']).toBe('image/png')
  }
  await page.goto(`${url}/console/contacts`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, urls: lists.flat().map((one) => new URL(one.url).pathname) }
  })
  expect(kept.names).toHaveLength(1)
  expect(kept.urls.filter((path) => path !== '/console/' && !path.startsWith('/console/assets/'))).toEqual([])
  expect(kept.urls.length).toBeGreaterThan(3)
  await order('kill')
  try {
    await page.reload()
    await expect(page.getByText(/servidor/i).first()).toBeVisible()
  } finally {
    await order('start')
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 })
})

test('the login at the desk stays when the phone signs in, where the company allows it', async ({ browser, stage }) => {
  const { url, company } = stage
  const desk = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(desk, url, company.admin)
  await desk.goto(`${url}/console/settings`)
  const saved = desk.waitForResponse((answer) => answer.request().method() === 'PUT')
  await desk.getByRole('switch', { name: 'Permitir várias janelas por pessoa' }).click({ force: true })
  await saved
  await desk.goto(`${url}/console/tickets`)
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await signIn(phone, url, company.admin)
  await phone.goto(`${url}/console/contacts`)
  await expect(phone.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible()
  await desk.goto(`${url}/console/contacts`)
  await expect(desk.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible()
  await company.call('PUT', '/settings/severalLogins', { value: 'disabled' })
  await Promise.all([desk.close(), phone.close()])
})
