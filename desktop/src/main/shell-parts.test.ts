// The parts of the built shell, in the host, in one app that all tests share: tray, notifications, hostile pages, report.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { builtApp } from './testing/built-app.ts'
import { startApp, type Started } from './testing/start-app.ts'

/** The recorder in the app's process; functions that use it run there. */
declare const __recorder: any

const uuid = 'a3c1b5c2-4b1d-4a53-9d4e-2f6f3f1f8a11'
const words = {
  ticket: uuid,
  ticketId: 7,
  title: 'Mariana Alves',
  body: 'Bom dia!',
  path: `/tickets/${uuid}`,
  picture: null,
  canReply: true
}
const isVisible = ({ app }: Started) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? null)
function shown({ app }: Started) {
  return app.evaluate(() =>
    __recorder.notifications.map(({ title, body, hasReply }: any) => ({ title, body, hasReply }))
  ) as Promise<{ title: string; body: string; hasReply: boolean }[]>
}
const press = ({ app }: Started, event: string, detail: object = {}) =>
  app.evaluate((_, [name, given]) => __recorder.notifications.at(-1).emit(name, given), [event, detail] as const)
async function hide(started: Started) {
  await started.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close())
  await expect.poll(() => isVisible(started)).toBe(false)
}

let started: Started
const ends: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  await builtApp()
  started = await startApp({ later: (end) => ends.push(end) })
}, 300_000)
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** As at the start: a window in front, nothing unread, nothing paused, nothing recorded. */
beforeEach(async () => {
  const { app, invoke } = started
  await invoke('shell:language', 'pt')
  await invoke('preferences:change', { preview: 'all', notifications: true })
  await invoke('notifications:pause', 'none')
  await invoke('notifications:unread', { count: 1, tickets: [uuid] })
  await invoke('notifications:unread', { count: 0, tickets: [] })
  await invoke('intents:take')
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.show()
    __recorder.notifications.length = 0
    __recorder.opened.length = 0
  })
})

describe('the tray', () => {
  test('counts what is unread, on its icon, in its words and on the badge', async () => {
    const tray = () => started.app.evaluate(() => ({ ...__recorder.trays[0], tray: null, menu: null }))
    const before = await tray()
    expect(before.tooltip).toBe('Guichê')
    await started.invoke('notifications:unread', { count: 3, tickets: [uuid] })
    const three = await tray()
    expect(three.tooltip).toBe('Guichê — 3 conversas não lidas')
    expect(three.image).not.toBe(before.image)
    expect(await started.app.evaluate(() => __recorder.badge)).toBe(3)
    await started.invoke('notifications:unread', { count: 12, tickets: [uuid] })
    expect((await tray()).image).not.toBe(three.image)
    await started.invoke('notifications:unread', { count: 0, tickets: [] })
    expect(await tray()).toEqual(before)
  })

  test('pauses notifications, says until when, and resumes; the menu of the app does the same', async () => {
    await hide(started)
    const item = (id: string, where = 'tray') =>
      started.app.evaluate(
        ({ Menu }, [wanted, menu]) => {
          const found = (
            menu === 'tray' ? __recorder.trays[0].menu : (Menu.getApplicationMenu() as any)
          ).getMenuItemById(wanted)
          return found && { label: found.label }
        },
        [id, where] as const
      )
    await started.app.evaluate(() => __recorder.trays[0].menu.getMenuItemById('pause-30').click())
    expect((await item('paused'))?.label).toMatch(/^Notificações pausadas até (amanhã às )?\d\d:\d\d$/)
    expect((await item('paused', 'app'))?.label).toMatch(/^Notificações pausadas até/)
    const count = (await shown(started)).length
    await started.invoke('notifications:show', words)
    expect(await shown(started)).toHaveLength(count)
    expect(await started.invoke('notifications:test')).toEqual({ outcome: 'paused', detail: '' })
    await started.app.evaluate(({ Menu }) => (Menu.getApplicationMenu() as any).getMenuItemById('resume').click())
    expect(await item('paused')).toBeNull()
    await started.invoke('notifications:show', words)
    expect(await shown(started)).toHaveLength(count + 1)
  })

  test('offers nothing that the menu of the app lacks: some desktops show no tray', async () => {
    const [tray, menu] = await started.app.evaluate(({ Menu }) => {
      const idsOf = (items: any[]): string[] =>
        items.flatMap(({ id, submenu }) => [id, ...idsOf(submenu?.items ?? [])]).filter((id) => typeof id === 'string')
      return [idsOf(__recorder.trays[0].menu.items), idsOf(Menu.getApplicationMenu()?.items ?? [])]
    })
    expect(tray).toContain('quit')
    expect(menu).toEqual(expect.arrayContaining(tray ?? []))
  })

  test('speaks the language of the console', async () => {
    const { app, invoke } = started
    await invoke('shell:language', 'es')
    expect(await app.evaluate(() => __recorder.trays[0].menu.getMenuItemById('quit').label)).toBe('Salir de Guichê')
  })
})

