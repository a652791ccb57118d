// What every route of the server can be called with, for tests that call all of them: ids of rows, bodies, queries.
// A new route with parameters needs an entry here; the permission matrix says so when one is missing.
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { messages, quickMessages } from '#database/tables/inbox/messages.ts'
import { schedules } from '#database/tables/outreach/schedules.ts'
import { ticketNotes } from '#database/tables/inbox/ticket-notes.ts'
import { tags } from '#database/tables/inbox/tickets.ts'
import { inboundJournal } from '#database/tables/inbox/whatsapp.ts'
import { makeQueue, unique, type Company } from '../fixtures/factories.ts'
import { makeConnectionRow, makeContact, makeTicket } from '../fixtures/make-ticket.ts'
import { autoResponderBodies, autoResponderParams } from './route-auto-responders.ts'
import { chatbotBodies, makeQueueOption } from './route-chatbot.ts'
import { billingBodies, billingParams } from './route-billing.ts'
import { peopleBodies, peopleParams } from './route-people.ts'
import * as rows from './route-rows.ts'

type Values = Record<string, unknown>
/** Makes the rows that it names, in `company`. */
type Make = (company: Company) => Promise<Values>

const idOf =
  (make: (company: Company) => Promise<{ id: unknown } | undefined>): Make =>
  async (company) => ({ id: (await make(company))?.id })

async function makeTag({ test, id: companyId }: Company) {
  const row = { companyId, name: `Etiqueta ${unique()}`, color: '#112233' }
  return (await test.ctx.db.insert(tags).values(row).returning())[0]
}

async function makeQuickMessage({ test, id: companyId, admin }: Company) {
  const texts = { shortcode: `atalho${unique()}`, message: 'Bom dia!' }
  const row = { companyId, userId: admin.id, ...texts, geral: true, status: true }
  return (await test.ctx.db.insert(quickMessages).values(row).returning())[0]
}

async function makeNote(company: Company) {
  const ticket = await makeTicket(company)
  const row = { companyId: company.id, ticketId: ticket.id, contactId: ticket.contactId, note: 'Uma observação' }
  return (await company.test.ctx.db.insert(ticketNotes).values(row).returning())[0]
}

async function openTicket(company: Company) {
  const connection = await makeConnectionRow(company)
  return makeTicket(company, { status: 'open', userId: company.admin.id, connectionId: connection.id })
}

async function makeMessage(company: Company) {
  const { id: ticketId, contactId, connectionId } = await openTicket(company)
  const place = { companyId: company.id, ticketId, contactId, connectionId }
  const row = { ...place, id: randomUUID(), waId: randomUUID(), fromMe: false, delivery: 'received' as const }
  return (await company.test.ctx.db.insert(messages).values(row).returning())[0]
}

async function makeInboundFailure(company: Company) {
  const connection = await makeConnectionRow(company)
  const place = { companyId: company.id, connectionId: connection.id, chat: 'chat', attrs: {} }
  const row = { ...place, plain: Buffer.from([0]), failedAt: new Date(), reason: 'ERR_INTERNAL' }
  return (await company.test.ctx.db.insert(inboundJournal).values(row).returning())[0]
}

/** One that waits for a person's word. */
async function makeSchedule(company: Company) {
  const [{ id: contactId }, connection] = [await makeContact(company), await makeConnectionRow(company)]
  const text = { body: 'Seu pedido chegou', status: 'ATRASADA' as const, repeatDay: 1, repeatMinute: 600 }
  const row = { companyId: company.id, contactId, connectionId: connection.id, sendAt: new Date(), ...text }
  return (await company.test.ctx.db.insert(schedules).values(row).returning())[0]
}

const ticketId: Make = async (company) => ({ ticketId: (await openTicket(company)).id })
const messageId: Make = async (company) => ({ messageId: (await makeMessage(company))?.id })

