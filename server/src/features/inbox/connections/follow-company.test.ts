// Sessions on a simulated WhatsApp follow their company: they rest while it is closed, and go with it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteCompany, updateCompany } from '@guiche/shared/features/org/companies.ts'
import { eventually } from '#test/eventually.ts'
import { accepted, signIn, signInSuper } from '#test/fixtures/factories.ts'
import { newWriter, startPairedApp, ticketOf, writeAs, type PairedApp } from '#test/faults/paired-app.ts'

let app: PairedApp
beforeAll(async () => {
  app = await startPairedApp()
})
afterAll(() => app.stop())

const devices = () => app.simulator.phone(app.phone).devices

test('a closed company has no session; open again, it gets what was written meanwhile; deleted, its device is unlinked', async () => {
  const boss = await signInSuper(app.test)
  const params = { id: app.company.id }
  const setStatus = async (status: boolean) =>
    accepted(app.test, await boss.call(updateCompany, { params, body: { status } }))
  expect(devices()).toMatchObject([{ online: true }])
  await setStatus(false)
  await eventually(() => devices()[0]?.online === false, 'the session to end')
  const customer = newWriter(app)
  await writeAs(app, customer, 'Tem alguém aí?')
  await setStatus(true)
  await eventually(() => devices()[0]?.online === true, 'the session to be back')
  app.admin = await signIn(app.test, app.admin)
  expect((await ticketOf(app, customer)).lastMessage).toBe('Tem alguém aí?')
  accepted(app.test, await boss.call(deleteCompany, { params }))
  await eventually(() => devices().length === 0, 'the device to be unlinked')
})
