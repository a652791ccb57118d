// The main job: a customer writes, an attendant accepts and answers with text, picture and voice, the ticks turn blue.
import { TicketsPage } from './tickets-page.ts'
import { expect, test } from './stage.ts'

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

test('a customer writes, an attendant accepts and answers with text, picture and voice; the ticks turn blue', async ({
  browser,
  stage
}) => {
  const { phones, company } = stage
  const phone = await company.pair(phones, 'Loja', [company.queues.vendas])
  const mariana = await phones.addCustomer('Mariana Alves')
  const ticketsPage = await TicketsPage.open(browser, stage.url, company.seller)

  await phones.write(phone, mariana, 'Bom dia! Vocês têm bolo de cenoura?')
  await ticketsPage.accept('Mariana Alves')
  await expect(ticketsPage.bubble('bolo de cenoura')).toBeVisible()

  await ticketsPage.write('Mariana Alves', 'Bom dia, Mariana! Temos sim.')
  const answer = ticketsPage.bubble('Temos sim.')
  await expect(ticketsPage.tick(answer, 'Entregue')).toBeVisible()
  const received = await phones.waitFor(phone, mariana, ({ text }) => text?.includes('Temos sim.') === true)
  expect(received.text).toBe('*Bruno Castro:*\nBom dia, Mariana! Temos sim.')

  await ticketsPage.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'bolo.png', mimeType: 'image/png', buffer: pixel })
  await ticketsPage.page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await phones.waitFor(phone, mariana, ({ kind }) => kind === 'image')
  await expect(ticketsPage.page.getByRole('button', { name: 'Abrir imagem' })).toBeVisible()

  await ticketsPage.page.getByRole('button', { name: 'Gravar mensagem de voz' }).click()
  await expect(ticketsPage.page.getByRole('timer')).toHaveText(/0:0[2-9]/)
  await ticketsPage.page.getByRole('button', { name: 'Enviar mensagem de voz' }).click()
  const voice = await phones.waitFor(
    phone,
    mariana,
    ({ kind }) => kind === 'voice' || kind === 'ptt' || kind === 'audio'
  )
  expect(voice.media?.mime).toContain('ogg')
  await expect(ticketsPage.page.getByRole('button', { name: 'Ouvir' })).toBeVisible()

  await phones.read(phone, mariana)
  await expect(ticketsPage.tick(answer, 'Lida')).toBeVisible()
  expect((await phones.messages(phone, mariana))[0]?.readByDeskAt).toBeTruthy()
  await ticketsPage.close()
})

test('answers, reactions, edits and deletions are seen on both sides', async ({ browser, stage }) => {
  const { phones, company } = stage
  const phone = await company.pair(phones, 'Loja 2', [company.queues.vendas])
  const rui = await phones.addCustomer('Rui Barbosa')
  const ticketsPage = await TicketsPage.open(browser, stage.url, company.seller)
  const first = await phones.write(phone, rui, 'Quanto custa?')
  await ticketsPage.accept('Rui Barbosa')
  await phones.write(phone, rui, { type: 'edit', targetId: first.id, text: 'Quanto custa o bolo?' })
  await expect(ticketsPage.bubble('Quanto custa o bolo?')).toBeVisible()
  await phones.write(phone, rui, { type: 'reaction', targetId: first.id, emoji: '👍' })
  await expect(ticketsPage.page.getByText('👍').first()).toBeVisible()
  const second = await phones.write(phone, rui, 'Apague isto')
  await expect(ticketsPage.bubble('Apague isto')).toBeVisible()
  await phones.write(phone, rui, { type: 'delete', targetId: second.id })
  await expect(ticketsPage.bubble('Mensagem apagada')).toBeVisible()
  await ticketsPage.close()
})