/** Parameters that name rows of a company, by the path up to them. */
const params: Record<string, Make> = {
  '/companies/listPlan/:companyId': async ({ id }) => ({ companyId: id }),
  '/companies/:id': async ({ id }) => ({ id }),
  '/users/:id': idOf(rows.makeUserRow),
  '/queue/:id': idOf(makeQueue),
  '/queue-options/:id': idOf(makeQueueOption),
  '/contacts/:id': idOf(makeContact),
  '/contacts/imports/:id': idOf(rows.makeContactImport),
  '/contacts/merges/:id': idOf(rows.makeMerge),
  '/contacts/distinctions/:id': idOf(rows.makeDistinction),
  '/person-exports/:id': idOf(rows.makePersonExport),
  '/company-archives/:id': idOf(rows.makeCompanyArchive),
  '/company-archives/:id/import': idOf(rows.makeSentArchive),
  '/campaigns/:id': idOf(rows.makeCampaign),
  '/campaign-opt-outs/:number': rows.makeOptOut,
  ...peopleParams,
  '/contact-lists/:id': idOf(rows.makeContactList),
  '/contact-lists/:id/imports/:importId': rows.makeListImport,
  '/contact-list-items/:id': idOf(rows.makeListItem),
  '/tickets/:id': idOf(openTicket),
  '/tickets/move/:ticketId': ticketId,
  '/tickets/u/:uuid': async (company) => ({ uuid: (await openTicket(company)).uuid }),
  '/messages/:ticketId': ticketId,
  '/messages/:messageId': messageId,
  '/tags/:id': idOf(makeTag),
  '/ticket-tags/:ticketId': ticketId,
  '/ticket-tags/:ticketId/:tagId': async (company) => ({
    ticketId: (await openTicket(company)).id,
    tagId: (await makeTag(company))?.id
  }),
  '/kanban/columns/:id': idOf(rows.makeKanbanColumn),
  '/quick-messages/:id': idOf(makeQuickMessage),
  '/files/:id': idOf(rows.makeFileList),
  '/files/uploadList/:id': idOf(rows.makeFileList),
  '/schedules/:id': idOf(makeSchedule),
  '/ticket-notes/:id': idOf(makeNote),
  '/ticket-activities/:ticketId': ticketId,
  '/ticket-drafts/:ticketId': ticketId,
  '/ticket-pins/:ticketId': ticketId,
  '/chats/:id': idOf(rows.makeChat),
  '/chats/u/:uuid': async (company) => ({ uuid: (await rows.makeChat(company))?.uuid }),
  '/whatsapp/:id': idOf(makeConnectionRow),
  '/whatsapp/:id/token': idOf(makeConnectionRow),
  '/whatsapp/:id/history-import': idOf(rows.makeFailedImport),
  '/connection-uptime/:id': idOf(makeConnectionRow),
  '/whatsappsession/:id': idOf(makeConnectionRow),
  '/whatsappsession/:id/pairing-code': idOf(rows.makeWaitingConnection),
  ...autoResponderParams,
  ...billingParams,
  '/webhooks/:id': idOf(rows.makeWebhook),
  '/webhooks/:id/deliveries/:deliveryId': rows.makeDelivery,
  '/inbound-failures/:id': idOf(makeInboundFailure)
}

/** Parameters that name nothing of anybody. */
const freeParams: Record<string, Values> = {
  '/settings/:key': { key: 'call' },
  '/plans/:id': { id: 999_999 },
  '/subscription/webhook/:type': { type: 'pix' },
  // Of everybody, so no company's: which one does not matter.
  '/announcements/:id': { id: 999_999 },
  '/helps/:id': { id: 999_999 },
  '/api/messages/:id': { id: '01890000-0000-7000-8000-000000000000' },
  '/forgetpassword/:email': { email: 'ninguem@empresa.test' },
  '/resetpasswords/:email': { email: 'ninguem@empresa.test', token: 'AAAAAA', newPassword: 'Nova-Senha-1' }
}

