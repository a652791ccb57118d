// A day of an admin with AtendeChat's console: what its screens of settings ask, send and read.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showCompany } from '@guiche/shared/features/org/companies.ts'
import { buildTestApp, testSuper, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, signInSuper, type Company } from '#test/fixtures/factories.ts'
import { makeContact } from '#test/fixtures/make-ticket.ts'
import { boardQueues, formWith, isLetIn, olderClient, pixel, type OlderClient } from './older-client.ts'

let app: TestApp
let company: Company
let client: OlderClient

const timed = { createdAt: expect.any(String), updatedAt: expect.any(String) }
/** What its pages ask for. */
const page = { query: { searchParam: '', pageNumber: 1 } }

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
  company = await makeCompany(app)
  client = olderClient(app, company.admin.email, company.admin.password)
  expect(isLetIn(await client.login(), app.clock.now())).toBe(true)
})
afterAll(() => app.close())

test('tags: counts are texts and rows, and changes are told under the name of users', async () => {
  const socket = await client.listen()
  const tag = await client.call('POST', '/tags', { body: { name: 'Entrega', color: '#00ff00', kanban: 0 } })
  await client.call('PUT', `/tags/${tag.id}`, { body: { ...tag, name: 'Entregas' } })
  const told = await client.heard(socket, 'user')
  expect(told.map(({ action }) => action)).toEqual(['create', 'update'])
  expect(told[1]).toMatchObject({ tag: { ...timed, name: 'Entregas' }, tags: { id: tag.id } })
  const { tags, count } = await client.call('GET', '/tags/', page)
  expect(tags).toMatchObject([{ ...timed, id: tag.id, companyId: company.id, ticketsCount: '0' }])
  expect(count).toEqual([{ id: tag.id, count: '0' }])
  await client.call('GET', `/tags/${tag.id}`)
  await client.call('DELETE', `/tags/${tag.id}`)
  expect((await client.heard(socket, 'user')).at(-1)).toMatchObject({ action: 'delete', tagId: tag.id })
})

test('quick messages, with a file that the browser has no type for, at an address that can be fetched as it stands', async () => {
  const body = { shortcode: 'oi', message: 'Olá!', isMedia: true, mediaPath: 'foto.png', geral: false, status: false }
  const { id } = await client.call('POST', '/quick-messages', { body })
  const form = formWith('file', 'foto.png', pixel, [['typeArch', 'quickMessage']])
  await client.call('POST', `/quick-messages/${id}/media-upload`, { form })
  const query = { ...page.query, userId: client.user().id }
  const { records } = await client.call('GET', '/quick-messages', { query })
  expect(records).toMatchObject([{ ...timed, id, companyId: company.id, mediaName: 'foto.png' }])
  const { pathname } = new URL(records[0].mediaPath)
  const file = await fetch(`${app.url}${pathname}`)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(await client.call('GET', '/quick-messages/list', { query: { companyId: company.id } })).toMatchObject([timed])
})

test('queues with options, whose numbers are texts, connections with their prompt, users with their queues', async () => {
  const socket = await client.listen()
  const queueBody = {
    name: 'Vendas',
    color: '#e03131',
    greetingMessage: 'Oi',
    orderQueue: '',
    integrationId: '',
    promptId: false
  }
  const queue = await client.call('POST', '/queue', { body: queueBody })
  const draft = { title: 'Horários', message: 'Das 8 às 18', option: 1, queueId: queue.id, parentId: null }
  const option = await client.call('POST', '/queue-options', { body: draft })
  expect(option.option).toBe('1')
  const query = { queueId: queue.id, parentId: -1 }
  expect(await client.call('GET', '/queue-options', { query })).toMatchObject([
    { id: option.id, option: '1', parentId: null }
  ])
  await client.call('PUT', `/queue-options/${option.id}`, { body: { ...option, title: 'Horário' } })

  const prompt = {
    name: 'Ajuda',
    prompt: 'Ajude',
    apiKey: 'sk-secret',
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10
  }
  const { id: promptId } = await client.call('POST', '/prompt', {
    body: { ...prompt, voice: 'texto', queueId: queue.id }
  })
  const form = {
    name: 'Loja',
    isDefault: true,
    greetingMessage: 'Olá',
    queueIds: [queue.id],
    promptId,
    provider: 'beta'
  }
  const more = {
    token: '',
    expiresTicket: 0,
    timeUseBotQueues: 0,
    maxUseBotQueues: 3,
    transferQueueId: null,
    timeToTransfer: ''
  }
  const made = await client.call('POST', '/whatsapp', { body: { ...form, ...more } })
  const phone = { battery: null, plugged: null, farewellMessage: '', prompt: { id: promptId, name: 'Ajuda' } }
  expect(made).toMatchObject(phone)
  const connections = await client.call('GET', '/whatsapp/', { query: { session: 0 } })
  expect(connections).toMatchObject([{ ...phone, id: made.id, queues: [{ id: queue.id }] }])
  const shown = await client.call('GET', `/whatsapp/${made.id}`, { query: { session: 0 } })
  await client.call('PUT', `/whatsapp/${made.id}`, { body: { ...shown, token: undefined, promptId: false } })
  const told = (await client.heard(socket, `company-${company.id}-whatsapp`)).at(-1)
  expect(told.whatsapp).toMatchObject({ ...phone, prompt: null })

  const body = {
    name: 'Bia Souza',
    email: 'bia@empresa.test',
    password: 'Senha-123',
    profile: 'user',
    allTicket: 'desabled'
  }
  const user = await client.call('POST', '/users', { body: { ...body, whatsappId: false, queueIds: [queue.id] } })
  expect(user).toMatchObject({ company: { id: company.id, name: company.name }, whatsappId: null })
  const { users } = await client.call('GET', '/users/', page)
  expect(boardQueues(users.find(({ id }: { id: number }) => id === user.id))).toEqual([queue.id])
  await client.call('GET', `/users/${user.id}`)
  await client.call('PUT', `/users/${user.id}`, { body: { ...user, password: '', whatsappId: '', queueIds: [] } })
  await client.call('DELETE', `/users/${user.id}`)
})

