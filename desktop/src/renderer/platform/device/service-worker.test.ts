// Where the shell of the console is kept: in browsers, and never in the desktop app.
import { afterEach, expect, test, vi } from 'vitest'
import { registerServiceWorker } from './service-worker.ts'

afterEach(() => {
  vi.restoreAllMocks()
  delete window.guiche
})

const watchRegister = () => vi.spyOn(navigator.serviceWorker, 'register').mockRejectedValue(new Error('refused'))

test('a browser is asked to keep it, and may refuse', async () => {
  const register = watchRegister()
  registerServiceWorker(true)
  await expect.poll(() => register.mock.calls).toEqual([[expect.stringMatching(/service-worker\.js$/)]])
})

test('neither the desktop app nor a page under development is', () => {
  const register = watchRegister()
  registerServiceWorker(false)
  window.guiche = { invoke: () => Promise.resolve(), on: () => () => undefined }
  registerServiceWorker(true)
  expect(register).not.toHaveBeenCalled()
})
