// Updates with the real electron-updater and a feed on this machine: found, fetched, checked, held back, taken back.
import { app } from 'electron'
import electronUpdater from 'electron-updater'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { UpdateState } from '#bridge/update-channels.ts'
import { memoryLog } from '../testing/memory-settings.ts'
import { publicHalf } from '#packaging/update-key.ts'
import { feedKey, foreignKey, startUpdateFeed } from '../testing/update-feed.ts'
import { setUpEngine } from './update-engine.ts'
import { createUpdates } from './updater.ts'

const file = Buffer.from('#!/bin/sh\nexit 0\n')
const notes = '## pt\n- Mais rápido\n## en\n- Faster\n## es\n- Más rápido\n'

beforeEach(() => {
  // The timer that looks at the clock is moved by hand.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** The app as an AppImage of version 0.1.0 that asks a feed of its own. */
async function start(userId?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-updates-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'))
  vi.stubEnv('APPIMAGE', join(folder, 'Guiche-0.1.0.AppImage'))
  writeFileSync(join(folder, 'Guiche-0.1.0.AppImage'), 'old')
  app.setPath('userData', folder)
  if (userId !== undefined) writeFileSync(join(folder, '.updaterId'), userId)
  const feed = await startUpdateFeed()
  const log = memoryLog()
  const source = { feed: feed.url, keys: [publicHalf(feedKey)], edition: 'standard' }
  const engine = await setUpEngine(new electronUpdater.AppImageUpdater(), source, log)
  const install = vi.spyOn(engine, 'quitAndInstall').mockImplementation(() => undefined)
  const seen: UpdateState[] = []
  let now = 0
  let isPagePresent = true
  const updates = createUpdates({
    source: { feed: feed.url },
    open: () => Promise.resolve(engine),
    mayInstallOnQuit: true,
    isPagePresent: () => isPagePresent,
    onChange: (state) => seen.push(state),
    log,
    now: () => now
  })
  const pass = (milliseconds: number): void => {
    now += milliseconds
    vi.advanceTimersByTime(60_000)
  }
  const ready = async () => {
    await expect.poll(() => updates.state().kind).toBe('ready')
  }
  const closePage = () => (isPagePresent = false)
  return { feed, folder, log, engine, install, seen, updates, pass, ready, closePage }
}

const kindsOf = (seen: UpdateState[]): string[] => [...new Set(seen.map(({ kind }) => kind))]

test('an update is found by itself, fetched, checked, and offered with what is new', async () => {
  const { feed, folder, seen, pass, ready, updates } = await start()
  feed.state.offer = { version: '0.2.0', file, notes }
  pass(30_000)
  expect(feed.state.asked).toEqual([])
  pass(60_000)
  await ready()
  expect(kindsOf(seen)).toEqual(['checking', 'downloading', 'ready'])
  expect(updates.state()).toEqual({
    kind: 'ready',
    version: '0.2.0',
    notes: { pt: ['Mais rápido'], en: ['Faster'], es: ['Más rápido'] },
    isDoneOnQuit: true
  })
  const fetched = join(folder, 'cache', `${app.getName()}-updater`, 'pending/Guiche-0.2.0.AppImage')
  expect(readFileSync(fetched)).toEqual(file)
})

test('without anything new it asks again after hours, and after sleep at once', async () => {
  const { feed, pass, updates } = await start()
  feed.state.offer = { version: '0.1.0', file }
  pass(100_000)
  await expect.poll(() => updates.state()).toEqual({ kind: 'idle', checkedAt: 100_000, problem: null })
  expect(feed.state.asked.filter((path) => path.endsWith('.yml'))).toHaveLength(1)
  pass(2 * 3_600_000)
  expect(updates.state().kind).toBe('idle')
  pass(12 * 3_600_000)
  await expect.poll(() => feed.state.asked.filter((path) => path.endsWith('.yml'))).toHaveLength(2)
})

test('what came differently than announced is thrown away', async () => {
  const { feed, updates, engine, seen } = await start()
  feed.state.offer = { version: '0.2.0', file }
  feed.state.spoilt = Buffer.from('#!/bin/sh\nexit 1\n')
  await updates.check()
  await expect.poll(() => updates.state()).toMatchObject({ kind: 'idle', problem: 'damaged' })
  expect(kindsOf(seen)).not.toContain('ready')
  expect(updates.install()).toBe('not-ready')
  expect(engine.quitAndInstall).not.toHaveBeenCalled()
})

test.each<[string, Partial<Awaited<ReturnType<typeof startUpdateFeed>>['state']>]>([
  ['is not signed', { signedBy: null }],
  ['is signed with another key', { signedBy: foreignKey }],
  ['is signed for the other edition', { edition: 'admin' }],
  ['is signed for another system', { signedName: 'latest.yml' }],
  ['was changed after it was signed', { forged: (text) => text.replace('0.2.0', '0.3.0') }]
])('a feed that %s is refused before anything is fetched', async (_what, forgery) => {
  const { feed, updates, engine, seen } = await start()
  Object.assign(feed.state, { offer: { version: '0.2.0', file }, ...forgery })
  await updates.check()
  expect(updates.state()).toMatchObject({ kind: 'idle', problem: 'damaged' })
  expect(kindsOf(seen)).not.toContain('downloading')
  expect(feed.state.asked.filter((path) => path.endsWith('.AppImage'))).toEqual([])
  expect(updates.install()).toBe('not-ready')
  expect(engine.quitAndInstall).not.toHaveBeenCalled()
})

test.each(['sha512', 'size'])('a signed description that leaves out the %s of a file is refused', async (left) => {
  const { feed, updates, seen } = await start()
  feed.state.offer = { version: '0.2.0', file }
  feed.state.written = (description) => description.replace(`"${left}"`, '"sha2"')
  await updates.check()
  expect(updates.state()).toMatchObject({ kind: 'idle', problem: 'damaged' })
  expect(kindsOf(seen)).not.toContain('downloading')
})

test('an older release is signed for this very app, and is not taken for an update', async () => {
  const { feed, updates, seen } = await start()
  feed.state.offer = { version: '0.0.9', file }
  await updates.check()
  expect(updates.state()).toMatchObject({ kind: 'idle', problem: null })
  expect(kindsOf(seen)).toEqual(['checking', 'idle'])
  expect(feed.state.asked.filter((path) => path.endsWith('.AppImage'))).toEqual([])
  expect(updates.install()).toBe('not-ready')
})

test('a feed that does not answer is asked again within the hour', async () => {
  const { feed, updates, seen, pass } = await start()
  feed.close()
  await updates.check()
  expect(updates.state()).toMatchObject({ kind: 'idle', problem: 'unreachable' })
  pass(3_600_000)
  const looks = () => seen.filter(({ kind }) => kind === 'checking').length
  await expect.poll(looks).toBe(2)
  await expect.poll(() => updates.state().kind).toBe('idle')
})

test.each([
  ['00000000', 'ready'],
  ['ffffffff', 'idle']
])('of a rollout to a fifth, a computer with the number %s ends up %s', async (number, kind) => {
  const { feed, updates } = await start(`f0000000-0000-5000-8000-0000${number}`)
  feed.state.offer = { version: '0.2.0', file, stagingPercentage: 20 }
  await updates.check()
  await expect.poll(() => updates.state().kind).toBe(kind)
})

test('while a message is being written, recorded or sent, nothing is installed', async () => {
  const { feed, updates, ready, install } = await start()
  feed.state.offer = { version: '0.2.0', file }
  await updates.check()
  await ready()
  for (const reason of ['recording', 'writing', 'sending'] as const) {
    updates.setBusy([reason])
    expect(updates.install()).toBe('busy')
  }
  expect(install).not.toHaveBeenCalled()
  updates.setBusy([])
  expect(updates.install()).toBe('installing')
  expect(install).toHaveBeenCalledExactlyOnceWith(true, true)
  expect(updates.install()).toBe('not-ready')
})

test('a page that is gone cannot hold an update up', async () => {
  const { feed, updates, ready, closePage } = await start()
  feed.state.offer = { version: '0.2.0', file }
  await updates.check()
  await ready()
  updates.setBusy(['writing'])
  closePage()
  expect(updates.install()).toBe('installing')
})

test('a release that is taken back is not installed any more, not even on leaving', async () => {
  const { feed, updates, ready, engine } = await start()
  feed.state.offer = { version: '0.2.0', file }
  await updates.check()
  await ready()
  expect(engine.autoInstallOnAppQuit).toBe(true)
  feed.state.offer = { version: '0.1.0', file }
  await updates.check()
  expect(updates.state()).toMatchObject({ kind: 'idle', problem: null })
  expect(updates.install()).toBe('not-ready')
  expect(engine.autoInstallOnAppQuit).toBe(false)
})

test('what is ready stays ready when the next look fails, and gives way to what is newer', async () => {
  const { feed, updates, ready, seen } = await start()
  feed.state.offer = { version: '0.2.0', file }
  await updates.check()
  await ready()
  await updates.check()
  feed.state.offer = null
  await updates.check()
  expect(updates.state()).toMatchObject({ kind: 'ready', version: '0.2.0' })
  feed.state.offer = { version: '0.3.0', file }
  await updates.check()
  await expect.poll(() => updates.state()).toMatchObject({ kind: 'ready', version: '0.3.0' })
  expect(seen.filter(({ kind }) => kind === 'ready')).toHaveLength(2)
})

test('an installer that cannot run leaves the update ready for another try', async () => {
  const { feed, updates, ready, engine, install, seen, log } = await start()
  feed.state.offer = { version: '0.2.0', file }
  await updates.check()
  await ready()
  install.mockImplementation(() => void engine.emit('error', new Error('no password given')))
  expect(updates.install()).toBe('failed')
  expect(updates.state().kind).toBe('ready')
  expect(seen.at(-1)?.kind).toBe('ready')
  expect(log.lines.join('\n')).toContain('no password given')
  install.mockImplementation(() => undefined)
  expect(updates.install()).toBe('installing')
  expect(install).toHaveBeenCalledTimes(2)
})

test('where there are no updates it says why, and asks nobody', async () => {
  const updates = createUpdates({
    source: { why: 'managed' },
    open: () => Promise.reject(new Error('asked')),
    mayInstallOnQuit: true,
    isPagePresent: () => true,
    onChange: () => undefined,
    log: memoryLog()
  })
  expect(updates.state()).toEqual({ kind: 'off', why: 'managed' })
  expect(await updates.check()).toEqual({ kind: 'off', why: 'managed' })
  expect(updates.install()).toBe('not-ready')
})