describe('a notification', () => {
  test('brings the window back and leads to its conversation', async () => {
    await hide(started)
    await started.invoke('notifications:show', words)
    await press(started, 'click')
    expect(await isVisible(started)).toBe(true)
    expect(await started.invoke('intents:take')).toEqual([{ kind: 'open', path: words.path }])
    expect(await started.invoke('intents:take')).toEqual([])
  })

  test('shows a reply that can go out in nobody’s name instead of losing it', async () => {
    await started.invoke('notifications:show', words)
    await press(started, 'reply', { reply: 'Já respondo!' })
    await expect
      .poll(() => shown(started))
      .toContainEqual({ title: 'Esta resposta não foi enviada', body: 'Já respondo!', hasReply: false })
    expect(await started.invoke('intents:take')).toEqual([])
  })

  test('shows neither name nor text to whoever wants that', async () => {
    await started.invoke('preferences:change', { preview: 'none' })
    await started.invoke('notifications:show', words)
    expect(await shown(started)).toEqual([{ title: 'Guichê', body: 'Nova mensagem', hasReply: true }])
    await started.invoke('preferences:change', { notifications: false })
    await started.invoke('notifications:show', words)
    expect(await shown(started)).toHaveLength(1)
    expect(await started.invoke('notifications:test')).toEqual({ outcome: 'off', detail: '' })
  })

  test('is tried on request, and what the system made of it is told', async () => {
    expect(await started.invoke('notifications:test')).toEqual({ outcome: 'shown', detail: '' })
    expect((await shown(started)).at(-1)?.title).toBe('Notificação de teste')
  })
})

describe('a page that means harm', () => {
  test('gets no bridge of Electron, runs no script of its own and frames nothing', async () => {
    const { page } = started
    const seen = await page.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.body.append(script)
      const elsewhere = await fetch('https://evil.example/').then(
        () => 'reached',
        () => 'blocked'
      )
      const { guiche } = window as any
      const unknown = await guiche.invoke('settings:read', []).catch((error: Error) => error.message)
      return {
        ran: 'ran' in window,
        elsewhere,
        names: Object.keys(guiche),
        unknown,
        node: ['require', 'process', 'electron'].filter((name) => name in window)
      }
    })
    expect(seen).toEqual({
      ran: false,
      elsewhere: 'blocked',
      names: ['invoke', 'on'],
      unknown: 'the bridge has no settings:read',
      node: []
    })
  })

  test('cannot send the window away or open another; known links open outside', async () => {
    const { app, page } = started
    const at = page.url()
    const refused = page.waitForEvent('requestfailed')
    await page.evaluate(() => {
      location.href = 'https://evil.example/'
    })
    await refused
    expect(page.url()).toBe(at)
    await page.evaluate(() => {
      for (const url of ['file:///etc/passwd', 'smb://evil/share', 'https://example.com/page', 'mailto:a@b.example']) {
        window.open(url)
      }
    })
    await expect
      .poll(() => app.evaluate(() => __recorder.opened))
      .toEqual(['https://example.com/page', 'mailto:a@b.example'])
    expect(await app.windows()).toHaveLength(1)
  })

  test('is refused what does not fit the contract, without being told its own words', async () => {
    const { invoke } = started
    const refusal = invoke('notifications:show', { ...words, path: '//evil.example/segredo' })
    await expect(refusal).rejects.toThrow('notifications:show got arguments that do not fit: 0.path')
    await expect(refusal).rejects.not.toThrow('segredo')
  })
})

test('the report for support holds versions and the log, and nothing of messages or people', async () => {
  await started.invoke('notifications:show', words)
  await started.invoke('diagnostics:report', {
    kind: 'error',
    name: 'TypeError',
    frames: ['at x (app://bundle/a.js:1:2)']
  })
  await started.invoke('diagnostics:copy')
  const text = await started.app.evaluate(({ clipboard }) => clipboard.readText())
  expect(text).toContain('electron: ')
  expect(text).toContain('console error {"kind":"error","name":"TypeError","at":"at x (app://bundle/a.js:1:2)"}')
  expect(text).not.toMatch(/Mariana|Bom dia/)
  expect(existsSync(join(started.data, 'logs/main.log'))).toBe(true)
  expect(readFileSync(join(started.data, 'logs/main.log'), 'utf8')).not.toMatch(/Mariana|Bom dia/)
})
