// A company that writes campaigns: a connection that is up, a list of so many people, and a campaign for them.
import { and, asc, eq } from 'drizzle-orm'
import * as contract from '@guiche/shared/features/outreach/campaigns.ts'
import { campaigns } from '#database/tables/campaigns.ts'
import { contactListItems, contactLists } from '#database/tables/contact-lists.ts'
import { messages } from '#database/tables/messages.ts'
import { receiveMessages } from '#features/inbox/messages/receive-message.ts'
import { recipientOf } from '#features/outreach/campaigns/campaign-marks.ts'
import { followMessages } from '#features/outreach/campaigns/follow-messages.ts'
import { keyOfNumber } from '#features/outreach/contact-lists/contact-lists.service.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { accepted, makeCompany } from './factories.ts'
import { inbound } from './inbound.ts'
import { makeConnectionRow } from './make-ticket.ts'

/** A server whose WhatsApp knows every number but those that end in 0000. */
export function buildCampaignApp(): Promise<TestApp> {
  return buildTestApp({
    whatsapp: {
      lookUp: async (_ref, numbers) =>
        numbers.map((asked) => ({
          asked,
          exists: !asked.endsWith('0000'),
          number: asked,
          phone: `${asked}@s.whatsapp.net`,
          lid: null
        }))
    }
  })
}

const noPauses = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }

export const numberOf = (n: number): string => `55219${80_000_001 + n}`

/** The campaign has not begun. */
export async function createCampaignFixture(
  desk: TestApp,
  count: number,
  wishes: object = {},
  settings: object = noPauses
) {
  const company = await makeCompany(desk)
  const { admin, id: companyId } = company
  const connection = await makeConnectionRow(company, { status: 'CONNECTED', isDefault: true })
  const { db } = desk.ctx
  const [list] = await db.insert(contactLists).values({ companyId, name: 'Todos', contactsCount: count }).returning()
  const contactListId = list?.id ?? 0
  const people = Array.from({ length: count }, (_, n) => {
    const number = numberOf(n)
    return { companyId, contactListId, name: `Pessoa ${n}`, number, numberKey: keyOfNumber(number) }
  })
  if (count > 0) await db.insert(contactListItems).values(people)
  await admin.call(contract.saveCampaignSettings, { body: { settings } })
  const make = async (more: object = {}) => {
    const texts = { name: 'Inverno', message1: 'Olá, {nome}!', ...wishes, ...more }
    const body = { ...texts, contactListId, whatsappId: connection.id }
    return accepted(desk, await admin.call(contract.createCampaign, { body })).id
  }
  const hear = (n: number, text: string) => {
    const customer = { number: numberOf(n), lid: String(800_000_000_000 + companyId * 1000 + n), name: `Pessoa ${n}` }
    return receiveMessages(desk.ctx, { companyId, connectionId: connection.id }, [
      inbound(customer, text, { sentAt: desk.clock.now() })
    ])
  }
  // That the company has no campaign is known by now, and is no longer true a moment later.
  await hear(999, 'Bom dia')
  const id = await make()
  return {
    company,
    companyId,
    connection,
    id,
    make,
    show: async (which = id) => accepted(desk, await admin.call(contract.showCampaign, { params: { id: which } })),
    status: async () => (await db.select().from(campaigns).where(eq(campaigns.id, id)))[0]?.status,
    move: (endpoint: typeof contract.startCampaign, which = id) => admin.call(endpoint, { params: { id: which } }),
    /** What became of a message that was handed over. */
    outcome: async (message: typeof messages.$inferSelect | undefined, change: object) => {
      if (!message) throw new Error('there is no such message')
      await db.update(messages).set(change).where(eq(messages.id, message.id))
      await followMessages(desk.ctx, companyId, [recipientOf(message.clientId) ?? 0])
    },
    /** A person of the list writes; what follows of it is still to be done. */
    hear,
    /** A person of the list writes back. */
    answer: async (n: number, text: string) => {
      await hear(n, text)
      await desk.drain()
    },
    written: () =>
      db
        .select()
        .from(messages)
        .where(and(eq(messages.companyId, companyId), eq(messages.fromMe, true)))
        .orderBy(asc(messages.seq))
  }
}
