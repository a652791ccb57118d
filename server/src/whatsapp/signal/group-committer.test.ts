// Writes of all sessions go out together, in order, and fail alone.
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createGroupCommitter } from './group-committer.ts'
import { type KeyWrite, SessionLost, type SessionWrite } from './key-write.ts'

const log = pino({ level: 'silent' })
const ref = (connectionId: number, epoch = 1) => ({ companyId: 1, connectionId, epoch })
function key(id: string, text: string | null = id): KeyWrite {
  return {
    keys: [{ type: 'session', id, data: text === null ? null : Buffer.from(text) }],
    journal: [],
    creds: null
  }
}
function row(chat: string): KeyWrite {
  return {
    keys: [],
    journal: [{ chat, attrs: {}, plain: Buffer.alloc(1) }],
    creds: null
  }
}
const passing = () => Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' })

/** A database that answers when told to. */
function slowDatabase() {
  const statements: { writes: SessionWrite[]; answer: () => void; fail: (error: Error) => void }[] = []
  let nextId = 1
  const commit = (writes: SessionWrite[]) =>
    new Promise<{ isOurs: boolean; journalIds: number[] }[]>((resolve, reject) => {
      const answer = () => resolve(writes.map((one) => ({ isOurs: true, journalIds: one.journal.map(() => nextId++) })))
      statements.push({ writes, answer, fail: reject })
    })
  return { statements, commit }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('puts what all sessions write in one turn into one statement', async () => {
  const { statements, commit } = slowDatabase()
  const committer = createGroupCommitter({ commit, log })
  const done = Promise.all([1, 2, 3].map((id) => committer.submit(ref(id), row(`chat ${id}`))))
  await turn()
  expect(statements).toHaveLength(1)
  expect(statements[0]?.writes.map((one) => one.ref.connectionId)).toEqual([1, 2, 3])
  statements[0]?.answer()
  expect(await done).toEqual([[1], [2], [3]])
})

it('never has one session in two statements, and lets others fly meanwhile', async () => {
  const { statements, commit } = slowDatabase()
  const committer = createGroupCommitter({ commit, log })
  void committer.submit(ref(1), key('a', 'first'))
  await turn()
  void committer.submit(ref(1), key('a', 'second'))
  void committer.submit(ref(1), key('a', 'third'))
  void committer.submit(ref(2), key('b'))
  await turn()
  expect(statements.map((one) => one.writes.map((write) => write.ref.connectionId))).toEqual([[1], [2]])
  statements[0]?.answer()
  await turn()
  // The last value of a key wins within a statement.
  expect(statements[2]?.writes).toEqual([{ ref: ref(1), ...key('a', 'third') }])
})

it('hands the journal ids back to those who gave the rows', async () => {
  const { statements, commit } = slowDatabase()
  const committer = createGroupCommitter({ commit, log })
  const done = Promise.all([
    committer.submit(ref(1), row('x')),
    committer.submit(ref(1), key('k')),
    committer.submit(ref(1), row('y'))
  ])
  await turn()
  statements[0]?.answer()
  expect(await done).toEqual([[1], [], [2]])
})

it('waits while the database is away and goes on by itself', async () => {
  let failures = 0
  const committer = createGroupCommitter({
    log,
    commit: async (writes) => {
      if (failures++ < 3) throw passing()
      return writes.map(() => ({ isOurs: true, journalIds: [9] }))
    }
  })
  expect(await committer.submit(ref(1), row('x'))).toEqual([9])
  expect(failures).toBe(4)
})

it('lets an impossible write fail alone', async () => {
  const committer = createGroupCommitter({
    log,
    commit: async (writes) => {
      if (writes.some((one) => one.keys.some((k) => k.id === 'bad'))) throw new Error('impossible')
      return writes.map(() => ({ isOurs: true, journalIds: [] }))
    }
  })
  const results = await Promise.allSettled(['good', 'bad', 'fine'].map((id, n) => committer.submit(ref(n), key(id))))
  expect(results.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('tells a session that lost its lease', async () => {
  const committer = createGroupCommitter({
    log,
    commit: async (writes) => writes.map((one) => ({ isOurs: one.ref.connectionId !== 2, journalIds: [] }))
  })
  const results = await Promise.allSettled([1, 2].map((id) => committer.submit(ref(id), key('k'))))
  expect(results[0]?.status).toBe('fulfilled')
  expect(results[1]).toMatchObject({ status: 'rejected', reason: expect.any(SessionLost) as unknown })
})

it('sends deferred writes with the next one of their session, else by themselves', async () => {
  const { statements, commit } = slowDatabase()
  const committer = createGroupCommitter({ commit, log, patience: 20 })
  committer.submitLater(ref(1), key('mapping'))
  void committer.submit(ref(2), key('other'))
  await turn()
  expect(statements[0]?.writes.map((one) => one.ref.connectionId)).toEqual([2])
  void committer.submit(ref(1), key('session'))
  await turn()
  expect(statements[1]?.writes[0]?.keys.map((one) => one.id)).toEqual(['mapping', 'session'])
  statements.forEach((one) => one.answer())
  await turn()
  committer.submitLater(ref(3), key('lonely'))
  const settled = committer.settled(ref(3))
  await turn()
  statements.at(-1)?.answer()
  await settled
  expect(statements.at(-1)?.writes[0]?.keys[0]?.id).toBe('lonely')
})
