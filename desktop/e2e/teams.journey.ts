// Who sees what: queues, two people at once, a login taken over.
import { Desk } from './desk.ts'
import { expect, test } from './stage.ts'

test('attendants of different queues see only their customers', async ({ browser, stage }) => {
  const { phones, company } = stage
  const shop = await company.pair(phones, 'Vendas', [company.queues.vendas])
  const help = await company.pair(phones, 'Ajuda', [company.queues.suporte])
  const [buyer, owner] = [await phones.addCustomer('Clara Compra'), await phones.addCustomer('Davi Defeito')]
  const [seller, helper] = [
    await Desk.open(browser, stage.url, company.seller),
    await Desk.open(browser, stage.url, company.helper)
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

test('a login elsewhere takes the session over', async ({ browser, stage }) => {
  const { company } = stage
  const here = await Desk.open(browser, stage.url, company.seller)
  // The message stands for a second before the page reloads.
  const told = here.page.getByText('Sua conta foi acessada em outro computador.').waitFor()
  const there = await Desk.open(browser, stage.url, company.seller)
  await told
  await expect(here.page).toHaveURL(/login/)
  await there.page.reload()
  await expect(there.page).toHaveURL(/tickets/)
  await here.close()
  await there.close()
})
