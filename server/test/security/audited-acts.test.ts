// The audit log of what is done: each act by its endpoint, without secrets, texts or customers, and the super user's twice.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPrompt, updatePrompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { createWebhook, deleteWebhook } from '@guiche/shared/features/automation/webhooks.ts'
import { deleteContact } from '@guiche/shared/features/inbox/contacts.ts'
import { exportContacts } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { createConnection, updateConnection, deleteConnection } from '@guiche/shared/features/inbox/connections.ts'
import { deleteTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { createTag, deleteTag } from '@guiche/shared/features/inbox/tags.ts'
import { deleteCompany, updateCompany } from '@guiche/shared/features/org/companies.ts'
import { createPlan, deletePlan, updatePlan } from '@guiche/shared/features/org/plans.ts'
import { deleteQueue, updateQueue } from '@guiche/shared/features/org/queues.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { createInvoice, updateInvoice } from '@guiche/shared/features/billing/invoices.ts'
import { headsOf, rowsAfter } from '#platform/audit/audit-log.repo.ts'
import { checkChain } from '#platform/audit/check-chain.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, signInSuper, type Company } from '#test/fixtures/factories.ts'
import { makeContact, makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
let company: Company
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
})

const logOf = (companyId = company.id) => rowsAfter(app.ctx.db, companyId, 0, 10_000)
const actsOf = async (start: string, companyId = company.id) =>
  (await logOf(companyId)).filter(({ action }) => action.startsWith(start))

async function isWhole(companyId: number): Promise<boolean> {
  const [head] = await headsOf(app.ctx.db, companyId)
  return head !== undefined && (await checkChain(app.ctx.db, head)) === null
}

test('connections: made, changed, deleted; of their texts only that they changed', async () => {
  const { admin } = company
  const made = accepted(app, await admin.call(createConnection, { body: { name: 'Loja' } as never }))
  const change = { name: 'Balcão', greetingMessage: 'Texto confidencial' }
  accepted(app, await admin.call(updateConnection, { params: { id: made.id }, body: change as never }))
  accepted(app, await admin.call(deleteConnection, { params: { id: made.id } }))
  expect((await actsOf('connection.')).map(({ action }) => action)).toEqual([
    'connection.created',
    'connection.changed',
    'connection.disconnected',
    'connection.deleted'
  ])
  const [, changed] = await actsOf('connection.')
  expect(changed).toMatchObject({
    actorId: admin.id,
    subjectId: String(made.id),
    before: { name: 'Loja' },
    after: { name: 'Balcão', greetingMessage: { hidden: true } }
  })
  expect(JSON.stringify(await logOf())).not.toContain('confidencial')
})

test('settings and queues, with what was before and after; what changes nothing is no entry', async () => {
  const { admin } = company
  const set = (value: string) => admin.call(updateSetting, { params: { key: 'userRating' }, body: { value } })
  accepted(app, await set('enabled'))
  accepted(app, await set('enabled'))
  expect(await actsOf('setting.')).toMatchObject([
    { subjectId: 'userRating', before: { value: 'disabled' }, after: { value: 'enabled' } }
  ])
  const queue = await makeQueue(company, { name: 'Vendas' })
  const body = { name: 'Compras', greetingMessage: 'Olá, tudo bem?' }
  accepted(app, await admin.call(updateQueue, { params: { id: queue.id }, body: body as never }))
  accepted(app, await admin.call(deleteQueue, { params: { id: queue.id } }))
  expect(await actsOf('queue.')).toMatchObject([
    { action: 'queue.created', after: { name: 'Vendas' } },
    {
      action: 'queue.changed',
      before: { name: 'Vendas' },
      after: { name: 'Compras', greetingMessage: { hidden: true } }
    },
    { action: 'queue.deleted', before: { name: 'Compras' } }
  ])
  expect(JSON.stringify(await logOf())).not.toContain('tudo bem')
})

test('prompts and webhooks: hosts alone, and neither keys nor the paths behind them', async () => {
  const { admin } = company
  const queue = await makeQueue(company)
  const draft = { name: 'Robô', prompt: 'Seja breve', apiKey: 'sk-secreta', queueId: queue.id, maxMessages: 10 }
  const body = { ...draft, currentPassword: admin.password }
  const prompt = accepted(app, await admin.call(createPrompt, { body: body as never }))
  const other = { ...body, apiKey: 'sk-outra', temperature: 0.5 }
  accepted(app, await admin.call(updatePrompt, { params: { id: prompt.id }, body: other as never }))
  expect(await actsOf('prompt.')).toMatchObject([
    { action: 'prompt.created', after: { name: 'Robô', apiKey: { hidden: true }, prompt: { hidden: true } } },
    { action: 'prompt.changed', after: { apiKey: { hidden: true }, temperature: 0.5 } }
  ])
  const hook = { url: 'https://hooks.example.com/services/T0/segredo', events: ['message.created'] }
  const made = await admin.call(createWebhook, { body: { ...hook, currentPassword: admin.password } as never })
  const { webhook } = accepted(app, made)
  accepted(app, await admin.call(deleteWebhook, { params: { id: webhook.id } }))
  expect(await actsOf('webhook.')).toMatchObject([
    { action: 'webhook.created', subjectLabel: 'hooks.example.com', after: { host: 'hooks.example.com' } },
    { action: 'webhook.deleted' }
  ])
  expect(JSON.stringify(await logOf())).not.toMatch(/sk-|segredo|Seja breve|whsec/)
})

