// The server restarts and the network goes in the middle of a conversation: nothing is missed and nothing is double.
import { TicketsPage } from './tickets-page.ts'
import { expect, test } from './stage.ts'

test('a conversation survives a kill of the server', async ({ browser, stage }) => {
  const { phones, company } = stage
  const phone = await company.pair(phones, 'Balcão', [company.queues.vendas])
  const ana = await phones.addCustomer('Ana Clara')
  const ticketsPage = await TicketsPage.open(browser, stage.url, company.seller)
  await phones.write(phone, ana, 'mensagem um')
  await ticketsPage.accept('Ana Clara')
  await stage.order('kill')
  await phones.write(phone, ana, 'mensagem dois')
  await ticketsPage.write('Ana Clara', 'resposta sem servidor')
  await expect(ticketsPage.bubble('resposta sem servidor')).toBeVisible()
  await stage.order('start')
  await expect(ticketsPage.bubble('mensagem dois')).toHaveCount(1)
  await phones.waitFor(phone, ana, ({ text }) => text?.includes('resposta sem servidor') === true, 60_000)
  await expect(ticketsPage.bubble('resposta sem servidor')).toHaveCount(1)
  const sent = (await phones.received(phone, ana)).filter(({ text }) => text?.includes('resposta sem servidor'))
  expect(sent).toHaveLength(1)
  await ticketsPage.close()
})

test('a console whose network was cut misses nothing', async ({ browser, stage }) => {
  const { phones, company } = stage
  const phone = await company.pair(phones, 'Balcão 2', [company.queues.vendas])
  const bia = await phones.addCustomer('Bia Souza')
  const ticketsPage = await TicketsPage.open(browser, stage.url, company.seller)
  await phones.write(phone, bia, 'antes do corte')
  await ticketsPage.accept('Bia Souza')
  await stage.order('cut')
  for (const text of ['durante um', 'durante dois', 'durante três']) await phones.write(phone, bia, text)
  await ticketsPage.write('Bia Souza', 'escrita sem rede')
  await stage.order('restore')
  for (const text of ['durante um', 'durante dois', 'durante três'])
    await expect(ticketsPage.bubble(text)).toHaveCount(1)
  await phones.waitFor(phone, bia, ({ text }) => text?.includes('escrita sem rede') === true, 60_000)
  await expect(ticketsPage.bubble('escrita sem rede')).toHaveCount(1)
  await ticketsPage.close()
})
