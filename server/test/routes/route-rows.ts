// Rows that routes are called with: of the board, of lists, of chats, of webhooks and of what becomes of contacts.
import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { campaignOptOuts, campaigns } from '#database/tables/outreach/campaigns.ts'
import { contactImports } from '#database/tables/inbox/contact-imports.ts'
import { contactDistinctions, contactMerges, type ContactFacts } from '#database/tables/inbox/contact-merges.ts'
import { contactListItems, contactLists } from '#database/tables/outreach/contact-lists.ts'
import { fileLists } from '#database/tables/library/file-lists.ts'
import { historyImports, historyParts } from '#database/tables/inbox/history-imports.ts'
import { chats, chatUsers } from '#database/tables/team/internal-chat.ts'
import { companyArchives } from '#database/tables/org/company-archives.ts'
import { personExports } from '#database/tables/inbox/person-exports.ts'
import { contacts } from '#database/tables/inbox/contacts.ts'
import { kanbanColumns } from '#database/tables/inbox/kanban.ts'
import { invitations } from '#database/tables/org/invitations.ts'
import { passkeys } from '#database/tables/org/second-factors.ts'
import { roles } from '#database/tables/org/roles.ts'
import { users } from '#database/tables/org/users.ts'
import { webhookDeliveries, webhooks } from '#database/tables/automation/webhooks.ts'
import { keyOfNumber } from '#features/outreach/contact-lists/contact-lists.service.ts'
import { unique, type Company } from '../fixtures/factories.ts'
import { makeConnectionRow, makeContact } from '../fixtures/make-ticket.ts'

export async function makeKanbanColumn({ test, id: companyId }: Company) {
  const row = { companyId, title: `Etapa ${unique()}`, orderIndex: unique() }
  return (await test.ctx.db.insert(kanbanColumns).values(row).returning())[0]
}

export async function makeInvitation({ test, id: companyId, admin }: Company) {
  const expiresAt = new Date(test.clock.now().getTime() + 3_600_000)
  const row = { companyId, invitedBy: admin.id, profile: 'user' as const, tokenHash: 'nobody has it', expiresAt }
  return (await test.ctx.db.insert(invitations).values(row).returning())[0]
}

/** One that nobody has. */
export async function makeRole({ test, id: companyId }: Company) {
  const row = { companyId, name: `Função ${unique()}`, permissions: ['messages:delete' as const] }
  return (await test.ctx.db.insert(roles).values(row).returning())[0]
}

export async function makeContactList({ test, id: companyId }: Company) {
  const row = { companyId, name: `Lista ${unique()}` }
  return (await test.ctx.db.insert(contactLists).values(row).returning())[0]
}

/** One that can be fetched. */
function insertArchive(
  { test, id: companyId, admin }: Company,
  row: { kind: 'export' | 'import'; status: 'done' | 'sent' }
) {
  const by = { userId: admin.id, userName: admin.name, userEmail: admin.email }
  const file = {
    name: 'Padaria',
    fileKey: `archives/${randomUUID()}.age`,
    expiresAt: new Date(Date.now() + 86_400_000)
  }
  return test.ctx.db
    .insert(companyArchives)
    .values({ ...row, ...file, ...by, companyId: row.kind === 'export' ? companyId : null })
    .returning()
}

export const makeCompanyArchive = async (company: Company) =>
  (await insertArchive(company, { kind: 'export', status: 'done' }))[0]
export const makeSentArchive = async (company: Company) =>
  (await insertArchive(company, { kind: 'import', status: 'sent' }))[0]

export async function makePersonExport(company: Company) {
  const { id: contactId } = await makeContact(company)
  const expiresAt = new Date(company.test.clock.now().getTime() + 3_600_000)
  const file = { fileKey: `c${company.id}/person-exports/${randomUUID()}.zip`, status: 'done' as const, expiresAt }
  const row = { companyId: company.id, contactId, userName: 'Ana', ...file }
  return (await company.test.ctx.db.insert(personExports).values(row).returning())[0]
}

/** What the contact is called that was made last. */
export async function nameOfNewest({ test, id }: Company): Promise<string> {
  const newest = test.ctx.db.select().from(contacts).where(eq(contacts.companyId, id)).orderBy(desc(contacts.id))
  const [row] = await newest.limit(1)
  return row?.name ?? ''
}

async function placeInList(company: Company) {
  const contactListId = (await makeContactList(company))?.id ?? 0
  return { companyId: company.id, contactListId }
}

export async function makeListItem(company: Company) {
  const number = `55219${String(unique()).padStart(8, '8')}`
  const row = { ...(await placeInList(company)), name: 'Ana Lima', number, numberKey: number }
  return (await company.test.ctx.db.insert(contactListItems).values(row).returning())[0]
}

export async function makeListImport(company: Company) {
  const place = await placeInList(company)
  const row = { ...place, fileName: 'clientes.xlsx', userName: 'Ana', status: 'done' as const }
  const [made] = await company.test.ctx.db.insert(contactImports).values(row).returning()
  return { id: place.contactListId, importId: made?.id }
}