/** Bodies that pass validation; with ids of `company` where they take ids. */
const bodies: Record<string, Make> = {
  'PUT /ticket-drafts/:ticketId': async () => ({ text: 'Bom dia' }),
  'PUT /settings/:key': async () => ({ value: 'enabled' }),
  'POST /queue': async (_company, n = unique()) => ({ name: `Fila ${n}`, color: `#${(0x445500 + n).toString(16)}` }),
  'PUT /queue/:id': async () => ({ name: `Fila ${unique()}` }),
  'POST /plans': async () => ({ name: `Plano ${unique()}` }),
  'PUT /plans/:id': async () => ({ users: 4 }),
  'POST /companies': async () => {
    const n = unique()
    return { name: `Empresa ${n}`, email: `nova${n}@empresa.test` }
  },
  'PUT /companies/:id': async () => ({ recurrence: 'ANUAL' }),
  'PUT /companies/:id/schedules': async () => ({ schedules: [] }),
  'PUT /companies/:id/archive-schedule': async () => ({
    ...{ every: 'day', keep: 7, endpoint: 'https://s3.empresa.test', region: '', bucket: 'arquivos', folder: '' },
    ...{ accessKey: 'chave', secretKey: 'segredo' }
  }),
  'POST /contacts': async () => ({ name: 'Cliente', number: `55119${String(unique()).padStart(8, '7')}` }),
  'POST /contacts/:id/merge': async (company) => ({ contactId: (await makeContact(company)).id }),
  'POST /contacts/distinctions': async (company) => ({ reason: 'name', contactId: (await makeContact(company)).id }),
  'POST /contacts/export': async () => ({ format: 'csv' }),
  'POST /contacts/:id/consents': async () => ({ state: 'given', detail: 'Disse por telefone' }),
  'POST /contacts/:id/number': async () => ({ reason: 'Ligar para confirmar' }),
  'POST /contacts/:id/erasure': async (company) => ({ confirmation: await rows.nameOfNewest(company) }),
  'POST /company-archives': async ({ id }) => ({ companyId: id }),
  'POST /company-archives/:id/import': async () => ({ identity: 'AGE-SECRET-KEY-1' }),
  'POST /person-exports': async (company) => ({ contactId: (await makeContact(company)).id }),
  'POST /campaigns': async (company) => ({
    name: 'Ofertas de inverno',
    message1: 'Olá, {nome}!',
    contactListId: (await rows.makeContactList(company))?.id,
    whatsappId: (await makeConnectionRow(company)).id,
    fileListId: (await rows.makeFileList(company))?.id
  }),
  'PUT /campaigns/:id': async (company) => ({ contactListId: (await rows.makeContactList(company))?.id }),
  'POST /whatsappsession/:id/pairing-code': async () => ({ number: '5511987654321' }),
  'POST /campaign-opt-outs': async () => ({ number: `55119${String(unique()).padStart(8, '7')}` }),
  'POST /campaign-settings': async () => ({ settings: { messageInterval: 10 } }),
  'POST /contact-lists': async () => ({ name: 'Clientes do inverno' }),
  'PUT /contact-lists/:id': async () => ({ name: 'Clientes do verão' }),
  'POST /contact-list-items': async (company) => ({
    name: 'Ana Lima',
    number: `55119${String(unique()).padStart(8, '8')}`,
    contactListId: (await rows.makeContactList(company))?.id
  }),
  'PUT /contact-list-items/:id': async () => ({ name: 'Outro nome' }),
  'PUT /contacts/:id': async () => ({ name: 'Outro nome' }),
  'POST /tickets': async (company) => ({
    contactId: (await makeContact(company)).id,
    queueId: (await makeQueue(company)).id,
    whatsappId: (await makeConnectionRow(company)).id,
    userId: company.admin.id
  }),
  'POST /tickets/bulk': async (company) => ({
    ticketIds: [(await openTicket(company)).id],
    action: { kind: 'resolve' }
  }),
  'PUT /tickets/:id': async (company) => ({ queueId: (await makeQueue(company)).id, userId: company.admin.id }),
  'POST /messages/:ticketId': async (company) => ({
    body: 'Olá',
    quotedMsg: { id: (await makeMessage(company))?.id }
  }),
  'PUT /messages/:messageId': async () => ({ body: 'Corrigida' }),
  'POST /messages/:messageId/reaction': async () => ({ emoji: '👍' }),
  'POST /messages/:ticketId/typing': async () => ({ state: 'composing' }),
  'POST /chats': async ({ admin }) => ({ title: 'Equipe', users: [{ id: admin.id }] }),
  'PUT /chats/:id': async ({ admin }) => ({ title: 'Outro nome', users: [{ id: admin.id }] }),
  'POST /chats/:id/messages': async () => ({ message: 'Olá' }),
  'POST /announcements': async () => ({ title: 'Manutenção', text: 'No domingo, das 2 às 4 horas.' }),
  'POST /helps': async () => ({ title: 'Primeiros passos', video: 'dQw4w9WgXcQ' }),
  'PUT /helps/:id': async () => ({ title: 'Primeiros passos', video: 'dQw4w9WgXcQ' }),
  'POST /tags': async () => ({ name: `Etiqueta ${unique()}`, color: '#445566' }),
  'PUT /tags/:id': async () => ({ name: `Etiqueta ${unique()}` }),
  'POST /kanban/columns': async () => ({ title: 'Em negociação' }),
  'PUT /kanban/columns/:id': async () => ({ title: 'Fechado' }),
  'PUT /kanban/update-columns': async (company) => ({
    updatedColumns: [{ id: (await rows.makeKanbanColumn(company))?.id, newOrderIndex: 0 }]
  }),
  'PUT /tickets/move/:ticketId': async (company) => ({
    targetColumn: (await rows.makeKanbanColumn(company))?.id,
    targetIndex: 0
  }),
  'POST /files': async () => ({ name: 'Catálogos', message: 'Veja o que preparamos.' }),
  'PUT /files/:id': async () => ({ name: 'Tabelas', message: 'Veja os preços.' }),
  'POST /quick-messages': async () => ({ shortcode: 'bomdia', message: 'Bom dia!' }),
  'PUT /quick-messages/:id': async () => ({ message: 'Boa tarde!' }),
  'POST /schedules': async (company) => ({
    body: 'Seu pedido chegou',
    contactId: (await makeContact(company)).id,
    whatsappId: (await makeConnectionRow(company)).id,
    sendAt: '2199-12-31T10:00'
  }),
  'PUT /schedules/:id': async (company) => ({ contactId: (await makeContact(company)).id }),
  'POST /schedules/:id/decision': async () => ({ decision: 'skip' }),
  'POST /tags/sync': async (company) => ({
    ticketId: (await openTicket(company)).id,
    tags: [{ id: (await makeTag(company))?.id }]
  }),
  'POST /ticket-notes': async (company) => {
    const { id, contactId } = await openTicket(company)
    return { note: 'Uma observação', ticketId: id, contactId, mentions: [company.admin.id] }
  },
  'PUT /ticket-notes/mentions/read': async (company) => ({ ticketId: (await openTicket(company)).id }),
  ...autoResponderBodies,
  ...billingBodies,
  ...chatbotBodies,
  ...peopleBodies,
  'POST /webhooks': async () => ({ url: 'https://exemplo.com.br/gancho', events: ['message.created'] }),
  'PUT /webhooks/:id': async () => ({ events: ['ticket.updated'] }),
  'POST /whatsapp': async (company) => ({ name: `Linha ${unique()}`, queueIds: [(await makeQueue(company)).id] }),
  'PUT /whatsapp/:id': async (company) => ({ queueIds: [(await makeQueue(company)).id] })
}

