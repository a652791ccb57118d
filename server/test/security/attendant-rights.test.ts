// An attendant wants what belongs to admins: to rewrite prompts, integrations and file lists, to delete whole contact lists,
// to send a campaign without pauses, and to put their own number on a customer.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPrompt, deletePrompt, listPrompts, updatePrompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import {
  createIntegration,
  deleteIntegration,
  listIntegrations,
  testSession,
  updateIntegration
} from '@guiche/shared/features/automation/integrations.ts'
import { createContact, updateContact } from '@guiche/shared/features/inbox/contacts.ts'
import {
  createFileList,
  deleteFileList,
  listFileLists,
  updateFileList,
  uploadListFiles
} from '@guiche/shared/features/library/file-lists.ts'
import { updateUser, userEvent, type User } from '@guiche/shared/features/org/users.ts'
import { listCampaignSettings, saveCampaignSettings } from '@guiche/shared/features/outreach/campaigns.ts'
import { createContactList, deleteContactList } from '@guiche/shared/features/outreach/contact-lists.ts'
import { grantablePermissions, type GrantablePermission } from '@guiche/shared/kernel/access.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'

let app: TestApp
let company: Company
let admin: Person
let attendant: Person
let attempts: Record<GrantablePermission, (by: Person) => Promise<{ status: number; error?: string | undefined }[]>>

let numbers = 0
function freshNumber(): string {
  return `55119${String(87_650_100 + ++numbers)}`
}

/** Adds a file to a list, as the form does. */
async function addFile({ token }: Person, id: number) {
  const form = new FormData()
  form.append('files', new Blob([Buffer.from('%PDF-1.7\n%%EOF\n')]), 'tabela.pdf')
  const headers = { authorization: `Bearer ${token}` }
  const path = uploadListFiles.path.replace(':id', String(id))
  const answer = await fetch(`${app.url}${path}`, { method: 'POST', headers, body: form })
  const { error } = (await answer.json()) as { error?: string }
  return { status: answer.status, error }
}

async function grant(permissions: GrantablePermission[]): Promise<User> {
  return accepted(app, await admin.call(updateUser, { params: { id: attendant.id }, body: { permissions } }))
}

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
  company = await makeCompany(app)
  ;[admin, attendant] = [company.admin, await makeUser(company)]
  const prompt = { name: 'Vendas', prompt: 'Responda', queueId: (await makeQueue(company)).id }
  const flow = { name: 'Robô', type: 'webhook' as const, urlN8N: 'https://flow.example/hook' }
  const files = { name: 'Catálogos', message: 'Veja' }
  const pace = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, variables: [] }
  const own = async () => ({
    prompt: accepted(app, await admin.call(createPrompt, { body: prompt })).id,
    flow: accepted(app, await admin.call(createIntegration, { body: flow })).id,
    files: accepted(app, await admin.call(createFileList, { body: files })).id,
    list: accepted(app, await admin.call(createContactList, { body: { name: 'Clientes' } })).id,
    contact: accepted(
      app,
      await admin.call(createContact, {
        body: { name: 'Ana', number: freshNumber() }
      })
    ).id
  })
  const rows = { first: await own(), second: await own() }
  const of = (by: Person) => (by === attendant ? rows.first : rows.second)
  attempts = {
    'prompts-page:write': async (by) => [
      await by.call(createPrompt, { body: prompt }),
      await by.call(updatePrompt, {
        params: { id: of(by).prompt },
        body: { ...prompt, baseUrl: 'https://mine.example' }
      }),
      await by.call(deletePrompt, { params: { id: of(by).prompt } })
    ],
    'queue-integration-page:write': async (by) => [
      await by.call(createIntegration, { body: flow }),
      await by.call(updateIntegration, { params: { id: of(by).flow }, body: flow }),
      await by.call(deleteIntegration, { params: { id: of(by).flow } })
    ],
    'files-page:write': async (by) => [
      await by.call(createFileList, { body: files }),
      await by.call(updateFileList, { params: { id: of(by).files }, body: files }),
      await addFile(by, of(by).files),
      await by.call(deleteFileList, { params: { id: of(by).files } })
    ],
    'contact-lists-page:delete': async (by) => [await by.call(deleteContactList, { params: { id: of(by).list } })],
    'campaigns-config:write': async (by) => [
      await by.call(saveCampaignSettings, { body: { settings: pace as never } })
    ],
    'contacts-page:renumber': async (by) => [
      await by.call(updateContact, { params: { id: of(by).contact }, body: { number: freshNumber() } })
    ]
  }
})
afterAll(() => app.close())

test.each(grantablePermissions)(
  'without %s an attendant is refused, with it they are not, and without it again',
  async (key) => {
    await grant(grantablePermissions.filter((other) => other !== key))
    const refused = await attempts[key](attendant)
    expect(refused.map(({ error }) => error)).toEqual(refused.map(() => 'ERR_NO_PERMISSION'))
    await grant([key])
    const taken = await attempts[key](attendant)
    expect(taken.map(({ status, error }) => error ?? status)).toEqual(taken.map(() => 200))
    await grant([])
    const [again] = await attempts[key](attendant)
    expect(again?.error).toBe('ERR_NO_PERMISSION')
  }
)

test('a trial of an integration is a write: the server calls what it names', async () => {
  await grant([])
  const body = { type: 'webhook' as const, urlN8N: 'https://flow.example/hook' }
  expect((await attendant.call(testSession, { body })).error).toBe('ERR_NO_PERMISSION')
})

test('reading and using them stays open, and what has no number yet may be given one', async () => {
  await grant([])
  for (const endpoint of [listPrompts, listIntegrations, listFileLists, listCampaignSettings]) {
    expect((await attendant.call(endpoint, { query: {} } as never)).status).toBe(200)
  }
  const body = { name: 'Rui', number: '5511987650001' }
  const made = accepted(app, await attendant.call(createContact, { body }))
  // The same number, as a form sends it along, is no change.
  const renamed = await attendant.call(updateContact, { params: { id: made.id }, body: { ...body, name: 'Rui Alves' } })
  expect(renamed.status).toBe(200)
})

test('nobody grants themselves anything, and nobody of another company does', async () => {
  await grant([])
  const body = { permissions: [...grantablePermissions] }
  const params = { id: attendant.id }
  expect((await attendant.call(updateUser, { params, body })).error).toBe('ERR_NO_PERMISSION')
  const other = await makeCompany(app)
  expect((await other.admin.call(updateUser, { params, body })).error).toBe('ERR_NO_USER_FOUND')
  const unknown = await admin.call(updateUser, { params, body: { permissions: ['everything'] } as never })
  expect(unknown.status).toBe(400)
})

test('a grant reaches the open windows of the person', async () => {
  await grant([])
  const socket = await attendant.connect()
  await grant(['files-page:write'])
  await socket.settle()
  const seen = socket.of(userEvent).flatMap((event) => (event.action === 'update' ? [event.user] : []))
  expect(seen.findLast(({ id }) => id === attendant.id)?.permissions).toEqual(['files-page:write'])
})
