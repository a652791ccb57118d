// The audit log of what is written and ended: devices, the chatbot's options, people of lists, payers, announcements and helps.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { subscribe } from '@guiche/shared/features/billing/subscription.ts'
import * as chatbot from '@guiche/shared/features/automation/chatbot.ts'
import * as announcements from '@guiche/shared/features/library/announcements.ts'
import * as helps from '@guiche/shared/features/library/helps.ts'
import * as logins from '@guiche/shared/features/org/logins.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import * as lists from '@guiche/shared/features/outreach/contact-lists.ts'
import { headsOf, rowsAfter } from '#platform/audit/audit-log.repo.ts'
import { checkChain } from '#platform/audit/check-chain.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import {
  accepted,
  makeCompany,
  makeQueue,
  makeUser,
  signIn,
  signInSuper,
  type Company
} from '#test/fixtures/factories.ts'

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

test('a device that is ended: who ended it, whose it was, and nothing where none ran', async () => {
  const { admin } = company
  await admin.call(updateSetting, { params: { key: 'severalLogins' }, body: { value: 'enabled' } })
  const user = await makeUser(company)
  const [own, again] = [await signIn(app, admin), await signIn(app, user)]
  const endOwn = () => admin.call(logins.endOwnLogin, { params: { loginId: own.sessionId }, body: {} })
  accepted(app, await endOwn())
  expect((await endOwn()).status).toBe(404)
  const one = { id: user.id, loginId: user.sessionId }
  accepted(app, await admin.call(logins.endLogin, { params: one, body: {} }))
  accepted(app, await admin.call(logins.endLogins, { params: { id: user.id }, body: {} }))
  accepted(app, await admin.call(logins.endLogins, { params: { id: user.id }, body: {} }))
  accepted(app, await admin.call(logins.endOwnLogins, { body: {} }))
  const by = { actorKind: 'user', actorId: admin.id, address: admin.address }
  const theirs = { ...by, subjectType: 'user', subjectId: String(user.id), subjectLabel: user.name }
  expect(await actsOf('login.ended')).toMatchObject([
    { ...by, subjectId: String(admin.id), before: { sessions: [own.sessionId] } },
    { ...theirs, before: { sessions: [user.sessionId] } },
    { ...theirs, before: { sessions: [again.sessionId] } }
  ])
})

test('options of the chatbot: made, changed, moved, deleted with all below, and brought back; never what they answer', async () => {
  const { admin } = company
  const queue = await makeQueue(company)
  const create = async (title: string, parentId?: number) =>
    accepted(
      app,
      await admin.call(chatbot.createQueueOption, {
        body: { title, message: 'Resposta confidencial', queueId: queue.id, parentId } as never
      })
    )
  const [first, second] = [await create('Entrega'), await create('Troca')]
  await create('Prazo', first.id)
  const change = (body: object) =>
    admin.call(chatbot.updateQueueOption, { params: { id: first.id }, body: body as never })
  accepted(app, await change({ title: 'Entregas', message: 'Outro texto confidencial' }))
  accepted(app, await change({ title: 'Entregas' }))
  accepted(app, await change({ option: 2 }))
  const gone = accepted(app, await admin.call(chatbot.deleteQueueOption, { params: { id: first.id } }))
  const back = { queueId: queue.id, options: gone.options }
  accepted(app, await admin.call(chatbot.restoreQueueOptions, { body: back as never }))
  const subject = { subjectType: 'queue-option', subjectId: String(first.id) }
  expect(await actsOf('queue-option.')).toMatchObject([
    { action: 'queue-option.created', ...subject, after: { title: 'Entrega', option: 1, message: { hidden: true } } },
    { action: 'queue-option.created', subjectId: String(second.id), actorId: admin.id },
    { action: 'queue-option.created', after: { parentId: first.id, queueId: queue.id } },
    {
      action: 'queue-option.changed',
      subjectLabel: 'Entregas',
      before: { title: 'Entrega' },
      after: { title: 'Entregas', message: { hidden: true } }
    },
    { action: 'queue-option.changed', before: { option: 1 }, after: { option: 2 } },
    { action: 'queue-option.deleted', ...subject, before: { title: 'Entregas', options: 2 } },
    { action: 'queue-option.restored', ...subject, after: { title: 'Entregas', options: 2 } }
  ])
  expect(JSON.stringify(await logOf())).not.toContain('confidencial')
})