/** Queries that ask for something of `company`. */
const queries: Record<string, Make> = {
  'GET /queue': async ({ id }) => ({ companyId: id }),
  'GET /queue-options': async (company) => ({ queueId: (await makeQueueOption(company))?.queueId }),
  'GET /invoices/all': async ({ id }) => ({ companyId: id }),
  'GET /contact-list-items': async (company) => ({ contactListId: (await rows.makeContactList(company))?.id }),
  'GET /tags': async ({ id }) => ({ companyId: id }),
  'GET /users/list': async ({ id }) => ({ companyId: id }),
  'GET /quick-messages': async ({ id, admin }) => ({ companyId: id, userId: admin.id }),
  'GET /quick-messages/list': async ({ id, admin }) => ({ companyId: id, userId: admin.id }),
  'GET /whatsapp': async ({ id }) => ({ companyId: id }),
  'GET /ticket-notes/list': async (company) => ({ ticketId: (await makeNote(company))?.ticketId }),
  'GET /ticket-notes/mentionable': async (company) => ({ ticketId: (await openTicket(company)).id }),
  'GET /tickets': async (company) => ({ showAll: true, queueIds: [(await makeQueue(company)).id] }),
  'GET /sync': async () => ({ after: 0 })
}

/** The entry whose path is the beginning of `path`, the longest first. */
function entryOf<T>(table: Record<string, T>, path: string): T | undefined {
  const key = Object.keys(table)
    .filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    .toSorted((a, b) => b.length - a.length)[0]
  return key === undefined ? undefined : table[key]
}

/** True when a path's parameters name rows of a company. */
export const namesRows = ({ path }: Endpoint): boolean => entryOf(params, path) !== undefined

/** True when everything a route needs is written down here. */
export const isKnownRoute = (endpoint: Endpoint): boolean =>
  !endpoint.path.includes('/:') || namesRows(endpoint) || entryOf(freeParams, endpoint.path) !== undefined

/** Input of a call that is about rows of `company`. */
export async function inputFor(endpoint: Endpoint, company: Company) {
  const name = `${endpoint.method} ${endpoint.path}`
  const makeParams = entryOf(params, endpoint.path)
  const takesBody = endpoint.method !== 'GET' && endpoint.body !== undefined
  return {
    params: makeParams ? await makeParams(company) : (entryOf(freeParams, endpoint.path) ?? {}),
    query: (await queries[name]?.(company)) ?? {},
    body: takesBody ? ((await bodies[name]?.(company)) ?? {}) : undefined
  }
}
