// The desktop app without its server: opens on what it knew, takes what is written, and sends it once after a restart.
import { rmSync } from 'node:fs'
import { diskText, lastSnapshotAt, makeHome, startApp } from './app.ts'
import type { TicketsPage } from './tickets-page.ts'
import { expect, test } from './stage.ts'

/** An app, a server and a simulated WhatsApp start more than once here. */
const patient = expect.configure({ timeout: 60_000 })

test('the app opens on what it knew while the server is away, and what is written then goes out once', async ({
  stage
}) => {
  test.setTimeout(300_000)
  const { phones, company } = stage
  const home = makeHome()
  const phone = await company.pair(phones, 'Viagem', [company.queues.vendas])
  const rui = await phones.addCustomer('Rui Prado')
  const first = await startApp(home)
  await first.ticketsPage.firstStart(stage.url, company.seller)
  await phones.write(phone, rui, 'Vocês têm broa de milho?')
  await first.ticketsPage.accept('Rui Prado')
  await patient(first.ticketsPage.bubble('broa de milho')).toBeVisible()
  await phones.write(phone, rui, { type: 'image', caption: 'Como esta' })
  const photo = (ticketsPage: TicketsPage) =>
    ticketsPage
      .bubble('Como esta')
      .getByRole('button', { name: /^Abrir imagem/ })
      .locator('img')
  const isDrawn = (ticketsPage: TicketsPage) =>
    photo(ticketsPage)
      .last()
      .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 100)
  await patient.poll(() => isDrawn(first.ticketsPage)).toBe(true)
  // A picture follows every change; the one after this shows what was there before it.
  const seenAt = Date.now()
  await phones.write(phone, rui, 'Bem fresquinha?')
  await patient.poll(() => lastSnapshotAt(home)).toBeGreaterThan(seenAt)

  await stage.order('stop')
  await patient(first.ticketsPage.page.getByText(/^Sem conexão desde/)).toBeVisible()
  await first.ticketsPage.write('Rui Prado', 'Temos broa, sim: sai às quatro.')
  await first.ticketsPage.sendFile('receita.txt', 'fubá, erva-doce e leite')
  await patient(first.ticketsPage.bubble('sai às quatro').getByText(/Será enviada assim que ela voltar/)).toBeVisible()
  await patient(first.ticketsPage.bubble('receita.txt')).toBeVisible()
  const secrets = /broa|sai às quatro|fubá|Rui Prado|eyJ[\w-]+\.[\w-]+\./
  expect(await first.ticketsPage.page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(secrets)
  await first.app.close()
  expect(diskText(home)).not.toMatch(secrets)

  const second = await startApp(home)
  await patient(second.ticketsPage.row('Rui Prado')).toBeVisible()
  await patient(second.ticketsPage.page.getByText(/^Sem conexão. O que você vê é/)).toBeVisible()
  await second.ticketsPage.row('Rui Prado').click()
  await patient(second.ticketsPage.bubble('broa de milho')).toBeVisible()
  await patient.poll(() => isDrawn(second.ticketsPage)).toBe(true)
  await patient(second.ticketsPage.bubble('sai às quatro').getByText(/Será enviada assim que ela voltar/)).toBeVisible()

  await stage.order('start')
  await phones.waitFor(phone, rui, ({ text }) => text?.includes('sai às quatro') === true)
  await phones.waitFor(phone, rui, ({ kind }) => kind === 'document')
  await patient(second.ticketsPage.page.getByText(/^Sem conexão/)).toHaveCount(0)
  await patient(second.ticketsPage.page.getByText(/Será enviada assim/)).toHaveCount(0)
  await phones.write(phone, rui, 'Guarde uma para mim!')
  await patient(second.ticketsPage.bubble('Guarde uma')).toBeVisible()
  const received = await phones.received(phone, rui)
  expect(received.filter(({ text }) => text?.includes('sai às quatro') === true)).toHaveLength(1)
  expect(received.filter(({ kind }) => kind === 'document')).toHaveLength(1)
  expect(await second.ticketsPage.bubble('sai às quatro').count()).toBe(1)

  await second.ticketsPage.signOut()
  await patient.poll(() => lastSnapshotAt(home)).toBe(0)
  await second.app.close()
  rmSync(home, { recursive: true, force: true })
})
