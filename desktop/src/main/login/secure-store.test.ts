// Where secrets go: the first place that takes them, the next when it does not, and the memory in the end.
import { expect, test } from 'vitest'
import { memoryStorage, type SecretStorage } from './secret-storage.ts'
import { createSecureStore } from './secure-store.ts'
import { memoryLog } from '../testing/memory-settings.ts'

/** A place that can be locked: then it either refuses or, as a keychain does, finds nothing. */
function lockable(kind: SecretStorage['kind']) {
  const inner = memoryStorage()
  const state = { locked: null as 'refuses' | 'finds nothing' | null }
  const guard = () => {
    if (state.locked !== null) throw new Error('the place is locked')
  }
  const place: SecretStorage = {
    kind,
    get: async (name) => {
      if (state.locked === 'refuses') guard()
      return state.locked === null ? inner.get(name) : null
    },
    set: async (name, value) => {
      guard()
      await inner.set(name, value)
    },
    delete: async (name) => {
      guard()
      await inner.delete(name)
    }
  }
  return { place, inner, state }
}

function build() {
  const keychain = lockable('keychain')
  const sealed = lockable('safe-storage')
  const log = memoryLog()
  let clock = 0
  const open = () => createSecureStore([keychain.place, sealed.place, memoryStorage()], log, () => ++clock)
  return { keychain, sealed, log, open }
}

test('a secret goes to the keychain and survives the app', async () => {
  const { keychain, sealed, open } = build()
  const store = open()
  expect(await store.set('token', 'geheim')).toBe('keychain')
  expect(await sealed.inner.get('token')).toBeNull()
  expect(await keychain.inner.get('token')).toContain('geheim')
  expect(await open().get('token')).toBe('geheim')
  expect(await open().get('other')).toBeNull()
})

test('without a keychain it is sealed, without a key it stays in memory, and each change is told', async () => {
  const { keychain, sealed, open } = build()
  const store = open()
  const told: string[] = []
  store.onKeeping((keeping) => told.push(keeping))
  keychain.state.locked = 'refuses'
  expect(await store.set('token', 'a')).toBe('safe-storage')
  sealed.state.locked = 'refuses'
  expect(await store.set('token', 'b')).toBe('memory')
  expect(await store.get('token')).toBe('b')
  keychain.state.locked = null
  expect(await store.set('token', 'c')).toBe('keychain')
  expect(told).toEqual(['safe-storage', 'memory', 'keychain'])
})

test('what only the memory holds is given to the keychain once that opens', async () => {
  const { keychain, sealed, open } = build()
  keychain.state.locked = 'refuses'
  sealed.state.locked = 'refuses'
  const store = open()
  await store.set('token', 'a')
  await store.settle()
  expect(store.keeping()).toBe('memory')
  keychain.state.locked = null
  await store.settle()
  expect(store.keeping()).toBe('keychain')
  expect(await open().get('token')).toBe('a')
})

test('the newest value wins when an older one was left behind a lock', async () => {
  const { keychain, open } = build()
  const store = open()
  await store.set('token', 'old')
  keychain.state.locked = 'refuses'
  expect(await store.set('token', 'new')).toBe('safe-storage')
  keychain.state.locked = null
  expect(await keychain.inner.get('token')).toContain('old')
  expect(await open().get('token')).toBe('new')
})

test.each(['refuses', 'finds nothing'] as const)(
  'a locked keychain that %s costs nothing that is known',
  async (how) => {
    const { keychain, open } = build()
    const store = open()
    await store.set('token', 'a')
    keychain.state.locked = how
    expect(await store.get('token')).toBe('a')
    expect(await open().get('token')).toBeNull()
    keychain.state.locked = null
    expect(await open().get('token')).toBe('a')
  }
)

test('a deleted secret is gone everywhere', async () => {
  const { keychain, sealed, open } = build()
  keychain.state.locked = 'refuses'
  const store = open()
  await store.set('token', 'a')
  keychain.state.locked = null
  await store.delete('token')
  expect(store.holds('token')).toBe(false)
  expect(await sealed.inner.get('token')).toBeNull()
  expect(await open().get('token')).toBeNull()
})

test('what others wrote into a place is not taken for ours', async () => {
  const { keychain, open } = build()
  await keychain.inner.set('token', 'not json')
  expect(await open().get('token')).toBeNull()
  await keychain.inner.set('token', '{"value":7}')
  expect(await open().get('token')).toBeNull()
})

test('no secret is ever in the log', async () => {
  const { keychain, sealed, log, open } = build()
  keychain.state.locked = 'refuses'
  sealed.state.locked = 'refuses'
  const store = open()
  await store.set('token', 'geheim')
  await store.get('token')
  expect(log.lines.length).toBeGreaterThan(0)
  expect(log.lines.join('\n')).not.toContain('geheim')
})