test('somebody taken from a contact list is a number, without name, phone or e-mail', async () => {
  const { admin } = company
  const list = accepted(app, await admin.call(lists.createContactList, { body: { name: 'Inverno' } }))
  const draft = { contactListId: list.id, name: 'Helena Prado', number: '5511944332211', email: 'helena@prado.test' }
  const { id } = accepted(app, await admin.call(lists.createContactListItem, { body: draft }))
  accepted(app, await admin.call(lists.deleteContactListItem, { params: { id } }))
  expect(await actsOf('contact-list-item.')).toMatchObject([
    { actorId: admin.id, subjectId: String(id), subjectLabel: null, before: { contactListId: list.id } }
  ])
  expect(JSON.stringify(await logOf())).not.toMatch(/Helena|44332211|prado/)
})

test('who pays changed, and the log has neither the name nor the address', async () => {
  const { admin } = company
  const payer = { firstName: 'Rute Amaral', address1: 'Rua das Palmeiras 7', city: 'Olinda', zipcode: '53020-140' }
  const form = { ...payer, country: 'BR', useAddressForPaymentDetails: true }
  accepted(app, await admin.call(subscribe, { body: form as never }))
  accepted(app, await admin.call(subscribe, { body: form as never }))
  accepted(app, await admin.call(subscribe, { body: { ...form, city: 'Recife' } as never }))
  expect(await actsOf('company.payer-changed')).toMatchObject([
    { actorId: admin.id, before: { firstName: null, country: null }, after: { firstName: { hidden: true } } },
    { before: { city: { hidden: true } }, after: { city: { hidden: true } } }
  ])
  expect(JSON.stringify(await logOf())).not.toMatch(/Rute|Palmeiras|Olinda|Recife|53020/)
})

test('announcements and helps stand in the log of the super user alone, without their texts', async () => {
  const chief = await signInSuper(app)
  const draft = { title: `Aviso ${company.id}`, text: 'Um texto confidencial' }
  const made = accepted(app, await chief.call(announcements.createAnnouncement, { body: draft as never }))
  const params = { id: made.id }
  const changed = { ...draft, text: 'Outro texto confidencial', status: false }
  accepted(app, await chief.call(announcements.updateAnnouncement, { params, body: changed as never }))
  accepted(app, await chief.call(announcements.deleteAnnouncement, { params }))
  const help = { title: `Ajuda ${company.id}`, description: 'Descrição confidencial', video: 'dQw4w9WgXcQ' }
  const film = accepted(app, await chief.call(helps.createHelp, { body: help }))
  const renamed = { ...help, title: `Ajuda nova ${company.id}` }
  accepted(app, await chief.call(helps.updateHelp, { params: { id: film.id }, body: renamed }))
  accepted(app, await chief.call(helps.deleteHelp, { params: { id: film.id } }))
  const own = (await logOf(chief.companyId)).filter(({ subjectLabel }) => subjectLabel?.endsWith(` ${company.id}`))
  expect(own).toMatchObject([
    { action: 'announcement.created', actorId: chief.id, after: { title: draft.title, text: { hidden: true } } },
    {
      action: 'announcement.changed',
      before: { status: true, text: { hidden: true } },
      after: { status: false, text: { hidden: true } }
    },
    { action: 'announcement.deleted', before: { title: draft.title } },
    { action: 'help.created', subjectId: String(film.id), after: { video: 'dQw4w9WgXcQ' } },
    { action: 'help.changed', before: { title: help.title }, after: { title: renamed.title } },
    { action: 'help.deleted', before: { title: renamed.title } }
  ])
  expect(JSON.stringify(own)).not.toContain('confidencial')
  expect([...(await actsOf('announcement.')), ...(await actsOf('help.'))]).toEqual([])
  const [head] = await headsOf(app.ctx.db, chief.companyId)
  expect(head && (await checkChain(app.ctx.db, head))).toBeNull()
})
