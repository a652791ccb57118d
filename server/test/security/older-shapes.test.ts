// Attack: a caller who does not say that it reads the contract gets more fields, and hopes for secrets and strangers in them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPrompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { createConnection } from '@guiche/shared/features/inbox/connections.ts'
import { createTag } from '@guiche/shared/features/inbox/tags.ts'
import { createQuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { createChat, sendChatMessage } from '@guiche/shared/features/team/internal-chat.ts'
import { contractHeader, contractVersion } from '@guiche/shared/kernel/contract-client.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { giveToken, makeTicket } from '#test/fixtures/make-ticket.ts'
import { connectSocket, type TestSocket } from '#test/server/test-socket.ts'

let testApp: TestApp
let company: Company
let stranger: Company
let attacker: Person
let socket: TestSocket

const apiKey = 'sk-never-shown-0123456789'

/** Everything that the translations add to, in a company. */
async function furnish(one: Company, mark: string): Promise<void> {
  const { test: app, admin } = one
  const queue = await makeQueue(one, { name: `Fila ${mark}` })
  const user = await makeUser(one, { name: `Pessoa ${mark}`, queueIds: [queue.id] })
  const prompt = { name: `Ajuda ${mark}`, prompt: 'Ajude', apiKey, voice: 'texto', queueId: queue.id }
  const { id: promptId } = accepted(
    app,
    await admin.call(createPrompt, { body: { ...prompt, maxTokens: 100, temperature: 1, maxMessages: 10 } as never })
  )
  accepted(app, await admin.call(createConnection, { body: { name: `Linha ${mark}`, promptId, queueIds: [queue.id] } }))
  accepted(app, await admin.call(createTag, { body: { name: `Etiqueta ${mark}` } }))
  accepted(
    app,
    await admin.call(createQuickMessage, { body: { shortcode: `oi ${mark}`, message: 'Olá', geral: true } })
  )
  const members = one === company ? [{ id: attacker.id }] : []
  const body = { title: `Conversa ${mark}`, users: [...members, { id: user.id }] }
  const chat = accepted(app, await admin.call(createChat, { body }))
  accepted(app, await admin.call(sendChatMessage, { params: { id: chat.id }, body: { message: `Oi ${mark}` } }))
  await makeTicket(one, { queueId: queue.id })
}

beforeAll(async () => {
  testApp = await buildTestApp({ config: { roles: ['api'] } })
  company = await makeCompany(testApp)
  stranger = await makeCompany(testApp, { name: 'Estranha SA' })
  attacker = await makeUser(company)
  socket = await connectSocket(testApp, attacker, 'query')
  await furnish(stranger, 'estranha')
  await furnish(company, 'nossa')
  await testApp.drain()
  await socket.settle()
})
afterAll(() => testApp.close())

const paths = [
  '/settings',
  '/tags',
  '/tags/list',
  '/tags/kanban',
  '/plans/list',
  '/quick-messages',
  '/quick-messages/list',
  '/whatsapp',
  '/users/list',
  '/chats',
  '/queue',
  '/tickets',
  '/ticket/kanban',
  '/announcements',
  '/contacts',
  '/auth/me'
]

async function read(path: string, headers: Record<string, string> = {}) {
  const url = `${testApp.url}${path}`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${attacker.token}`, ...headers } })
  return { status: answer.status, text: await answer.text() }
}

test('no answer and no event carries a password, a key, a token, a colleague’s address or anything of strangers', async () => {
  const [connection] = await testApp.ctx.pool.$client<{ id: string }[]>`
    select id from connections where company_id = ${company.id} limit 1`
  const token = await giveToken(company, Number(connection?.id))
  const answers = await Promise.all(paths.map((path) => read(path)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  const everything = [...answers.map(({ text }) => text), JSON.stringify(socket.heard)].join('\n')
  // Honest use: what is the company's own is there.
  for (const own of ['Conversa nossa', 'Etiqueta nossa', 'Ajuda nossa', 'UserQueue', '"owner":{'])
    expect(everything).toContain(own)
  const row = await testApp.ctx.pool.$client<{ hash: string; token: string }[]>`
    select password_hash as hash, (select token_hash from connections where company_id = ${company.id} limit 1) as token
    from users where id = ${company.admin.id}`
  for (const secret of [
    apiKey,
    row[0]?.hash ?? '?',
    row[0]?.token ?? '?',
    token,
    'passwordHash',
    company.admin.email,
    'estranha',
    'Estranha SA'
  ])
    expect(everything).not.toContain(secret)
})

test('what a caller says of itself changes shapes and no rights', async () => {
  for (const path of [
    '/users',
    '/plans/all',
    '/companies',
    '/queue-options',
    `/companies/${stranger.id}`,
    `/companies/listPlan/${stranger.id}`
  ]) {
    const [older, ours] = [await read(path), await read(path, { [contractHeader]: contractVersion })]
    expect([path, older.status >= 400, older]).toEqual([path, true, ours])
  }
})

test('the list of tickets is the same to the byte for either', async () => {
  const ours = await read('/tickets', { [contractHeader]: contractVersion })
  expect(await read('/tickets')).toEqual(ours)
})
