// What answers without a person besides the chatbot: AI prompts, and integrations of queues.
import { sql } from 'drizzle-orm'
import { bigint, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from '../org/companies.ts'

function ofCompany() {
  return ref('company_id')
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })
}

const words = (name: string, fallback = '') => text(name).notNull().default(fallback)
const tokens = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)
const dollars = (name: string) => doublePrecision(name).notNull().default(0)

/**
 * `prompt_id` and `integration_id` of connections, queues and tickets become null when what they name is deleted.
 * Keys are sealed with the application's secret, base64.
 */
export const prompts = pgTable(
  'prompts',
  {
    companyId: ofCompany(),
    id: rowId(),
    name: text('name').notNull(),
    prompt: words('prompt'),
    voice: words('voice', 'texto'),
    voiceKey: text('voice_key'),
    voiceRegion: words('voice_region'),
    maxTokens: integer('max_tokens').notNull().default(100),
    temperature: doublePrecision('temperature').notNull().default(1),
    maxMessages: integer('max_messages').notNull().default(10),
    apiKey: text('api_key'),
    model: words('model', 'gpt-4o-mini'),
    baseUrl: words('base_url'),
    inputPrice: dollars('input_price'),
    outputPrice: dollars('output_price'),
    /** No foreign key: queues name prompts by one, and tables cannot refer to each other in a circle. */
    queueId: ref('queue_id'),
    promptTokens: tokens('prompt_tokens'),
    completionTokens: tokens('completion_tokens'),
    totalTokens: tokens('total_tokens'),
    cost: dollars('cost'),
    answers: integer('answers').notNull().default(0),
    handOvers: integer('hand_overs').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('prompts_by_name').on(t.companyId, sql`lower(${t.name})`, t.id)
  ]
)

export const queueIntegrations = pgTable(
  'queue_integrations',
  {
    companyId: ofCompany(),
    id: rowId(),
    type: text('type', { enum: ['dialogflow', 'n8n', 'webhook', 'typebot'] }).notNull(),
    name: text('name').notNull(),
    projectName: words('project_name'),
    jsonContent: text('json_content'),
    language: text('language', { enum: ['pt-BR', 'en', 'es'] })
      .notNull()
      .default('pt-BR'),
    urlN8N: words('url_n8n'),
    secret: text('secret'),
    typebotSlug: words('typebot_slug'),
    typebotExpires: integer('typebot_expires').notNull().default(1),
    typebotDelayMessage: integer('typebot_delay_message').notNull().default(1000),
    typebotKeywordFinish: words('typebot_keyword_finish'),
    typebotKeywordRestart: words('typebot_keyword_restart'),
    typebotRestartMessage: words('typebot_restart_message'),
    typebotUnknownMessage: words('typebot_unknown_message'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('queue_integrations_by_name').on(t.companyId, sql`lower(${t.name})`, t.id)
  ]
)
