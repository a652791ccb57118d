// An update from the feed to the new program, with the built app in the host as an AppImage: asked for, and on leaving.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { builtApp } from './testing/built-app.ts'
import { makeHome, startApp } from './testing/start-app.ts'
import { startUpdateFeed } from './testing/update-feed.ts'

// Each test starts a browser and a program; a busy machine takes most of a minute for that.
vi.setConfig({ testTimeout: 150_000 })
beforeAll(async () => void (await builtApp()), 180_000)

/** An app that has fetched a newer version, whose program says that it was started, and how. */
async function startWithUpdate() {
  const home = makeHome()
  const appImage = join(home, 'Guiche.AppImage')
  const started = join(home, 'started')
  writeFileSync(appImage, 'old')
  const feed = await startUpdateFeed()
  feed.state.offer = {
    version: '99.0.0',
    file: Buffer.from(`#!/bin/sh\necho "leaves: $APPIMAGE_EXIT_AFTER_INSTALL" > '${started}'\n`),
    notes: '## pt\n- Mais rápido\n'
  }
  writeFileSync(join(home, 'managed.json'), JSON.stringify({ updates: feed.url }))
  const shell = await startApp({ home, env: { APPIMAGE: appImage, XDG_CACHE_HOME: join(home, '.cache') } })
  await shell.invoke('updates:check')
  await expect.poll(() => shell.invoke('updates:read')).toMatchObject({ kind: 'ready', version: '99.0.0' })
  const exitCode = () => shell.app.process().exitCode
  // Between the old file and the new one there is none.
  const program = () => (existsSync(appImage) ? readFileSync(appImage, 'utf8') : 'none')
  const startedAs = () => (existsSync(started) ? readFileSync(started, 'utf8').trim() : 'not started')
  return { ...shell, exitCode, program, startedAs }
}

// The other systems run installers, which are no matter for a test.
describe.runIf(process.platform === 'linux')('an AppImage', () => {
  test('asked to restart, the app waits for the message, then gives way to the new version', async () => {
    const { invoke, exitCode, program, startedAs } = await startWithUpdate()
    await invoke('updates:busy', ['writing'])
    expect(await invoke('updates:install')).toBe('busy')
    expect(program()).toBe('old')
    await invoke('updates:busy', [])
    // The page may be gone before the answer is.
    invoke('updates:install').catch(() => undefined)
    await expect.poll(program).toContain('#!/bin/sh')
    await expect.poll(startedAs).toBe('leaves:')
    await expect.poll(exitCode, { timeout: 40_000 }).toBe(0)
  })

  test('whoever leaves finds the new version at the next start', async () => {
    const { app, program, startedAs } = await startWithUpdate()
    expect(program()).toBe('old')
    await app.close()
    expect(program()).toContain('#!/bin/sh')
    expect(startedAs()).toBe('leaves: true')
  })
})
