// The desktop app at work: first start, a customer writes, the notification is pressed and answered, sleep, restart.
import { rmSync } from 'node:fs'
import type { DesktopApp } from '#host/launch.ts'
import { diskText, makeHome, startApp } from './app.ts'
import { expect, test } from './stage.ts'

/** An app, a browser, a server and a simulated WhatsApp at once: on a busy machine their answers take their time. */
const patient = expect.configure({ timeout: 60_000 })

/** The recorder in the app's process; functions that use it run there. */
declare const __recorder: any

const titles = (app: DesktopApp): Promise<string[]> =>
  app.evaluate(() => __recorder.notifications.map(({ title }: any) => title))
const tooltip = (app: DesktopApp): Promise<string> => app.evaluate(() => __recorder.trays[0].tooltip)

test('the app signs in, announces, answers from the notification, wakes up, and is signed in after a restart', async ({
  stage
}) => {
  test.setTimeout(600_000)
  const { phones, company } = stage
  const home = makeHome()
  const { person, queueId } = await company.hire('Davi Prado', 'Aplicativo')
  const phone = await company.pair(phones, 'Aplicativo', [queueId])
  const lia = await phones.addCustomer('Lia Ramos')
  const { app, ticketsPage } = await startApp(home)

  await ticketsPage.firstStart(stage.url, person)
  await phones.write(phone, lia, 'Boa tarde! Ainda tem pão de queijo?')
  await ticketsPage.accept('Lia Ramos')
  await patient(ticketsPage.bubble('pão de queijo')).toBeVisible()

  // The window goes to the tray; what is written then is announced there, and pressing it leads back.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close())
  await phones.write(phone, lia, 'Queria uma dúzia.')
  await patient.poll(() => titles(app)).toContain('Lia Ramos')
  await patient.poll(() => tooltip(app)).toBe('Guichê — 1 conversa não lida')
  await app.evaluate(() => __recorder.notifications.at(-1).emit('reply', { reply: 'Temos sim, separo já!' }))
  const received = await phones.waitFor(phone, lia, ({ text }) => text?.includes('separo já') === true)
  expect(received.text).toBe('*Davi Prado:*\nTemos sim, separo já!')
  await phones.write(phone, lia, 'Obrigada!')
  await patient.poll(async () => (await titles(app)).filter((title) => title.startsWith('Lia Ramos')).length).toBe(2)
  await app.evaluate(() => __recorder.notifications.at(-1).emit('click'))
  await patient(ticketsPage.bubble('Obrigada!')).toBeVisible()
  await patient.poll(() => tooltip(app)).toBe('Guichê')

  // The line breaks while the computer sleeps; on waking what was missed is there at once.
  await stage.order('cut')
  await phones.write(phone, lia, 'Vocês abrem no domingo?')
  await stage.order('restore')
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
  await patient(ticketsPage.bubble('no domingo')).toBeVisible()

  expect(diskText(home)).not.toMatch(/pão de queijo|eyJ[\w-]+\.[\w-]+\./)
  await app.close()
  const second = await startApp(home)
  await patient(second.ticketsPage.row('Lia Ramos')).toBeVisible()
  await second.app.close()
  rmSync(home, { recursive: true, force: true })
})
