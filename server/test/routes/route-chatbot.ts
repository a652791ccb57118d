// What the routes of the chatbot can be called with.
import { eq } from 'drizzle-orm'
import { queueOptions } from '#database/tables/automation/chatbot.ts'
import { makeQueue, type Company } from '../fixtures/factories.ts'
import { makeConnectionRow } from '../fixtures/make-ticket.ts'

export async function makeQueueOption(company: Company) {
  const { id: queueId } = await makeQueue(company)
  const row = { companyId: company.id, queueId, option: 1, title: 'Entrega' }
  return (await company.test.ctx.db.insert(queueOptions).values(row).returning())[0]
}

async function makeDeletedOption(company: Company) {
  const made = await makeQueueOption(company)
  if (!made) throw new Error('an option was inserted without an answer')
  await company.test.ctx.db.delete(queueOptions).where(eq(queueOptions.id, made.id))
  return { queueId: made.queueId, options: [made] }
}

export const chatbotBodies = {
  'POST /queue-options': async (company: Company) => {
    const parent = await makeQueueOption(company)
    return { title: 'Entrega', queueId: parent?.queueId, parentId: parent?.id }
  },
  'POST /queue-options/restore': makeDeletedOption,
  'PUT /queue-options/:id': async (company: Company) => ({
    title: 'Outra',
    parentId: (await makeQueueOption(company))?.id
  }),
  'POST /chatbot/try': async (company: Company) => ({
    queueId: (await makeQueue(company)).id,
    whatsappId: (await makeConnectionRow(company)).id,
    event: { type: 'text', text: 'Oi' }
  })
}
