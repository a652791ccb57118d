// The chain of an audit log: acts at once leave no gap, and whatever is changed behind the server's back is found.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#database/tables/audit.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { inTransaction } from '../events/transaction.ts'
import { hashOfRow } from './audit-chain.ts'
import { headsOf, pruneRows, rowsAfter } from './audit-log.repo.ts'
import { checkChain } from './check-chain.ts'
import { recordAudit, recordChange } from './record-audit.ts'

let app: TestApp
let company: Company
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
})

function act(name: string, companyId = company.id): Promise<void> {
  return inTransaction(app.ctx, async (tx) =>
    recordAudit(tx, { companyId, action: 'queue.created', subject: { type: 'queue', label: name }, after: { name } })
  )
}

const rows = (companyId = company.id) => rowsAfter(app.ctx.db, companyId, 0, 10_000)

async function headOf(companyId = company.id) {
  const [head] = await headsOf(app.ctx.db, companyId)
  return head ?? { companyId, number: 0, hash: '', anchorNumber: 0, anchorHash: '' }
}

const broken = async (companyId = company.id) => checkChain(app.ctx.db, await headOf(companyId))

/** As somebody does who owns the database. */
async function behindTheBack(statement: ReturnType<typeof sql>): Promise<void> {
  await app.ctx.db.execute(sql`alter table audit_log disable trigger user`)
  await app.ctx.db.execute(statement)
  await app.ctx.db.execute(sql`alter table audit_log enable trigger user`)
}

async function fiveActs(): Promise<number> {
  const { number } = await headOf()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await act(name)
  return number
}

test('fifty acts at once follow each other without a gap', async () => {
  const { number: before } = await headOf()
  await Promise.all(Array.from({ length: 50 }, (_, index) => act(`#${index}`)))
  const written = (await rows()).filter(({ number }) => number > before)
  expect(written.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => before + index + 1))
  expect(new Set(written.map(({ subjectLabel }) => subjectLabel)).size).toBe(50)
  expect((await headOf()).number).toBe(before + 50)
  expect(await broken()).toBeNull()
})

