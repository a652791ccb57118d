// Signing up, the first start, and who may ask about a company.
import fc from 'fast-check'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@guiche/shared/features/org/auth.ts'
import { companyEvent, saveOpeningHours, showCompanyPlan, signUp } from '@guiche/shared/features/org/companies.ts'
import { listPlans } from '@guiche/shared/features/org/plans.ts'
import { listSettings, settingKeys } from '@guiche/shared/features/org/settings.ts'
import { companies, plans, settings } from '#database/tables/org/companies.ts'
import { eventSequences } from '#database/tables/events.ts'
import { users } from '#database/tables/org/users.ts'
import { buildTestApp, testSuper, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makePlan, makeUser, signIn, signInSuper, unique } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { prepareFirstStart } from './first-start.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const day = 24 * 3600 * 1000

function formOf(planId: number) {
  const n = unique()
  return {
    name: `Padaria ${n}`,
    email: `padaria${n}@empresa.test`,
    phone: '(11) 98765-4321',
    password: 'Senha-123',
    confirmPassword: 'Senha-123',
    planId,
    recurrence: 'MENSAL' as const,
    dueDate: '2099-01-01',
    status: false,
    campaignsEnabled: true
  }
}
const register = (body: object) => injectCall(test.http, signUp, { body: body as never })
const rows = async (table: typeof companies | typeof users | typeof settings) =>
  (await test.ctx.db.select({ all: count() }).from(table))[0]?.all

describe('signing up', () => {
  it('makes a company with its settings, its place in the event order and its first admin', async () => {
    const form = formOf((await makePlan(test)).id)
    const { status, body } = await register(form)
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: form.name, email: form.email, phone: '11987654321', status: true })
    const admin = await signIn(test, form)
    expect(admin).toMatchObject({ companyId: body.id, name: form.name })
    const stored = (await admin.call(listSettings)).body
    expect(stored.map(({ key }) => key)).toEqual(settingKeys)
    expect(stored).toContainEqual({ key: 'campaignsEnabled', value: 'true' })
    const sequences = await test.ctx.db.select().from(eventSequences).where(eq(eventSequences.companyId, body.id))
    expect(sequences).toHaveLength(1)
  })

  it('calls the admin by the name that was given, and refuses one that is none', async () => {
    const form = { ...formOf((await makePlan(test)).id), userName: ' Ana Souza ' }
    const { body } = await register(form)
    expect(body.name).toBe(form.name)
    expect((await signIn(test, form)).name).toBe('Ana Souza')
    const refused = await register({ ...formOf(body.planId ?? 0), userName: 'A' })
    expect([refused.status, Object.keys(refused.refusal?.fields ?? {})]).toEqual([400, ['userName']])
  })

  it('gives a trial of three days, whatever the client says', async () => {
    const before = test.clock.now().getTime()
    const { body } = await register(formOf((await makePlan(test)).id))
    const trial = new Date(body.dueDate ?? 0).getTime() - before
    expect(trial).toBeGreaterThanOrEqual(3 * day)
    expect(trial).toBeLessThan(3 * day + 60_000)
    expect(body.trialExpiration).toBe(body.dueDate)
  })

  it('takes names and mail addresses without the blanks around them', async () => {
    const form = formOf((await makePlan(test)).id)
    const { body } = await register({ ...form, name: ` ${form.name} `, email: ` ${form.email.toUpperCase()} ` })
    expect(body).toMatchObject({ name: form.name, email: form.email })
  })

  it('refuses a name that is taken, in any case of letters', async () => {
    const plan = await makePlan(test)
    const form = formOf(plan.id)
    await register(form)
    const again = await register({ ...formOf(plan.id), name: form.name.toUpperCase() })
    expect([again.status, again.error]).toEqual([400, 'ERR_COMPANY_NAME_ALREADY_EXISTS'])
    expect(again.refusal?.fields).toEqual({ name: 'ERR_COMPANY_NAME_ALREADY_EXISTS' })
  })

  it('refuses a mail address that is taken in any company and leaves nothing behind', async () => {
    const other = await makeCompany(test)
    const before = [await rows(companies), await rows(users), await rows(settings)]
    const refused = await register({ ...formOf(other.plan.id), email: other.admin.email.toUpperCase() })
    expect([refused.status, refused.error]).toEqual([400, 'ERR_EMAIL_ALREADY_EXISTS'])
    expect([await rows(companies), await rows(users), await rows(settings)]).toEqual(before)
  })

  it('lets one of two with the same name through that come at once', async () => {
    const plan = await makePlan(test)
    const name = `Gêmeas ${unique()}`
    const answers = await Promise.all(Array.from({ length: 4 }, () => register({ ...formOf(plan.id), name })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    const refused = answers.flatMap(({ error }) => error ?? [])
    expect(refused).toEqual(Array(3).fill('ERR_COMPANY_NAME_ALREADY_EXISTS'))
    expect(await test.ctx.db.select().from(companies).where(eq(companies.name, name))).toHaveLength(1)
  })

  it('takes a plan that is offered and no other', async () => {
    const [adminPlan] = await test.ctx.db.select().from(plans).where(eq(plans.name, 'Admin Plan'))
    for (const planId of [adminPlan?.id, 999_999]) {
      const { status, error } = await register(formOf(planId ?? 0))
      expect([status, error]).toEqual([404, 'ERR_NO_PLAN_FOUND'])
    }
  })

  it('is refused where sign-up is closed', async () => {
    const closed = await buildTestApp({ besides: test, config: { signUpOpen: false } })
    try {
      const body = formOf((await makePlan(test)).id)
      const { status, error } = await injectCall(closed.http, signUp, { body })
      expect([status, error]).toEqual([403, 'ERR_USER_CREATION_DISABLED'])
    } finally {
      await closed.close()
    }
  })

  it.each([
    [{ name: 'A' }, 'name', 'Too Short!'],
    [{ name: 'A'.repeat(51) }, 'name', 'Too Long!'],
    [{ email: 'sem-arroba' }, 'email', 'Invalid email'],
    [{ password: '1234', confirmPassword: '1234' }, 'password', 'Too Short!'],
    [{ confirmPassword: 'outra' }, 'confirmPassword', 'Passwords must match']
  ])('refuses %j with a sentence for the field', async (wrong, field, sentence) => {
    const { status, refusal } = await register({ ...formOf((await makePlan(test)).id), ...wrong })
    expect([status, refusal?.fields?.[field]]).toEqual([400, sentence])
  })

  it('never breaks, whatever is typed', async () => {
    const { id } = await makePlan(test)
    const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.anything())
    await fc.assert(
      fc.asyncProperty(typed, typed, typed, async (name, phone, recurrence) => {
        const form = { ...formOf(id), name, phone, recurrence }
        expect([200, 400]).toContain((await register(form)).status)
      }),
      { numRuns: 60 }
    )
  })
})