test('settings, plan, hours, invoices and announcements', async () => {
  const socket = await client.listen()
  const settings = await client.call('GET', '/settings')
  expect(new Set(settings.map(({ id }: { id: number }) => id)).size).toBe(settings.length)
  expect(settings[0]).toMatchObject({ ...timed, companyId: company.id })
  const saved = await client.call('PUT', '/settings/userRating', { body: { key: 'userRating', value: 'enabled' } })
  expect(saved).toMatchObject({ ...timed, id: settings.find(({ key }: { key: string }) => key === 'userRating').id })
  expect(await client.heard(socket, `company-${company.id}-settings`)).toMatchObject([{ setting: saved }])
  const { plan, dueDate } = await client.call('GET', `/companies/listPlan/${company.id}`)
  expect({ plan, dueDate }).toMatchObject({ plan: { ...timed, useKanban: true }, dueDate: expect.any(String) })
  expect(await client.call('GET', '/plans/list')).toContainEqual(expect.objectContaining({ id: plan.id, ...timed }))
  const { schedules } = await client.call('GET', `/companies/${company.id}`)
  await client.call('PUT', `/companies/${company.id}/schedules`, { body: { id: company.id, schedules } })
  await client.call('GET', '/auth/me')
  expect(Array.isArray(await client.call('GET', '/invoices/all', page))).toBe(true)

  const owner = olderClient(app, testSuper.email, testSuper.password)
  // Its own company is paid for for ever: a date all the same.
  expect(isLetIn(await owner.login(), app.clock.now())).toBe(true)
  const news = await owner.listen()
  const text = { title: 'Manutenção', text: 'Domingo às 3h', priority: 1, status: true }
  const { id } = await owner.call('POST', '/announcements', { body: text })
  await owner.call('POST', `/announcements/${id}/media-upload`, { form: formWith('file', 'aviso', pixel) })
  for (const [who, line] of [
    [client, socket],
    [owner, news]
  ] as const) {
    expect(await who.heard(line, 'company-announcement')).toMatchObject([
      { record: { id } },
      { record: { mediaName: 'aviso' } }
    ])
  }
  const { records } = await client.call('GET', '/announcements/', page)
  expect(records).toMatchObject([{ id, priority: 1, title: 'Manutenção' }])
  const fresh = await owner.call('POST', '/companies', {
    body: { name: 'Nova Loja', email: 'nova@loja.test', dueDate: '', recurrence: '' }
  })
  expect(fresh).toMatchObject({
    dueDate: expect.any(String),
    settings: expect.arrayContaining([expect.objectContaining(timed)])
  })
  // Nobody gave it a plan: its menus read the flags of one all the same.
  expect((await owner.call('GET', `/companies/listPlan/${fresh.id}`)).plan).toMatchObject({ useKanban: true, name: '' })
  // The form sends the date back that it was given: still none.
  await owner.call('PUT', `/companies/${fresh.id}`, {
    body: { name: 'Nova Loja', dueDate: fresh.dueDate.slice(0, 10) }
  })
  const again = await signInSuper(app)
  expect((await again.call(showCompany, { params: { id: fresh.id } })).body.dueDate).toBeNull()
})

test('a schedule and a file list with files that the browser has no type for', async () => {
  const contact = await makeContact(company)
  await client.call('GET', '/contacts/list', { query: { companyId: company.id } })
  const sendAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
  const body = {
    body: 'Seu bolo está pronto',
    contactId: contact.id,
    sendAt,
    sentAt: '',
    userId: client.user().id,
    whatsappId: ''
  }
  const { id } = await client.call('POST', '/schedules', { body })
  await client.call('POST', `/schedules/${id}/media-upload`, { form: formWith('file', 'bolo.png', pixel) })
  const { schedules } = await client.call('GET', '/schedules/', page)
  expect(schedules).toMatchObject([{ id, mediaName: 'bolo.png', contact: { name: contact.name } }])
  await client.call('DELETE', `/schedules/${id}/media-upload`)

  const options = [{ id: '', name: 'Cardápio', path: '', mediaType: '' }]
  const list = await client.call('POST', '/files', { body: { name: 'Cardápios', message: 'Veja', options } })
  const form = formWith('files', 'menu', Buffer.from('%PDF-1.4\n%%EOF'), [
    ['fileId', list.id],
    ['typeArch', 'fileList'],
    ['mediaType', ''],
    ['name', 'Cardápio'],
    ['id', list.options[0].id]
  ])
  await client.call('POST', `/files/uploadList/${list.id}`, { form })
  const { files } = await client.call('GET', '/files/', page)
  expect(files[0].options).toMatchObject([{ fileName: 'menu', mediaType: 'application/pdf' }])
})
