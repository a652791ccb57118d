// Electron's security checklist, point by point, and the tests of the points that no other test holds.
//
// - isolated, sandboxed, no Node, web security on: security.test.ts; the host refuses other windows (host.test.ts).
// - own files alone, over `app://`, never out of the folder: app-protocol.test.ts.
// - content policy by header: app-protocol.test.ts; enforced by Chromium in shell-parts.test.ts.
// - no way off the console, no window, no webview: security.test.ts; with a hostile page in shell-parts.test.ts.
// - links: https, http, mailto, nothing that runs something: security.test.ts; deep links in shell-rules.test.ts.
// - permissions by origin, requested and checked: shell-rules.test.ts.
// - bridge: who asks, what is asked, what is answered: ipc.test.ts, channel.test.ts; nothing more seen: shell-parts.
// - fuses, asar with its seal, nothing else in the package: packaging/pack.test.ts.
// - macOS: hardened, few entitlements, no arbitrary loads: security.test.ts, packaging/pack.test.ts.
// - updates: checked, from the feed of the edition: updater.test.ts, update-feed.test.ts, packaging/pack.test.ts.
// - secrets: the keychain, nothing readable on the disk: secure-store, keychain-place, login-keeper, shell-login tests.
// - what is kept: sealed, wiped with its owner, media never as a page: snapshot-store.test.ts, cached-media.test.ts; Chromium keeps nothing: shell-login.test.ts.
// - logs and reports without messages and tokens: log.test.ts, shell-parts.test.ts.
import { app, shell } from 'electron'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { lockWindows } from './window/locks.ts'
import { memoryLog } from './testing/memory-settings.ts'
import { pageRules } from './window/window.ts'

const root = join(import.meta.dirname, '../../..')
const file = 'https://desk.example/media/a.pdf'

test('a page is a page: isolated, sandboxed, without Node, under the rules of the web', () => {
  expect(pageRules).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    spellcheck: true,
    backgroundThrottling: false
  })
})

describe('whatever page comes', () => {
  beforeAll(() => lockWindows({ isServerFile: (url) => url === file, log: memoryLog() }))

  /** A page of any kind, as Electron announces it: a window, a frame of the system, a webview. */
  const announce = () => {
    let open: (details: { url: string }) => unknown = () => undefined
    const contents = Object.assign(new EventEmitter(), {
      downloadURL: vi.fn(),
      setWindowOpenHandler: (handler: typeof open) => {
        open = handler
      }
    })
    app.emit('web-contents-created', {}, contents)
    const asks = (event: string, url: string, isMainFrame = true) => {
      const preventDefault = vi.fn()
      contents.emit(event, { url, isMainFrame, preventDefault })
      return preventDefault.mock.calls.length === 0
    }
    return { contents, asks, open: (url: string) => open({ url }) }
  }

  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s leads to the console alone', (event) => {
    const { asks } = announce()
    expect(asks(event, 'app://bundle/tickets')).toBe(true)
    for (const url of ['https://evil.example/', 'app://bundle.evil/', 'file:///etc/passwd', 'data:text/html,x']) {
      expect(asks(event, url), url).toBe(false)
    }
    const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
    expect(asks(event, player, false)).toBe(true)
    expect(asks(event, player)).toBe(false)
  })

  test('gets no webview', () => {
    expect(announce().asks('will-attach-webview', 'app://bundle/')).toBe(false)
  })

  test('opens no window: links go out, files are saved, the rest goes nowhere', () => {
    const outside = vi.spyOn(shell, 'openExternal').mockResolvedValue()
    onTestFinished(() => outside.mockRestore())
    const { contents, open } = announce()
    const refused = ['file:///etc/passwd', 'javascript:alert(1)', 'ms-msdt:/id', 'smb://evil/x', 'not an address']
    for (const url of ['https://a.example/', 'mailto:a@b.example', file, ...refused]) {
      expect(open(url), url).toEqual({ action: 'deny' })
    }
    expect(outside.mock.calls).toEqual([['https://a.example/'], ['mailto:a@b.example']])
    expect(contents.downloadURL.mock.calls).toEqual([[file]])
  })
})

test('macOS holds the app to what it is for: hardened, the microphone, no camera', () => {
  const settings = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as {
    mac: Record<'hardenedRuntime' | 'entitlements' | 'entitlementsInherit', unknown>
  }
  const { hardenedRuntime, entitlements, entitlementsInherit } = settings.mac
  expect(hardenedRuntime).toBe(true)
  expect(entitlementsInherit).toBe(entitlements)
  const granted = readFileSync(join(root, String(entitlements)), 'utf8').match(/com\.apple\.[\w.-]+/g)
  expect(granted).toEqual(['com.apple.security.cs.allow-jit', 'com.apple.security.device.audio-input'])
})
