// What the routes of AI prompts and integrations can be called with.
import { eq } from 'drizzle-orm'
import { prompts, queueIntegrations } from '#database/tables/automation/automation.ts'
import { queues } from '#database/tables/org/queues.ts'
import { makeQueue, unique, type Company } from '../fixtures/factories.ts'

/** Any queue will do: one for each call would be more than a plan has. */
async function queueIdOf(company: Company): Promise<number> {
  const known = await company.test.ctx.db.select().from(queues).where(eq(queues.companyId, company.id)).limit(1)
  return known[0]?.id ?? (await makeQueue(company)).id
}

async function makePrompt({ test, id: companyId }: Company) {
  const row = { companyId, name: `Assistente ${unique()}` }
  return { id: (await test.ctx.db.insert(prompts).values(row).returning())[0]?.id }
}

async function makeIntegration({ test, id: companyId }: Company) {
  const row = { companyId, name: `Fluxo ${unique()}`, type: 'n8n' as const }
  return { id: (await test.ctx.db.insert(queueIntegrations).values(row).returning())[0]?.id }
}

export const autoResponderParams = { '/prompt/:id': makePrompt, '/queueIntegration/:id': makeIntegration }

export const autoResponderBodies = {
  'POST /prompt': async (company: Company) => ({ name: 'Vendas', queueId: await queueIdOf(company) }),
  'PUT /prompt/:id': async (company: Company) => ({ name: 'Ajuda', queueId: await queueIdOf(company) }),
  'POST /queueIntegration': async () => ({ type: 'typebot', name: 'Menu' }),
  'POST /queueIntegration/testSession': async () => ({ projectName: 'loja', jsonContent: '{}', language: 'pt-BR' }),
  'PUT /queueIntegration/:id': async () => ({ type: 'webhook', name: 'Pedidos' })
}