test('exports and deletions name records of customers by their numbers alone', async () => {
  const { admin } = company
  const contact = await makeContact(company)
  const ticket = await makeTicket(company)
  const wish = { format: 'csv', language: 'pt' } as never
  accepted(app, await admin.call(exportContacts, { query: wish, body: wish } as never))
  accepted(app, await admin.call(deleteTicket, { params: { id: ticket.id } }))
  accepted(app, await admin.call(deleteContact, { params: { id: contact.id } }))
  const tag = accepted(app, await admin.call(createTag, { body: { name: 'Prioridade', color: '#112233' } as never }))
  accepted(app, await admin.call(deleteTag, { params: { id: tag.id } }))
  expect(await actsOf('contacts.exported')).toMatchObject([{ actorId: admin.id, after: { format: 'csv' } }])
  expect(await actsOf('ticket.deleted')).toMatchObject([
    { subjectId: String(ticket.id), subjectLabel: null, before: { contactId: ticket.contactId } }
  ])
  expect(await actsOf('contact.deleted')).toMatchObject([{ subjectId: String(contact.id), subjectLabel: null }])
  expect(await actsOf('tag.deleted')).toMatchObject([{ subjectLabel: 'Prioridade' }])
  const said = JSON.stringify(await logOf())
  expect(said).not.toContain(contact.name)
  expect(said).not.toContain(contact.number)
})

test('what is refused is no entry: an attendant changes no setting and deletes no connection', async () => {
  const attendant = await makeUser(company)
  const before = await logOf()
  await attendant.call(updateSetting, { params: { key: 'userRating' }, body: { value: 'enabled' } })
  await attendant.call(deleteConnection, { params: { id: 1 } })
  await attendant.call(createTag, { body: { name: '' } as never })
  expect(await logOf()).toEqual(before)
})

test('plan, payment and the company: in its log as the super user, and in the super user’s own', async () => {
  const chief = await signInSuper(app)
  const { id } = company
  const due = '2031-01-01T12:00:00.000Z'
  accepted(app, await chief.call(updateCompany, { params: { id }, body: { dueDate: due } as never }))
  const draft = { companyId: id, detail: 'Taxa', value: 10, dueDate: due, status: 'open' }
  const invoice = accepted(app, await chief.call(createInvoice, { body: draft as never }))
  accepted(app, await chief.call(updateInvoice, { params: { id: invoice.id }, body: { status: 'paid' } as never }))
  const seen = { actorKind: 'super', actorId: chief.id, actorEmail: chief.email }
  expect((await actsOf('company.changed')).at(-1)).toMatchObject({ ...seen, after: { dueDate: due } })
  expect(await actsOf('invoice.')).toMatchObject([
    { ...seen, action: 'invoice.created', subjectId: String(invoice.id) },
    { ...seen, action: 'invoice.paid', before: { status: 'open' }, after: { status: 'paid' } }
  ])
  const own = (await logOf(chief.companyId)).filter(({ aboutCompanyId }) => aboutCompanyId === id)
  expect(own.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['company.changed', 'invoice.created', 'invoice.paid'])
  )
  expect(new Set(own.map(({ actorKind }) => actorKind))).toEqual(new Set(['user']))
  expect([await isWhole(id), await isWhole(chief.companyId)]).toEqual([true, true])
})

test('plans stand in the log of whoever changes them', async () => {
  const chief = await signInSuper(app)
  const plan = accepted(
    app,
    await chief.call(createPlan, { body: { name: `Plano A${company.id}`, value: 10 } as never })
  )
  accepted(app, await chief.call(updatePlan, { params: { id: plan.id }, body: { value: 20 } as never }))
  accepted(app, await chief.call(deletePlan, { params: { id: plan.id } }))
  const own = (await actsOf('plan.', chief.companyId)).filter(({ subjectId }) => subjectId === String(plan.id))
  expect(own).toMatchObject([
    { action: 'plan.created' },
    { action: 'plan.changed', before: { value: 10 }, after: { value: 20 } },
    { action: 'plan.deleted' }
  ])
  expect(await actsOf('plan.')).toEqual([])
})

test('a company that is deleted stays in the log of the super user, whose chain is whole', async () => {
  const chief = await signInSuper(app)
  accepted(app, await chief.call(deleteCompany, { params: { id: company.id } }))
  expect(await logOf()).toEqual([])
  expect((await actsOf('company.deleted', chief.companyId)).at(-1)).toMatchObject({
    actorKind: 'user',
    actorId: chief.id,
    aboutCompanyId: company.id,
    subjectLabel: company.name
  })
  expect(await isWhole(chief.companyId)).toBe(true)
})