export async function makeFileList({ test, id: companyId }: Company) {
  const row = { companyId, name: `Arquivos ${unique()}`, message: 'Veja o que preparamos.' }
  return (await test.ctx.db.insert(fileLists).values(row).returning())[0]
}

/** A merge whose undoing brings back a contact. */
export async function makeMerge(company: Company) {
  const { id: keptId, name: keptName } = await makeContact(company)
  const person = { nameSource: 'typed' as const, number: null, email: '', waAddress: null, picture: null }
  const facts: ContactFacts = { name: keptName, ...person }
  const moved = { addresses: [], ticketIds: [], extraIds: [], closed: [] }
  const gone = { ...facts, createdAt: new Date().toISOString(), extraInfo: [] }
  const snapshot = { gone, keptBefore: facts, keptAfter: facts, ...moved }
  const place = { companyId: company.id, keptId, keptName, snapshot }
  const row = { ...place, goneId: 1_000_000 + keptId, goneName: 'Ana', userName: 'Rui' }
  return (await company.test.ctx.db.insert(contactMerges).values(row).returning())[0]
}

/** A chat that the company's admin owns. */
export async function makeChat({ test, id: companyId, admin }: Company) {
  const row = { companyId, title: `Conversa ${unique()}`, ownerId: admin.id }
  const [chat] = await test.ctx.db.insert(chats).values(row).returning()
  if (chat) await test.ctx.db.insert(chatUsers).values({ companyId, chatId: chat.id, userId: admin.id })
  return chat
}

export async function makeContactImport({ test, id: companyId }: Company) {
  const row = { companyId, fileName: 'contatos.csv', userName: 'Ana', status: 'done' as const }
  return (await test.ctx.db.insert(contactImports).values(row).returning())[0]
}

export async function makeDistinction({ test, id: companyId }: Company) {
  const row = { companyId, reason: 'name' as const, userName: 'Rui' }
  return (await test.ctx.db.insert(contactDistinctions).values(row).returning())[0]
}

export async function makePasskey({ test, id: companyId, admin }: Company) {
  const key = { credentialId: `chave-${unique()}`, publicKey: '', counter: 0, transports: [], isSynced: false }
  const row = { companyId, userId: admin.id, name: 'Celular', ...key }
  return (await test.ctx.db.insert(passkeys).values(row).returning())[0]
}

/** Switched off: one that is on would take events up by itself while a test looks at the rows. */
export async function makeWebhook({ test, id: companyId }: Company) {
  const secret = test.ctx.secrets.encrypt(Buffer.from('segredo')).toString('base64')
  const place = { companyId, url: 'https://exemplo.com.br/gancho', events: ['message.created'] }
  const row = { ...place, secret, cursor: 0, active: false }
  return (await test.ctx.db.insert(webhooks).values(row).returning())[0]
}

export async function makeDelivery(company: Company) {
  const webhook = await makeWebhook(company)
  const [deliveryId, webhookId] = [randomUUID(), webhook?.id ?? 0]
  const row = { companyId: company.id, id: deliveryId, webhookId, event: 'message.created', body: '{}' }
  await company.test.ctx.db.insert(webhookDeliveries).values({ ...row, state: 'failed' })
  return { id: webhookId, deliveryId }
}

export async function makeOptOut({ test, id: companyId }: Company) {
  const number = `55119${String(unique()).padStart(8, '6')}`
  await test.ctx.db.insert(campaignOptOuts).values({ companyId, number, numberKey: keyOfNumber(number), word: 'sair' })
  return { number }
}

export async function makeCampaign({ test, id: companyId }: Company) {
  const row = { companyId, name: `Campanha ${unique()}`, messages: ['Olá!'], confirmations: [] }
  return (await test.ctx.db.insert(campaigns).values(row).returning())[0]
}

/** One that shows a QR code. */
export const makeWaitingConnection = (company: Company) =>
  makeConnectionRow(company, { wanted: 'running', status: 'qrcode' })

/** One whose phone told something that could not be imported. */
export async function makeFailedImport(company: Company) {
  const connection = await makeConnectionRow(company)
  const ref = { companyId: company.id, connectionId: connection.id }
  const { db } = company.test.ctx
  await db
    .insert(historyImports)
    .values({ ...ref, device: '1', choice: 'all', status: 'failed', failure: 'unreadable' })
  await db.insert(historyParts).values({ ...ref, ordinal: 1, notice: Buffer.alloc(1), failure: 'unreadable' })
  return connection
}

/** Somebody who never signs in. */
export async function makeUserRow({ test, id: companyId }: Company) {
  const n = unique()
  const row = { companyId, name: `Pessoa ${n}`, email: `linha${n}@empresa.test`, passwordHash: '-' }
  return (await test.ctx.db.insert(users).values(row).returning())[0]
}
