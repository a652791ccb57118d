// Integrations: flows outside of the house that a connection or a queue can hand its customers to.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { givenNumber, givenText } from '../../kernel/form-fields.ts'
import { idParams, instant, isStorable, nullableId, text } from '../../kernel/ids.ts'
import { pageQuery } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { currentPassword } from '../org/users.ts'

export const integrationTypes = ['dialogflow', 'n8n', 'webhook', 'typebot'] as const
export type IntegrationType = (typeof integrationTypes)[number]
export const dialogflowLanguages = ['pt-BR', 'en', 'es'] as const

export const integrationSchema = z.object({
  id: z.number(),
  type: z.enum(integrationTypes),
  name: z.string(),
  projectName: z.string(),
  language: z.enum(dialogflowLanguages),
  /** Where the flow listens; of dialogflow the regional address, empty for the global one. */
  urlN8N: z.string(),
  typebotSlug: z.string(),
  /** Minutes of silence after which a conversation begins anew; 0 = never. */
  typebotExpires: z.number(),
  typebotKeywordFinish: z.string(),
  typebotKeywordRestart: z.string(),
  typebotRestartMessage: z.string(),
  typebotUnknownMessage: z.string(),
  /** Milliseconds between two messages. */
  typebotDelayMessage: z.number(),
  /** Key files and secrets themselves are never told. */
  hasJsonContent: z.boolean(),
  hasSecret: z.boolean(),
  companyId: z.number(),
  createdAt: instant,
  updatedAt: instant
})
export type Integration = z.infer<typeof integrationSchema>

/** Left out or empty: what is there stays. Null: it is forgotten. */
const jsonContent = text(20_000).trim().nullish()
const limits = z.number('ERR_VALIDATION').int().min(0)

export const integrationDraft = z.object({
  type: z
    .enum(integrationTypes)
    .nullish()
    .transform((type) => type ?? 'typebot'),
  name: z
    .string('Required')
    .trim()
    .min(1, 'Required')
    .min(2, 'Too Short!')
    .max(50, 'Too Long!')
    .refine(isStorable, 'ERR_VALIDATION'),
  projectName: givenText(200),
  jsonContent,
  language: z
    .union([z.literal(''), z.enum(dialogflowLanguages)])
    .nullish()
    .transform((language) => language || 'pt-BR'),
  urlN8N: givenText(2_000),
  /** What calls to n8n and webhooks are signed with. Left out or empty: it stays. Null: it is forgotten. */
  secret: text(200).trim().nullish(),
  typebotSlug: givenText(200),
  typebotExpires: givenNumber(1, limits.max(100_000)),
  typebotDelayMessage: givenNumber(1_000, limits.max(15_000)),
  typebotKeywordFinish: givenText(100),
  typebotKeywordRestart: givenText(100),
  typebotRestartMessage: givenText(4_096),
  typebotUnknownMessage: givenText(4_096)
})
export type IntegrationDraft = z.output<typeof integrationDraft>

/** Open to companies without the plan's feature, too: the dialog of queues looks here. */
export const listIntegrations = endpoint({
  method: 'GET',
  path: '/queueIntegration',
  access: 'user',
  query: pageQuery,
  response: z.object({ queueIntegrations: z.array(integrationSchema), count: z.number(), hasMore: z.boolean() }),
  summary: 'By name, 100 a page'
})
export const showIntegration = endpoint({
  method: 'GET',
  path: '/queueIntegration/:id',
  access: 'user',
  params: idParams,
  response: integrationSchema
})

/** Conversations go to where an integration leads: whoever says where is asked who they are. */
const confirmedDraft = integrationDraft.extend({ currentPassword })

/** Reading and using them needs no right of its own. */
const place = { access: 'user', permission: 'queue-integration-page:write', planFlag: 'useIntegrations' } as const

export const createIntegration = endpoint({
  ...place,
  method: 'POST',
  path: '/queueIntegration',
  body: confirmedDraft,
  response: integrationSchema,
  recentLogin: 'always',
  summary: 'Asks for the caller’s currentPassword unless they signed in within five minutes'
})
export const updateIntegration = endpoint({
  ...place,
  method: 'PUT',
  path: '/queueIntegration/:id',
  params: idParams,
  body: confirmedDraft,
  response: integrationSchema,
  recentLogin: 'sometimes',
  summary:
    'A key file or secret that is left out or empty stays, unless it would go to another host; null forgets it. Leading elsewhere asks for the caller’s currentPassword unless they signed in within five minutes'
})
export const deleteIntegration = endpoint({
  ...place,
  method: 'DELETE',
  path: '/queueIntegration/:id',
  params: idParams,
  response: z.object({ message: z.string() })
})

const sessionTrial = integrationDraft
  .pick({ projectName: true, jsonContent: true, language: true, urlN8N: true, secret: true, typebotSlug: true })
  .extend({
    /** Legacy clients try nothing else. */
    type: z
      .enum(integrationTypes)
      .nullish()
      .transform((type) => type ?? 'dialogflow'),
    /** Whose stored keys are meant where none are given. */
    id: nullableId.optional()
  })
export type SessionTrial = z.output<typeof sessionTrial>

export const testSession = endpoint({
  ...place,
  method: 'POST',
  path: '/queueIntegration/testSession',
  body: sessionTrial,
  response: z.object({
    message: z.string(),
    /** What the flow says first; empty when it says nothing. */
    answer: z.string(),
    milliseconds: z.number()
  }),
  summary: 'Asks the flow as a customer would; 400 ERR_TEST_SESSION_FAILED says why it does not answer'
})

export const integrationEvent = wireEvent(
  (companyId) => `company-${companyId}-queueIntegration`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), queueIntegration: integrationSchema }),
    z.object({ action: z.literal('delete'), integrationId: z.number() })
  ])
)
