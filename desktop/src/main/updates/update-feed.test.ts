// Where updates are looked for, and where not: what was built in, what IT decided, how the app was installed.
import { expect, test } from 'vitest'
import { findFeed, isSafeFeed, type UpdateFeed } from './update-feed.ts'

const feed = 'https://updates.padaria.com.br/guiche/standard'
function place(part: Partial<UpdateFeed> = {}): UpdateFeed {
  return {
    platform: 'win32',
    isPackaged: true,
    program: 'C:\\Users\\Ana\\AppData\\Local\\Programs\\guiche\\guiche.exe',
    packageType: null,
    builtInFeed: feed,
    managed: undefined,
    hasKeys: true,
    exists: () => true,
    canWrite: () => true,
    ...part
  }
}

test('an installed app looks where its build says', () => {
  expect(findFeed(place())).toEqual({ feed })
})

test('IT names another feed, or switches updates off', () => {
  expect(findFeed(place({ managed: 'https://it.example/guiche' }))).toEqual({ feed: 'https://it.example/guiche' })
  expect(findFeed(place({ managed: 'off' }))).toEqual({ why: 'managed' })
})

test('without an address, or with one that others could answer for, there are no updates', () => {
  expect(findFeed(place({ builtInFeed: null }))).toEqual({ why: 'no-feed' })
  expect(findFeed(place({ builtInFeed: 'https://feed.invalid/standard' }))).toEqual({ why: 'no-feed' })
  expect(findFeed(place({ managed: 'http://updates.example/guiche' }))).toEqual({ why: 'no-feed' })
})

test('a build without a key to check the feed with looks for no updates, wherever it is told to', () => {
  expect(findFeed(place({ hasKeys: false }))).toEqual({ why: 'no-feed' })
  expect(findFeed(place({ hasKeys: false, managed: 'https://it.example/guiche' }))).toEqual({ why: 'no-feed' })
})

test('from its sources the app asks nobody unless it is told whom', () => {
  expect(findFeed(place({ isPackaged: false }))).toEqual({ why: 'unpacked' })
  expect(findFeed(place({ isPackaged: false, managed: 'http://127.0.0.1:8080' }))).toEqual({
    feed: 'http://127.0.0.1:8080'
  })
})

test('what an MSI has installed is left to whoever installed it', () => {
  const asked: string[] = []
  const exists = (path: string) => {
    asked.push(path)
    return false
  }
  expect(findFeed(place({ program: 'C:\\Program Files\\guiche\\guiche.exe', exists }))).toEqual({
    why: 'not-installed'
  })
  expect(asked).toEqual(['C:\\Program Files\\guiche\\Uninstall guiche.exe'])
})

test.each([
  ['/Applications/Guichê.app/Contents/MacOS/Guichê', true],
  ['/Volumes/Guichê 1.0.0/Guichê.app/Contents/MacOS/Guichê', false],
  ['/private/var/folders/x/AppTranslocation/y/d/Guichê.app/Contents/MacOS/Guichê', false]
])('on macOS, %s can be replaced: %s', (program, isPossible) => {
  expect('feed' in findFeed(place({ platform: 'darwin', program }))).toBe(isPossible)
})

test.each([
  [{ appImage: '/home/ana/Guiche.AppImage' }, true],
  [{ appImage: '/mnt/read-only/Guiche.AppImage', canWrite: () => false }, false],
  [{ packageType: 'deb' }, true],
  [{ packageType: 'rpm' }, true],
  [{}, false]
])('on Linux, %j can be replaced: %s', (part, isPossible) => {
  expect('feed' in findFeed(place({ platform: 'linux', program: '/opt/guiche/guiche', ...part }))).toBe(isPossible)
})

test.each([
  ['https://a.example', true],
  ['http://127.0.0.1:5000/x', true],
  ['http://localhost', true],
  ['http://localhost.example', false],
  ['http://a.example', false],
  ['file:///tmp/feed', false],
  ['feed', false]
])('%s is a safe feed: %s', (address, isSafe) => {
  expect(isSafeFeed(address)).toBe(isSafe)
})
