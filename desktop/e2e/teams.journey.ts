// Who sees what: queues, two people at once, a login taken over.
import type { Page } from 'playwright/test'
import { TicketsPage } from './tickets-page.ts'
import { expect, test } from './stage.ts'

test('attendants of different queues see only their customers', async ({ browser, stage }) => {
  const { phones, company } = stage
  const shop = await company.pair(phones, 'Vendas', [company.queues.vendas])
  const help = await company.pair(phones, 'Ajuda', [company.queues.suporte])
  const [buyer, owner] = [await phones.addCustomer('Clara Compra'), await phones.addCustomer('Davi Defeito')]
  const [seller, helper] = [
    await TicketsPage.open(browser, stage.url, company.seller),
    await TicketsPage.open(browser, stage.url, company.helper)
  ]
  await phones.write(shop, buyer, 'Quero comprar')
  await phones.write(help, owner, 'Não funciona')
  await seller.showWaiting()
  await helper.showWaiting()
  await expect(seller.row('Clara Compra')).toBeVisible()
  await expect(helper.row('Davi Defeito')).toBeVisible()
  await expect(seller.row('Davi Defeito')).toHaveCount(0)
  await expect(helper.row('Clara Compra')).toHaveCount(0)
  await seller.close()
  await helper.close()
})

test('a person is invited by link, sets a password, lands in the inbox, and the admin sees it at once', async ({
  browser,
  stage
}) => {
  const admin = await TicketsPage.open(browser, stage.url, stage.company.admin)
  await admin.page.goto(`${stage.url}/console/users`)
  const list = admin.page.getByRole('region', { name: 'Convites' })
  const dialog = admin.page.getByRole('dialog')
  await admin.page.getByRole('button', { name: 'Convidar' }).click()
  await dialog.getByRole('combobox', { name: 'Filas' }).click()
  await admin.page.getByRole('option', { name: 'Vendas' }).click()
  // The list of queues stays open for more, and lies over the button.
  await admin.page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Criar link' }).click()
  const lost = await dialog.getByLabel('Link do convite', { exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  await expect(list.getByText(/vence em 7 dias/)).toBeVisible()
  await list.getByRole('button', { name: 'Convidar de novo: Link do convite' }).click()
  await dialog.getByRole('button', { name: 'Criar link' }).click()
  const field = dialog.getByLabel('Link do convite', { exact: true })
  await expect(field).toHaveValue(/\/invitation#/)
  const link = await field.inputValue()
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()

  const page = await browser.newPage()
  const place = (address: string) => `${stage.url}/console/invitation${new URL(address).hash}`
  await page.goto(place(lost))
  await expect(page.getByText('Este convite não vale mais. Peça outro a quem convidou você.')).toBeVisible()
  await page.goto('about:blank')
  await page.goto(place(link))
  await expect(page.getByRole('heading', { name: 'Entre na equipe de Padaria Aurora' })).toBeVisible()
  await page.getByLabel('Seu nome').fill('Gil Moreira')
  await page.getByLabel('E-mail').fill('gil@aurora.test')
  await page.getByLabel('Senha', { exact: true }).fill('Segredo-2')
  await page.getByRole('button', { name: 'Entrar na equipe' }).click()
  await expect(page).toHaveURL(/\/console\/(tickets)?$/)
  await expect(page.getByText('Aguardando').first()).toBeVisible()
  await expect(admin.page.getByRole('row', { name: /Gil Moreira/ }).getByText('Vendas')).toBeVisible()
  await expect(list.getByText('Nenhum convite em aberto')).toBeVisible()
  await page.close()
  await admin.close()
})

test('the login speaks the language of the browser until somebody chooses another', async ({ browser, stage }) => {
  const page = await browser.newPage({ locale: 'es-AR' })
  await page.goto(`${stage.url}/console/login`)
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible()
  await page.getByText('English').click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.close()
})

test('a login elsewhere takes the session over', async ({ browser, stage }) => {
  const { company } = stage
  const here = await TicketsPage.open(browser, stage.url, company.seller)
  // The message stands for a second before the page reloads.
  const told = here.page.getByText('Sua conta foi acessada em outro computador.').waitFor()
  const there = await TicketsPage.open(browser, stage.url, company.seller)
  await told
  await expect(here.page).toHaveURL(/login/)
  await there.page.reload()
  await expect(there.page).toHaveURL(/tickets/)
  await here.close()
  await there.close()
})

/** Signs in beside the console: with the cookie of this browser, or as another computer does. */
async function signInAgain(page: Page, credentials: 'include' | 'omit', person: { email: string; password: string }) {
  const status = await page.evaluate(
    async (given) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(given.person)
      return (await fetch('/auth/login', { method: 'POST', headers, credentials: given.credentials, body })).status
    },
    { credentials, person }
  )
  expect(status).toBe(200)
}

test('tabs of one browser share the login by the cookie, and none keeps a token', async ({ browser, stage }) => {
  const { company } = stage
  const { email, password } = company.seller
  const first = await TicketsPage.open(browser, stage.url, company.seller)
  const second = new TicketsPage(await first.page.context().newPage())
  await second.page.goto(`${stage.url}/console/tickets`)
  await expect(second.page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  await first.page.reload()
  await expect(first.page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  const stored = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])
  for (const { page } of [first, second]) expect(await page.evaluate(stored)).not.toMatch(/eyJ|token|jrt/i)

  // The same person signs in again in one of them: the cookie is the new login's, and so are both tabs.
  await signInAgain(second.page, 'include', { email, password })
  for (const { page } of [first, second]) {
    await page
      .getByRole('link', { name: 'Tags' })
      .or(page.getByRole('link', { name: 'Contatos' }))
      .first()
      .click()
    await expect(page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
    await expect(page).not.toHaveURL(/login/)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  }
  // At another computer, which the cookie does not reach, it is a take-over.
  const told = first.page.getByText('Sua conta foi acessada em outro computador.').waitFor()
  await signInAgain(second.page, 'omit', { email, password })
  await told
  for (const { page } of [first, second]) await expect(page).toHaveURL(/login/)
  await first.close()
})
