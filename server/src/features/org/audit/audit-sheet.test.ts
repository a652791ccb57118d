// The sheet of the audit log: before and after in the words of the screen, JSON beside them, nothing that is taken for a formula.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportAudit } from '@guiche/shared/features/org/audit.ts'
import { deleteCompany, updateCompany } from '@guiche/shared/features/org/companies.ts'
import { deleteQueue } from '@guiche/shared/features/org/queues.ts'
import { createRole } from '@guiche/shared/features/org/roles.ts'
import { updateSetting, type SettingKey } from '@guiche/shared/features/org/settings.ts'
import { permissionKeys } from '@guiche/shared/kernel/access.ts'
import { permissionNames } from '@guiche/shared/kernel/permission-names.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import {
  accepted,
  makeCompany,
  makeQueue,
  makeUser,
  signInSuper,
  type Company,
  type Person
} from '#test/fixtures/factories.ts'
import { sayFields } from './say-fields.ts'

let app: TestApp
let boss: Person
let company: Company
beforeAll(async () => {
  app = await buildTestApp()
  boss = await signInSuper(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
})

/** Rows of a sheet by their headings, as a program for offices reads it. */
function readSheet(text: string): Record<string, string>[] {
  const rows = [...text.trim().matchAll(/(?:"(?:[^"]|"")*"|[^;\r\n"]*)(?:;|\r\n|$)/g)].reduce<string[][]>(
    (all, [cell]) => {
      const isLast = !cell.endsWith(';')
      const bare = cell.replace(/(?:;|\r\n)$/, '')
      all.at(-1)?.push(bare.startsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare)
      return isLast ? [...all, []] : all
    },
    [[]]
  )
  const [headings = [], ...entries] = rows.filter((row) => row.length > 1)
  return entries.map((row) => Object.fromEntries(headings.map((name, place) => [name, row[place] ?? ''])))
}

async function sheet(action: string, language = 'pt', by: Person = company.admin) {
  const { url } = accepted(app, await by.call(exportAudit, { body: { action, language } as never }))
  const { pathname, search } = new URL(url, app.url)
  return readSheet((await app.http.inject({ url: pathname + search })).body)
}

async function set(key: SettingKey, value: string) {
  const body = { value, currentPassword: company.admin.password }
  accepted(app, await company.admin.call(updateSetting, { params: { key }, body }))
}

test.each([
  ['userRating', 'enabled', 'Valor: Desativado', 'Valor: Ativado'],
  ['messageMonths', '6', 'Valor: Nunca', 'Valor: 6 meses'],
  ['secondFactorGraceDays', '0', 'Valor: 7 dias', 'Valor: Sem prazo'],
  ['scheduleType', 'queue', 'Valor: Desativado', 'Valor: Por fila'],
  // A number that was typed is none of the words that have the same number.
  ['loginIdleDays', '3', 'Valor: 7', 'Valor: 3']
] as const)('of the setting %s it says the values as its screen does', async (key, value, before, after) => {
  await set(key, value)
  const [entry] = await sheet('setting.changed')
  expect(entry).toMatchObject({ Antes: before, Depois: after, 'Depois (JSON)': JSON.stringify({ value }) })
})

test.each([
  ['pt', 'Antes', 'Depois', 'Valor: Desativado', 'Valor: Ativado'],
  ['en', 'Before', 'After', 'Value: Off', 'Value: On'],
  ['es', 'Antes', 'Después', 'Valor: Desactivado', 'Valor: Activado']
])('in %s', async (language, headBefore, headAfter, before, after) => {
  await set('userRating', 'enabled')
  const [entry] = await sheet('setting.changed', language)
  expect(entry).toMatchObject({
    [headBefore]: before,
    [headAfter]: after,
    [`${headAfter} (JSON)`]: '{"value":"enabled"}'
  })
})

test('says permissions and queues by their names, and what is gone by its number', async () => {
  const permissions = permissionKeys.slice(0, 2)
  const body = { name: 'Líder', permissions, currentPassword: company.admin.password }
  accepted(app, await company.admin.call(createRole, { body }))
  const names = permissionNames.pt as Record<string, string>
  const [role] = await sheet('role.created')
  const said = permissions.map((key) => names[`permission_${key.replace(':', '_')}`])
  expect(said).not.toContain(undefined)
  expect(role?.['Depois']?.split('\n')).toEqual(['Nome: Líder', `Pode também: ${said.join(', ')}`])

  const [stays, goes] = [await makeQueue(company, { name: 'Caixa' }), await makeQueue(company, { name: 'Balcão' })]
  await makeUser(company, { queueIds: [stays.id, goes.id] })
  accepted(app, await company.admin.call(deleteQueue, { params: { id: goes.id } }))
  const [person] = await sheet('user.created')
  expect(person?.['Depois']).toContain(`Filas: Caixa, nº ${goes.id}`)
  expect(JSON.parse(person?.['Depois (JSON)'] ?? '')).toHaveProperty('email')
})

test('a company that a super user acted on has its name while it is there, for super users alone', async () => {
  const other = await makeCompany(app, { name: '=SOMA(1;1)' })
  const params = { id: other.id }
  accepted(app, await boss.call(updateCompany, { params, body: { phone: '(11) 91234-5678' } }))
  const about = async () => {
    const entries = await sheet('company.changed', 'pt', boss)
    return entries.find((entry) => entry['Empresa (código)'] === String(other.id))
  }
  expect(await about()).toMatchObject({ Empresa: "'=SOMA(1;1)" })
  const admin = await makeUser({ ...company, admin: boss }, { profile: 'admin' })
  const seen = await sheet('company.changed', 'pt', admin)
  expect(seen.find((entry) => entry['Empresa (código)'] === String(other.id))).toMatchObject({ Empresa: '' })
  accepted(app, await boss.call(deleteCompany, { params }))
  expect(await about()).toMatchObject({ Empresa: '' })
})

test('nobody types a line that looks like another field', () => {
  const saying = { said: { field_name: 'Nome' }, locale: 'pt-BR', timeZone: 'UTC', queues: new Map(), setting: null }
  expect(sayFields(saying, { name: 'Ana\r\nPerfil: Administrador\u2028=1+1', 'x\n=y': [] })).toBe(
    'Nome: Ana Perfil: Administrador =1+1\nx =y: –'
  )
  expect(sayFields({ ...saying, timeZone: 'America/Sao_Paulo' }, { at: '2026-03-01T02:30:00.000Z' })).toBe(
    'at: 28/02/2026, 23:30'
  )
})
