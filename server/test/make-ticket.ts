// Rows of the inbox that tests start from: a contact with a ticket, without WhatsApp having brought them.
import { renewToken } from '@guiche/shared/features/inbox/connection-token.ts'
import { connections } from '#database/tables/connections.ts'
import { contacts } from '#database/tables/contacts.ts'
import { tickets } from '#database/tables/tickets.ts'
import { unique, type Company } from './factories.ts'

type Wishes = Partial<Pick<typeof tickets.$inferInsert, 'status' | 'queueId' | 'userId' | 'connectionId' | 'contactId'>>

/** A contact with a number of its own. */
export async function makeContact({ test, id: companyId }: Company) {
  const n = unique()
  const [contact] = await test.ctx.db
    .insert(contacts)
    .values({ companyId, name: `Cliente ${n}`, number: `55119${String(n).padStart(8, '0')}` })
    .returning()
  if (!contact) throw new Error('no contact was made')
  return contact
}

/** A connection as a row alone: nothing wants it to run. */
export async function makeConnectionRow(
  { test, id: companyId }: Company,
  wishes: Partial<typeof connections.$inferInsert> = {}
) {
  const n = unique()
  const [connection] = await test.ctx.db
    .insert(connections)
    .values({ companyId, name: `Linha ${n}`, ...wishes })
    .returning()
  if (!connection) throw new Error('no connection was made')
  return connection
}

/** Makes the token with which a program calls over a connection. */
export async function giveToken({ admin }: Pick<Company, 'admin'>, id: number): Promise<string> {
  const answer = await admin.call(renewToken, { params: { id }, body: { currentPassword: admin.password } })
  if (answer.status !== 200) throw new Error(answer.raw.body)
  return answer.body.token
}

/** A waiting ticket of a new contact, unless told otherwise. */
export async function makeTicket(company: Company, wishes: Wishes = {}) {
  const contactId = wishes.contactId ?? (await makeContact(company)).id
  const [ticket] = await company.test.ctx.db
    .insert(tickets)
    .values({ companyId: company.id, ...wishes, contactId })
    .returning()
  if (!ticket) throw new Error('no ticket was made')
  return ticket
}
