// Keys and credentials of a session on a real PostgreSQL.
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSecrets } from '#platform/secrets/secrets.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { commitWrites, wipePairing } from './auth-state.repo.ts'
import { type AuthStateParts, openAuthState } from './auth-state.ts'
import { createGroupCommitter, type GroupCommitter } from './group-committer.ts'
import { createKeyCache } from './key-cache.ts'
import { journalKind } from './session-keys.ts'
import type { JournaledRow } from './key-write.ts'
import { openRoomDatabase, type RoomDatabase } from '../testing/database.ts'

const log = pino({ level: 'silent' })
const secrets = createSecrets('a secret of at least thirty-two characters')
const node = 'node-a'
let room: RoomDatabase

beforeAll(async () => {
  room = await openRoomDatabase()
})
afterAll(() => room.drop())

const committers: GroupCommitter[] = []
function newCommitter() {
  const committer = createGroupCommitter({ log, commit: (writes) => commitWrites(room.sql, node, writes) })
  committers.push(committer)
  return committer
}
// A write put off by one test would be counted among the statements of the next.
afterEach(() => {
  for (const committer of committers.splice(0)) committer.close()
})

function parts(change: Partial<AuthStateParts> = {}): AuthStateParts {
  return {
    sql: room.sql,
    secrets,
    committer: newCommitter(),
    epoch: 0,
    cache: createKeyCache(10_000_000),
    onJournaled: () => {},
    onPair: () => {},
    onLost: () => {},
    ...change
  }
}
const leased = () => room.addConnection({ lease_owner: node })
const journalRow = (text: string) => ({ chat: 'c@lid', attrs: { from: 'c@lid', id: text }, plain: Buffer.from(text) })
const session = (n: number) => ({ _sessions: { k: { indexInfo: { closed: -1 }, n } }, version: 'v1' })

function storedKeys(ref: ConnectionRef) {
  return room.sql<{ type: string; id: string; data: Buffer }[]>`
    select type, id, data from whatsapp_keys where company_id = ${ref.companyId} and connection_id = ${ref.connectionId}`
}

it('writes nothing more once it is closed: a pairing that was forgotten stays so', async () => {
  const ref = await leased()
  const given = parts()
  const state = await openAuthState(given, ref)
  await state.saveCreds()
  await state.keys.set({ 'pre-key': { '1': { public: Buffer.from('p'), private: Buffer.from('s') } } } as never)
  state.close()
  await wipePairing(room.sql, { ...ref, epoch: 0 })
  // What a socket that has gone still tells.
  void state.saveCreds()
  void state.keys.set({ session: { '201_1.0': session(1) } } as never)
  void state.keys.set({ 'lid-mapping': { '5511': '201' } } as never)
  await given.committer.settled(ref)
  expect(await storedKeys(ref)).toEqual([])
  const creds = await room.sql`select 1 from whatsapp_creds where connection_id = ${ref.connectionId}`
  expect(creds).toHaveLength(0)
})

