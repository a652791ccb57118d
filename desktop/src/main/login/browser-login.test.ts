// A login that takes the way through the browser: one code, for the one who asked, or nothing.
import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { browserLoginEnded } from '#bridge/login-channels.ts'
import { createBrowserLogin } from './browser-login.ts'

const entered = { status: 200, text: '{"token":"access"}' }
const nobody = { status: 0, text: JSON.stringify({ error: browserLoginEnded }) }

function build() {
  const opened: URL[] = []
  const sent: { code: string; codeVerifier: string }[] = []
  const browser = createBrowserLogin({
    server: () => 'https://guiche.test',
    keeper: {
      enterWithCode: async (answer) => {
        sent.push(answer)
        return entered
      }
    },
    open: async (url) => void opened.push(new URL(url))
  })
  return { browser, opened, sent }
}

test('the browser gets the challenge alone, and the code goes to the server with what only this program knows', async () => {
  const { browser, opened, sent } = build()
  const answer = browser.begin()
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  browser.finish('code.signature')
  expect(await answer).toEqual(entered)
  const [{ code, codeVerifier } = { code: '', codeVerifier: '' }] = sent
  expect(code).toBe('code.signature')
  expect(codeVerifier).toMatch(/^[\w-]{43}$/)
  const challenge = createHash('sha256').update(codeVerifier).digest('base64url')
  expect(opened[0]?.href).toBe(`https://guiche.test/console/app-login?challenge=${challenge}`)
})

test('a code that nobody asked for, and a second one, are sent nowhere', async () => {
  const { browser, opened, sent } = build()
  browser.finish('code.of-a-stranger')
  const answer = browser.begin()
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  browser.finish('code.signature')
  browser.finish('code.again')
  await answer
  expect(sent.map(({ code }) => code)).toEqual(['code.signature'])
})

test('it ends when it is called off, begun anew, forgotten, or when no browser opens', async () => {
  vi.useFakeTimers()
  try {
    const { browser, opened, sent } = build()
    const first = browser.begin()
    const second = browser.begin()
    expect(await first).toEqual(nobody)
    browser.cancel()
    expect(await second).toEqual(nobody)
    const forgotten = browser.begin()
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(await forgotten).toEqual(nobody)
    browser.finish('code.too-late')
    expect([opened.length, sent]).toEqual([3, []])
  } finally {
    vi.useRealTimers()
  }
  const failing = createBrowserLogin({
    server: () => 'https://guiche.test',
    keeper: { enterWithCode: async () => entered },
    open: () => Promise.reject(new Error('no browser'))
  })
  await expect(failing.begin()).rejects.toThrow('no browser')
})