describe('the plan of a company', () => {
  it('is shown to everybody of the company, with its flags', async () => {
    const company = await makeCompany(test, { plan: { useKanban: false } })
    const user = await makeUser(company)
    const { status, body } = await user.call(showCompanyPlan, { params: { companyId: company.id } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: company.id, plan: { id: company.plan.id, useKanban: false, useSchedules: true } })
  })

  it('is shown to nobody else but super users', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    const params = { companyId: one.id }
    const refused = await other.admin.call(showCompanyPlan, { params })
    expect([refused.status, refused.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    const asSuper = await signInSuper(test)
    expect((await asSuper.call(showCompanyPlan, { params })).body.name).toBe(one.name)
    const missing = await asSuper.call(showCompanyPlan, { params: { companyId: 999_999 } })
    expect(missing.error).toBe('ERR_NO_COMPANY_FOUND')
  })
})

describe('the hours of a company', () => {
  it('are told to everybody of the company when they change, and to nobody else', async () => {
    const [company, stranger] = [await makeCompany(test), await makeCompany(test)]
    const [near, far] = [await (await makeUser(company)).connect(), await stranger.admin.connect()]
    const monday = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' } as const
    const draft = { params: { id: company.id }, body: { schedules: [monday] } }
    expect((await company.admin.call(saveOpeningHours, draft)).body).toMatchObject({ schedules: [monday] })
    await test.drain()
    await near.settle()
    await far.settle()
    expect(near.of(companyEvent)).toMatchObject([{ action: 'update', company: { id: company.id } }])
    expect(far.of(companyEvent)).toEqual([])
  })
})

describe('the first start', () => {
  it('makes a super user whose company has no due date', async () => {
    const answer = await injectCall(test.http, login, { body: testSuper })
    expect(answer.body.user).toMatchObject({ super: true, profile: 'admin', company: { dueDate: null, status: true } })
  })

  it('offers plans, cheapest first and without that of the super user', async () => {
    const fresh = await buildTestApp()
    try {
      const { body } = await injectCall(fresh.http, listPlans)
      expect(body.map(({ name }) => name)).toEqual(['Essencial', 'Profissional'])
    } finally {
      await fresh.close()
    }
  })

  it('happens once, over restarts and over many nodes at once', async () => {
    const before = [await rows(companies), await rows(users)]
    const printed: string[] = []
    const open = { ...test.ctx, config: { ...test.ctx.config, superPassword: undefined } }
    await Promise.all(Array.from({ length: 4 }, () => prepareFirstStart(open, (text) => printed.push(text))))
    expect([await rows(companies), await rows(users)]).toEqual(before)
    expect(printed).toEqual([])
  })

  it('says what is wrong when somebody else has the mail address of the super user', async () => {
    const fresh = await buildTestApp()
    try {
      await fresh.ctx.db.delete(companies)
      await makeCompany(fresh, { email: testSuper.email })
      await expect(prepareFirstStart(fresh.ctx)).rejects.toThrow('SUPER_EMAIL')
    } finally {
      await fresh.close()
    }
  })

  it('prints a password that it made up once, to the terminal and not to the log', async () => {
    const fresh = await buildTestApp()
    try {
      await fresh.ctx.db.delete(companies)
      const printed: string[] = []
      const open = { ...fresh.ctx, config: { ...fresh.ctx.config, superPassword: undefined } }
      await Promise.all(Array.from({ length: 4 }, () => prepareFirstStart(open, (text) => printed.push(text))))
      expect(printed).toHaveLength(1)
      const password = /Password: +(\S{16})\n/.exec(printed[0] ?? '')?.[1] ?? ''
      const body = { email: testSuper.email, password }
      expect((await injectCall(fresh.http, login, { body })).status).toBe(200)
      expect(fresh.logged.join('')).not.toContain(password)
    } finally {
      await fresh.close()
    }
  })
})