describe('keys', () => {
  it('come back as they went, after a restart too, and are not readable in the database', async () => {
    const ref = await leased()
    const first = await openAuthState(parts(), ref)
    const values = {
      'pre-key': { '1': { public: Buffer.from('pub'), private: Buffer.from('priv') } },
      session: { '201_1.0': session(1) },
      'sender-key': { g: Buffer.from('{"secret":1}') },
      'identity-key': { '201_1.0': new Uint8Array([5, 1, 2]) },
      'app-state-sync-version': {
        regular: { version: 3, hash: Buffer.alloc(4, 7), indexValueMap: { a: { valueMac: Buffer.from('m') } } }
      }
    }
    await first.keys.set(values as never)
    const second = await openAuthState(parts(), ref)
    for (const state of [first, second]) {
      expect(await state.keys.get('pre-key', ['1', '2'])).toEqual(values['pre-key'])
      expect(await state.keys.get('session', ['201_1.0', 'none'])).toEqual(values.session)
      expect(await state.keys.get('sender-key', ['g'])).toEqual(values['sender-key'])
      expect(Buffer.from((await state.keys.get('identity-key', ['201_1.0']))['201_1.0']!)).toEqual(
        Buffer.from([5, 1, 2])
      )
      expect(await state.keys.get('app-state-sync-version', ['regular'])).toEqual(values['app-state-sync-version'])
    }
    const bytes = Buffer.concat((await storedKeys(ref)).map((row) => row.data)).toString('latin1')
    expect(bytes).not.toMatch(/priv|secret|_sessions/)
  })

  it('go when they are set to null', async () => {
    const ref = await leased()
    const state = await openAuthState(parts(), ref)
    await state.keys.set({ session: { a: session(1), b: session(2) } } as never)
    await state.keys.set({ session: { a: null } })
    expect(await state.keys.get('session', ['a', 'b'])).toEqual({ b: session(2) })
    expect((await storedKeys(ref)).map((row) => row.id)).toEqual(['b'])
  })

  it('cost no statement when they are known to be absent or in memory', async () => {
    const ref = await leased()
    const state = await openAuthState(parts(), ref)
    await state.keys.set({ session: { a: session(1) } } as never)
    room.statements.length = 0
    await state.keys.get('session', ['a', 'b', 'c'])
    await state.keys.get('device-list', ['551199'])
    expect(room.statements).toEqual([])
  })

  it('are read from the database when memory is too small', async () => {
    const ref = await leased()
    const state = await openAuthState(parts({ cache: createKeyCache(3000) }), ref)
    for (let n = 0; n < 40; n++) await state.keys.set({ session: { [`s${n}`]: session(n) } } as never)
    for (let n = 0; n < 40; n++) expect(await state.keys.get('session', [`s${n}`])).toEqual({ [`s${n}`]: session(n) })
    expect(await state.keys.get('session', ['s40'])).toEqual({})
  })

  it('cannot be changed through what was read', async () => {
    const state = await openAuthState(parts(), await leased())
    await state.keys.set({ 'device-list': { u: ['0'] }, 'sender-key-memory': { g: { a: true } } })
    ;(await state.keys.get('device-list', ['u'])).u?.push('1')
    ;(await state.keys.get('sender-key-memory', ['g'])).g!.b = true
    expect(await state.keys.get('device-list', ['u'])).toEqual({ u: ['0'] })
    expect(await state.keys.get('sender-key-memory', ['g'])).toEqual({ g: { a: true } })
  })

  it('keep only the latest closed sessions of a contact', async () => {
    const state = await openAuthState(parts(), await leased())
    const closed = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, { indexInfo: { closed: n + 1 } }]))
    await state.keys.set({ session: { a: { _sessions: { ...closed, open: { indexInfo: { closed: -1 } } } } } } as never)
    const { a } = (await state.keys.get('session', ['a'])) as unknown as { a: { _sessions: object } }
    expect(Object.keys(a._sessions).sort()).toEqual(['k14', 'k15', 'k16', 'k17', 'k18', 'k19', 'open'])
  })

  it('belong to their connection alone', async () => {
    const [one, two] = [await leased(), await leased()]
    await (await openAuthState(parts(), one)).keys.set({ session: { a: session(1) } } as never)
    expect(await (await openAuthState(parts(), two)).keys.get('session', ['a'])).toEqual({})
  })
})

describe('the journal', () => {
  it('is written in one statement with the ratchet step', async () => {
    const ref = await leased()
    const rows: JournaledRow[] = []
    const state = await openAuthState(parts({ onJournaled: (some) => rows.push(...some) }), ref)
    room.statements.length = 0
    await state.keys.set({
      session: { a: session(1) },
      [journalKind]: { 0: journalRow('um'), 1: journalRow('dois') }
    } as never)
    expect(room.statements).toHaveLength(1)
    const stored = await room.sql<{ id: number; plain: Buffer }[]>`
      select id, plain from inbound_journal where connection_id = ${ref.connectionId} order by id`
    expect(stored.map((row) => row.plain.toString())).toEqual(['um', 'dois'])
    expect(rows.map((row) => row.id)).toEqual(stored.map((row) => row.id))
  })

  it('takes what PostgreSQL cannot store in JSON', async () => {
    const ref = await leased()
    const state = await openAuthState(parts(), ref)
    const odd = { ...journalRow('x'), attrs: { from: 'c@lid', notify: 'A\u0000\ud800 "\\ {,}' } }
    await state.keys.set({ [journalKind]: { 0: odd } } as never)
    const [stored] = await room.sql<{ attrs: { notify: string } }[]>`
      select attrs from inbound_journal where connection_id = ${ref.connectionId}`
    expect(stored?.attrs.notify).toBe('A\ufffd "\\ {,}')
  })

  it('hands many rows of many sessions back in their order', async () => {
    const shared = parts()
    const sessions = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const ref = await leased()
        const seen: JournaledRow[] = []
        return { seen, state: await openAuthState({ ...shared, onJournaled: (rows) => void seen.push(...rows) }, ref) }
      })
    )
    room.statements.length = 0
    await Promise.all(
      sessions.flatMap(({ state }) =>
        Array.from({ length: 20 }, async (_, n) =>
          state.keys.set({ session: { a: session(n) }, [journalKind]: { 0: journalRow(String(n)) } } as never)
        )
      )
    )
    for (const { seen } of sessions) {
      expect(seen.map((row) => row.plain.toString())).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
      expect(seen.map((row) => row.id)).toEqual(seen.map((row) => row.id).sort((a, b) => a - b))
    }
    expect(room.statements.length).toBeLessThanOrEqual(3)
  })
})