test('an act whose transaction fails is not in the log, and its number goes to the next', async () => {
  const { number } = await headOf()
  const failing = inTransaction(app.ctx, async (tx) => {
    recordAudit(tx, { companyId: company.id, action: 'queue.created' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await act('next')
  expect((await headOf()).number).toBe(number + 1)
  expect(await broken()).toBeNull()
})

test('an act outside of a transaction is an error', () => {
  expect(() => recordAudit(app.ctx, { companyId: company.id, action: 'queue.created' })).toThrow(/outside/)
})

test('rows take no change and no deletion, and a head does not go back', async () => {
  await act('a')
  const reject = async (statement: ReturnType<typeof sql>, why: RegExp) => {
    const error = await app.ctx.db.execute(statement).then(
      () => null,
      (thrown: Error) => thrown
    )
    expect(String((error?.cause as Error | undefined)?.message ?? error?.message)).toMatch(why)
  }
  await reject(sql`update audit_log set actor_name = 'x' where company_id = ${company.id}`, /append-only/)
  await reject(sql`delete from audit_log where company_id = ${company.id}`, /append-only/)
  await reject(sql`truncate audit_log`, /append-only/)
  await reject(sql`update audit_heads set number = 0 where company_id = ${company.id}`, /forwards/)
  await reject(sql`delete from audit_heads where company_id = ${company.id}`, /forwards|append-only/)
  expect(await broken()).toBeNull()
})

test('a changed row is found', async () => {
  const before = await fiveActs()
  await behindTheBack(
    sql`update audit_log set after = '{"name": "x"}' where company_id = ${company.id} and number = ${before + 3}`
  )
  expect(await broken()).toEqual({ number: before + 3, why: 'changed' })
})

test('a changed row with a hash to match is found at the next one', async () => {
  const before = await fiveActs()
  const row = (await rows()).find(({ number }) => number === before + 3)
  if (!row) throw new Error('no row')
  const hash = hashOfRow({ ...row, subjectLabel: 'x' })
  await behindTheBack(
    sql`update audit_log set subject_label = 'x', hash = ${hash} where company_id = ${company.id} and number = ${row.number}`
  )
  expect(await broken()).toEqual({ number: before + 4, why: 'unlinked' })
})

test('a removed row is found: in the middle, the first and the last', async () => {
  for (const place of [3, 1, 5]) {
    company = await makeCompany(app)
    const before = await fiveActs()
    await behindTheBack(sql`delete from audit_log where company_id = ${company.id} and number = ${before + place}`)
    expect(await broken()).toEqual({ number: before + place, why: 'missing' })
  }
})

test('an inserted row is found: at the end and in the middle', async () => {
  await fiveActs()
  const last = (await rows()).at(-1)
  if (!last) throw new Error('no row')
  const added = { ...last, number: last.number + 1, previousHash: last.hash }
  await app.ctx.db.insert(auditLog).values({ ...added, hash: hashOfRow(added) })
  expect(await broken()).toEqual({ number: last.number + 1, why: 'head' })

  company = await makeCompany(app)
  const start = await fiveActs()
  // Numbers from the third on are one higher, and the copy takes the place that is free.
  for (let number = start + 5; number >= start + 3; number--) {
    await behindTheBack(
      sql`update audit_log set number = ${number + 1} where company_id = ${company.id} and number = ${number}`
    )
  }
  const second = (await rows()).find(({ number }) => number === start + 2)
  if (!second) throw new Error('no row')
  const copy = { ...second, number: start + 3, previousHash: second.hash }
  await app.ctx.db.insert(auditLog).values({ ...copy, hash: hashOfRow(copy) })
  expect(await broken()).toEqual({ number: start + 4, why: 'unlinked' })
})

test('a company that is deleted takes its log along and leaves those of others whole', async () => {
  const other = await makeCompany(app)
  await act('mine')
  await act('theirs', other.id)
  await app.ctx.db.execute(sql`delete from companies where id = ${company.id}`)
  expect(await headsOf(app.ctx.db, company.id)).toEqual([])
  expect(await rows()).toEqual([])
  expect(await broken(other.id)).toBeNull()
  expect((await rows(other.id)).at(-1)?.subjectLabel).toBe('theirs')
})

test('retention takes the oldest rows in steps, and what stays is proved from there', async () => {
  await fiveActs()
  app.clock.advance(400 * 24 * 3_600_000)
  const moment = app.ctx.now()
  const old = (await rows()).length
  await act('new')
  const prune = (limit: number) => inTransaction(app.ctx, (tx) => pruneRows(tx.db, company.id, moment, limit))
  expect(await prune(2)).toBe(2)
  expect(await broken()).toBeNull()
  expect(await prune(100)).toBe(old - 2)
  expect(await prune(100)).toBe(0)
  expect((await rows()).map(({ subjectLabel }) => subjectLabel)).toEqual(['new'])
  expect(await broken()).toBeNull()
  const { anchorNumber } = await headOf()
  expect(anchorNumber).toBe(old)
  await behindTheBack(sql`delete from audit_log where company_id = ${company.id}`)
  expect(await broken()).toEqual({ number: old + 1, why: 'missing' })
})

test('says what differs, without what is secret and without what is long', async () => {
  const before = { name: 'A', key: 'k1', note: 'same', at: new Date(0), text: 'x'.repeat(1000) }
  const after = { ...before, name: 'B', key: 'k2', at: new Date(1), text: `${'y'.repeat(1000)}\0` }
  const entry = { companyId: company.id, action: 'prompt.changed' } as const
  const fields = { shown: ['name', 'note', 'at', 'text'], hidden: ['key'] } as const
  await inTransaction(app.ctx, async (tx) => {
    recordChange(tx, entry, { before, after }, fields)
    recordChange(tx, entry, { before, after: before }, fields)
    recordAudit(tx, {
      ...entry,
      after: { apiToken: 'sk-1', deep: { password: 'p', list: [1, 'ü\ud800'] }, none: null }
    })
  })
  const [changed, whole] = (await rows()).slice(-2)
  expect(changed).toMatchObject({
    actorKind: 'system',
    before: { name: 'A', key: { hidden: true }, at: new Date(0).toISOString(), text: 'x'.repeat(300) },
    after: { name: 'B', key: { hidden: true }, at: new Date(1).toISOString(), text: 'y'.repeat(300) }
  })
  expect(changed?.before).not.toHaveProperty('note')
  expect(whole?.after).toEqual({
    apiToken: { hidden: true },
    deep: { password: { hidden: true }, list: [1, 'ü\ufffd'] },
    none: null
  })
  expect(await broken()).toBeNull()
})
