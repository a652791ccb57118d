// Many customers at once: chosen in the list, accepted, resolved, and taken back.
import { TicketsPage } from './tickets-page.ts'
import { expect, test } from './stage.ts'

test('what is chosen is accepted and resolved together, and undoing brings it back', async ({ browser, stage }) => {
  const { url, phones, company } = stage
  // Everything in the list is chosen further below: it holds nothing of other journeys.
  const { person, queueId } = await company.hire('Edu Prates', 'Feira')
  const phone = await company.pair(phones, 'Feira', [queueId])
  const names = ['Lúcia Prado', 'Mauro Dias', 'Nina Costa']
  for (const name of names) {
    const customer = await phones.addCustomer(name)
    await phones.write(phone, customer, 'Oi, tem bolo?')
  }
  const seller = await TicketsPage.open(browser, url, person)
  const { page } = seller
  await seller.showWaiting()
  for (const name of names) await expect(seller.row(name)).toBeVisible()
  await page.getByRole('button', { name: 'Selecionar vários' }).click()
  for (const name of names) await seller.row(name).click()
  const bar = page.getByRole('toolbar', { name: 'Ações com os atendimentos selecionados' })
  await bar.getByRole('button', { name: 'Aceitar' }).click()
  await expect(page.getByText('3 aceitos.')).toBeVisible()

  await page.locator('label').filter({ hasText: 'Atendendo' }).click()
  for (const name of names) await expect(seller.row(name)).toBeVisible()
  await seller.row('Lúcia Prado').focus()
  await page.keyboard.press('x')
  await bar.getByRole('button', { name: 'Selecionar todos os da lista' }).click()
  await bar.getByRole('button', { name: 'Resolver' }).click()
  const question = page.getByRole('dialog', { name: 'Resolver 3 atendimentos?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Resolver' }).click()
  await expect(page.getByText('3 resolvidos.')).toBeVisible()
  for (const name of names) await expect(seller.row(name)).toHaveCount(0)
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
  await expect(page.getByText('Desfeito em 3 atendimentos.')).toBeVisible()
  for (const name of names) await expect(seller.row(name)).toBeVisible()
  await seller.close()
})