describe('a session of another node', () => {
  it('writes nothing, answers nothing and is told', async () => {
    const ref = await room.addConnection({ lease_owner: 'node-b' })
    let isLost = false
    const state = await openAuthState(parts({ onLost: () => (isLost = true) }), ref)
    const write = Promise.resolve(state.keys.set({ session: { a: session(1) } } as never)).then(() => 'answered')
    const waited = (async () => {
      while (!isLost) await new Promise((resolve) => setImmediate(resolve))
      return 'lost'
    })()
    expect(await Promise.race([write, waited])).toBe('lost')
    expect(await storedKeys(ref)).toEqual([])
  })

  it('does not keep the others of its statement from writing', async () => {
    const shared = parts()
    const lost = await openAuthState(shared, await room.addConnection({ lease_owner: 'node-b' }))
    const ref = await leased()
    const ours = await openAuthState(shared, ref)
    void lost.keys.set({ session: { a: session(1) } } as never)
    await ours.keys.set({ session: { a: session(1) } } as never)
    expect(await storedKeys(ref)).toHaveLength(1)
  })
})

describe('credentials', () => {
  it('are kept, and forgotten with the keys when the pairing is wiped', async () => {
    const ref = await leased()
    const state = await openAuthState(parts(), ref)
    state.creds.me = { id: '5511900000000:3@s.whatsapp.net', lid: '100:3@lid' }
    await state.saveCreds()
    await state.keys.set({ session: { a: session(1) } } as never)
    const again = await openAuthState(parts(), ref)
    expect(again.creds).toEqual(state.creds)
    expect(again.own()).toEqual({ phone: '5511900000000@s.whatsapp.net', lid: '100@lid' })
    await wipePairing(room.sql, { ...ref, epoch: 0 })
    expect((await openAuthState(parts(), ref)).creds.me).toBeUndefined()
    expect(await storedKeys(ref)).toEqual([])
  })

  it('name nobody while a code waits for its phone, neither stored nor for the next socket', async () => {
    const ref = await leased()
    const state = await openAuthState(parts(), ref)
    const { pairingEphemeralKeyPair } = state.creds
    Object.assign(state.creds, { me: { id: '5511900000000@s.whatsapp.net', name: '~' }, pairingCode: 'ABCD1234' })
    await state.saveCreds()
    const { creds } = await openAuthState(parts(), ref)
    expect([creds.me, creds.pairingCode]).toEqual([undefined, undefined])
    state.forgetCode()
    expect(state.creds).toMatchObject({ pairingCode: undefined, registered: false })
    expect(state.creds).not.toHaveProperty('me')
    expect(state.creds.pairingEphemeralKeyPair).not.toEqual(pairingEphemeralKeyPair)
  })

  it('count the pre-keys with the keys themselves, whatever a crash leaves out', async () => {
    const ref = await leased()
    const state = await openAuthState(parts(), ref)
    const pair = { public: Buffer.from('a'), private: Buffer.from('b') }
    await state.keys.set({ 'pre-key': { '7': pair, '30': pair } })
    expect((await openAuthState(parts(), ref)).creds.nextPreKeyId).toBe(31)
    await room.sql`delete from whatsapp_creds where connection_id = ${ref.connectionId}`
    expect((await openAuthState(parts(), ref)).creds.nextPreKeyId).toBe(31)
  })
})

it('announces which number and LID are one person, and finds the partner of either', async () => {
  const pairs: object[] = []
  const state = await openAuthState(parts({ onPair: (pair) => void pairs.push(pair) }), await leased())
  await state.keys.set({ 'lid-mapping': { '5511911111111': '201', '201_reverse': '5511911111111' } })
  expect(pairs).toEqual([{ phone: '5511911111111@s.whatsapp.net', lid: '201@lid' }])
  expect(await state.partnerOf('201@lid')).toBe('5511911111111@s.whatsapp.net')
  expect(await state.partnerOf('5511911111111@s.whatsapp.net')).toBe('201@lid')
  expect(await state.partnerOf('999@lid')).toBeNull()
})
