// A company whose customers an AI prompt or an integration answers, with a stand-in for what is outside of the house.
import { createPrompt, type Prompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { createIntegration, type Integration } from '@guiche/shared/features/automation/integrations.ts'
import { listNotes } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { updateQueue } from '@guiche/shared/features/org/queues.ts'
import { createBotFixture, type BotFixture } from './bot-fixture.ts'
import type { TestApp } from './build-test-app.ts'
import type { ReceivedCall, Reply, StandIn } from './flow-stand-in.ts'
import { newCustomer, type Customer } from './inbound.ts'

export interface AutoResponderFixture extends BotFixture {
  customer: Customer
  prompt(wishes?: object): Promise<Prompt>
  integration(wishes: object): Promise<Integration>
  /** The queue of that place is answered so from now on. */
  give(queue: number, answerer: { promptId?: number; integrationId?: number }): Promise<void>
  /** What attendants read on the customer's ticket, newest first. */
  notes(): Promise<string[]>
  /** Jobs that wait for another try, or for somebody to be gone, run. */
  later(milliseconds: number): Promise<void>
}

/** One queue for each name. */
export async function createAutoResponderFixture(
  app: TestApp,
  outside: StandIn,
  queues = ['Vendas']
): Promise<AutoResponderFixture> {
  const desk = await createBotFixture(app, queues)
  const customer = newCustomer()
  const queueId = (index: number) => desk.queues[index]?.id ?? 0
  return {
    ...desk,
    customer,
    prompt: (wishes = {}) => {
      const texts = { name: 'Assistente', prompt: 'Você atende uma padaria.', apiKey: 'sk-teste' }
      const body = { ...texts, queueId: queueId(0), baseUrl: `${outside.url}/v1`, ...wishes }
      return desk.call(createPrompt, { body })
    },
    integration: (wishes) => desk.call(createIntegration, { body: { name: 'Fluxo', urlN8N: outside.url, ...wishes } }),
    give: async (index, answerer) => {
      await desk.call(updateQueue, { params: { id: queueId(index) }, body: answerer })
      await app.ctx.bus.drain()
    },
    notes: async () => {
      const { id } = await desk.ticketOf(customer)
      return (await desk.call(listNotes, { query: { ticketId: id } })).map(({ note }) => note)
    },
    later: async (milliseconds) => {
      app.clock.advance(milliseconds)
      await app.drain()
    }
  }
}

/** A model's answer. */
export function completion(content: string | null): Reply {
  return {
    body: {
      id: 'c1',
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
      usage: { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 }
    }
  }
}

/** What a model was told, as `role: content`. */
export const toldTo = ({ json }: ReceivedCall): string[] =>
  (json['messages'] as { role: string; content: string }[]).map(({ role, content }) => `${role}: ${content}`)
