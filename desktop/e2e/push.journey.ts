// A push that reaches the browser while its window is elsewhere: it is shown, and a click leads to the ticket.
import { expect, test } from './stage.ts'
import { signIn } from './tickets-page.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

test('what is pushed is shown once a ticket, and a click opens it in the open window', async ({ page, stage }) => {
  const { url, company } = stage
  await signIn(page, url, company.admin)
  const cdp = await page.context().newCDPSession(page)
  const registered = new Promise<string>((found) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) found(first.registrationId)
    })
  )
  await cdp.send('ServiceWorker.enable')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // It may be ready before it has the window.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect(page.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  const registrationId = await registered
  const { origin } = new URL(url)
  const push = (body: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify({ title: 'Padaria', body, path: '/contacts', tag: 'ticket-1' })
    })
  // The browser of the tests has no place for notifications: what would be shown is written down instead.
  const worker = page.context().serviceWorkers()[0]
  if (!worker) throw new Error('there is no service worker')
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: unknown[] }
    scope.shown = []
    scope.registration.showNotification = (title, options) => {
      scope.shown.push({ title, ...options })
      return Promise.resolve()
    }
  })
  const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown)
  await push('Nova mensagem')
  await expect.poll(shown).toEqual([
    expect.objectContaining({
      title: 'Padaria',
      body: 'Nova mensagem',
      tag: 'ticket-1',
      renotify: true,
      data: '/contacts'
    })
  ])
  await worker.evaluate(() => {
    const event = new Event('notificationclick')
    Object.assign(event, { notification: { close: () => undefined, data: '/contacts' }, waitUntil: () => undefined })
    globalThis.dispatchEvent(event)
  })
  await expect(page).toHaveURL(/\/contacts$/)
})
