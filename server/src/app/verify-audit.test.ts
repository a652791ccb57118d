// `npm run audit:verify` as a process: it proves whole logs, names an entry that was altered by SQL, and says why it could not look.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { accepted, makeCompany } from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const program = path.join(import.meta.dirname, 'verify-audit.ts')

function verify(databaseUrl: string): Promise<{ code: number; out: string; errors: string }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'a secret that is of these tests alone'
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env }, (error, out, errors) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, errors })
    )
  })
}

test('whole logs are proved with their heads; one row that was altered by SQL is named, and the program ends with 1', async () => {
  const company = await makeCompany(app)
  const body = { value: 'enabled' }
  accepted(app, await company.admin.call(updateSetting, { params: { key: 'userRating' }, body }))
  const whole = await verify(app.databaseUrl)
  expect(whole).toMatchObject({ code: 0, errors: '' })
  expect(whole.out).toMatch(new RegExp(`^company ${company.id}: whole from 1 to \\d+, head [0-9a-f]{64}$`, 'm'))
  expect(whole.out).toMatch(/^All \d+ logs are whole\.$/m)
  const alter = sql`update audit_log set after = '{"value":"disabled"}'
    where company_id = ${company.id} and action = 'setting.changed' returning number`
  // The server's own role is refused.
  await expect(app.ctx.db.execute(alter)).rejects.toThrow()
  await app.ctx.db.execute(sql`alter table audit_log disable trigger user`)
  const [row] = (await app.ctx.db.execute(alter)) as unknown as { number: string }[]
  await app.ctx.db.execute(sql`alter table audit_log enable trigger user`)
  const { code, out, errors } = await verify(app.databaseUrl)
  expect(code).toBe(1)
  expect(out).toContain(`company ${company.id}: BROKEN at entry ${row?.number} (changed)\n`)
  expect(errors).toMatch(/^1 of \d+ logs BROKEN: entries were changed, removed or added/)
  expect(out).not.toContain('All ')
})

test('a database that cannot be had is no proof and no broken log', async () => {
  const { code, out, errors } = await verify('postgres://guiche:wrong@127.0.0.1:1/guiche')
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(errors).toMatch(/^The logs could not be checked: .*ECONNREFUSED/)
})
