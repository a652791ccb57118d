// The key of a payment provider that the desk has no use for: nobody who reads settings, companies, logins, events or the
// database finds one, whoever may have typed it into an older client.
import { eq, sql } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCompanies } from '@guiche/shared/features/org/companies.ts'
import { listSettings, settingEvent, updateSetting } from '@guiche/shared/features/org/settings.ts'
import { eventLog } from '#database/tables/events.ts'
import { settings } from '#database/tables/org/companies.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, signIn, signInSuper } from '#test/fixtures/factories.ts'

const key = '$aact_chave-da-empresa'
const migration = new URL('../../src/database/migrations/0046_forget_asaas_keys.sql', import.meta.url)

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

async function stored(companyId: number): Promise<string> {
  return JSON.stringify([
    await app.ctx.db.select().from(settings).where(eq(settings.companyId, companyId)),
    await app.ctx.db.select().from(eventLog).where(eq(eventLog.companyId, companyId))
  ])
}

test('an older client sends its key and goes on; neither readers nor the database have it', async () => {
  const { id, admin } = await makeCompany(app)
  const socket = await admin.connect()
  const answer = await admin.call(updateSetting, { params: { key: 'asaas' }, body: { value: key } })
  expect(accepted(app, answer)).toEqual({ key: 'asaas', value: '' })
  // Its screen still finds the field, and other settings are saved as before.
  accepted(app, await admin.call(updateSetting, { params: { key: 'call' }, body: { value: 'disabled' } }))
  const read = accepted(app, await admin.call(listSettings))
  expect(read).toContainEqual({ key: 'asaas', value: '' })
  expect(read).toContainEqual({ key: 'call', value: 'disabled' })
  await socket.settle()
  expect(socket.of(settingEvent)).toHaveLength(1)
  const root = await signInSuper(app)
  expect(accepted(app, await root.call(listCompanies)).map((company) => company.id)).toContain(id)
  const shown = [await root.call(listCompanies), await signIn(app, admin), socket.heard]
  expect(JSON.stringify(shown.map((part) => ('raw' in part ? part.raw.body : part)))).not.toContain(key)
  expect(await stored(id)).not.toContain(key)
})

test('a key that was stored before is forgotten, also by the events that are kept for catching up', async () => {
  const { id } = await makeCompany(app)
  const row = { companyId: id, key: 'asaas', value: key }
  await app.ctx.db
    .insert(settings)
    .values(row)
    .onConflictDoUpdate({ target: [settings.companyId, settings.key], set: { value: key } })
  const event = (setting: object) => JSON.stringify({ action: 'update', setting })
  const about = { companyId: id, rooms: [], except: [], name: settingEvent.channel(id) }
  await app.ctx.db.insert(eventLog).values([
    { ...about, seq: 1_000_001, payload: event({ key: 'asaas', value: key }) },
    { ...about, seq: 1_000_002, payload: event({ key: 'call', value: 'enabled' }) }
  ])
  expect(await stored(id)).toContain(key)
  for (const statement of (await readFile(migration, 'utf8')).split('--> statement-breakpoint')) {
    await app.ctx.db.execute(sql.raw(statement))
  }
  const left = await stored(id)
  expect(left).not.toContain(key)
  expect(left).toContain('enabled')
})
