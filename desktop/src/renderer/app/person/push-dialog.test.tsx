// Notifications on this device: what the person finds where it cannot be, where it is blocked, off and on.
import { afterEach, expect, test, vi } from 'vitest'
import {
  deletePushSubscription,
  savePushSubscription,
  showPushKey,
  testPush
} from '@guiche/shared/features/inbox/push.ts'
import { makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem('pushFor')
})

const endpoint = 'https://push.example/abc'
const keys = { p256dh: 'A'.repeat(87), auth: 'B'.repeat(22) }

/** A browser whose push service is here. */
function withPush(permission: NotificationPermission) {
  let present: object | null = null
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: () => {
      present = null
      return Promise.resolve(true)
    }
  }
  const pushManager = {
    getSubscription: () => Promise.resolve(present),
    subscribe: () => {
      present = subscription
      return Promise.resolve(subscription)
    }
  }
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ pushManager } as never)
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue(permission)
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue(permission)
}

async function open() {
  const server = startServer(makeSessionUser())
  server.on(showPushKey, () => ({ key: 'C'.repeat(87) }))
  server.on(savePushSubscription, () => ({ message: '' }))
  server.on(deletePushSubscription, () => ({ message: '' }))
  server.on(testPush, () => ({ message: '' }))
  const { screen } = await renderConsole('/')
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByRole('button', { name: 'Avisos neste aparelho' }).click()
  return { server, screen, wanted: screen.getByRole('switch', { name: /^Avisar neste aparelho/ }) }
}

test('without a service worker it says that this browser cannot', async () => {
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(undefined)
  const { screen, wanted } = await open()
  await expect.element(screen.getByText('Este navegador não recebe avisos')).toBeVisible()
  await expect.element(wanted).toBeDisabled()
})

test('an iPhone is told to install first', async () => {
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(undefined)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  const { screen } = await open()
  await expect.element(screen.getByText('Instale o Guichê primeiro')).toBeVisible()
})

test('a browser that blocks says how to allow it', async () => {
  withPush('denied')
  const { screen } = await open()
  await expect.element(screen.getByText('O navegador bloqueou os avisos')).toBeVisible()
})

test('it is switched on, tried and switched off', async () => {
  withPush('granted')
  const { server, screen, wanted } = await open()
  await expect.element(wanted).toBeEnabled()
  await wanted.click()
  await expect.element(wanted).toBeChecked()
  expect(server.callsOf(savePushSubscription)[0]?.body).toEqual({ endpoint, keys })
  await screen.getByRole('button', { name: 'Enviar um teste' }).click()
  await expect.poll(() => server.callsOf(testPush)[0]?.body).toEqual({ endpoint })
  await wanted.click()
  await expect.element(wanted).not.toBeChecked()
  expect(server.callsOf(deletePushSubscription)[0]?.body).toEqual({ endpoint })
})
