// The real keychain of a Linux desktop, in a private session: kept over sessions, locked, and not there at all.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { whenInstalled } from '../../../../scripts/system-programs.ts'

const steps = join(import.meta.dirname, '../testing/keychain-steps.ts')
const withKeyring = whenInstalled('gnome-keyring-daemon', 'dbus-run-session')

function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'guiche-keychain-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}

/** Runs steps in a session whose keyring is unlocked with `password`; the daemon ends with the session. */
function inSession(home: string, password: string, list: string[][]): unknown[] {
  const unlock = `printf %s "$1" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; shift; exec "$@"`
  const program = [process.execPath, '--no-warnings', steps, JSON.stringify(list)]
  const { stdout, stderr, status } = spawnSync(
    'dbus-run-session',
    ['--', 'sh', '-c', unlock, 'sh', password, ...program],
    {
      encoding: 'utf8',
      timeout: 60_000,
      env: {
        ...process.env,
        XDG_DATA_HOME: join(home, 'data'),
        XDG_RUNTIME_DIR: join(home, 'run'),
        XDG_CACHE_HOME: join(home, 'cache')
      }
    }
  )
  if (status !== 0) throw new Error(`the session ended with ${status}\n${stderr}`)
  return JSON.parse(stdout)
}

test('a secret survives the session, and a deleted one does not', withKeyring, () => {
  const home = makeHome()
  const value = JSON.stringify({ value: 'çãé 🔑', at: 1 })
  expect(
    inSession(home, 'right', [
      ['set', 'token', value],
      ['get', 'token'],
      ['get', 'other']
    ])
  ).toEqual([null, value, null])
  expect(
    inSession(home, 'right', [
      ['get', 'token'],
      ['delete', 'token'],
      ['get', 'token']
    ])
  ).toEqual([value, null, null])
})

test('a locked keychain gives nothing out and takes nothing, and has everything when it opens', withKeyring, () => {
  const home = makeHome()
  inSession(home, 'right', [['set', 'token', 'kept']])
  expect(inSession(home, 'wrong', [['get', 'token']])).toEqual([null])
  expect(inSession(home, 'wrong', [['set', 'token', 'newer']])).toEqual(['refused'])
  expect(inSession(home, 'right', [['get', 'token']])).toEqual(['kept'])
})

test('without a keychain every step is refused, and nothing breaks', () => {
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }
  const list = JSON.stringify([
    ['get', 'token'],
    ['set', 'token', 'x'],
    ['delete', 'token']
  ])
  const { stdout, status } = spawnSync(process.execPath, ['--no-warnings', steps, list], { encoding: 'utf8', env })
  expect([status, JSON.parse(stdout)]).toEqual([0, ['refused', 'refused', 'refused']])
})
