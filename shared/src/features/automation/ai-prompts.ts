// AI prompts: what a connection or a queue can be answered by, the model behind it, and what it has cost so far.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { givenNumber, givenText } from '../../kernel/form-fields.ts'
import { idParams, instant, isStorable, text } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { currentPassword } from '../org/users.ts'

/** Answers are written. */
export const textOnly = 'texto'
/** The neural voices of Brazilian Portuguese that Azure speaks with. */
export const neuralVoices = [
  'pt-BR-FranciscaNeural',
  'pt-BR-AntonioNeural',
  'pt-BR-BrendaNeural',
  'pt-BR-DonatoNeural',
  'pt-BR-ElzaNeural',
  'pt-BR-FabioNeural',
  'pt-BR-GiovannaNeural',
  'pt-BR-HumbertoNeural',
  'pt-BR-JulioNeural',
  'pt-BR-LeilaNeural',
  'pt-BR-LeticiaNeural',
  'pt-BR-ManuelaNeural',
  'pt-BR-NicolauNeural',
  'pt-BR-ValerioNeural',
  'pt-BR-YaraNeural'
] as const

/** Where the key of a voice is sent: every region is Azure's own host (empty), an endpoint of one's own is another. */
export function voiceHost(region: string): string {
  return region.includes(':') ? region : ''
}

/** What a prompt begins with. */
export const promptDefaults = {
  maxTokens: 100,
  temperature: 1,
  maxMessages: 10,
  model: 'gpt-4o-mini',
  voice: textOnly
} as const

export const promptSchema = z.object({
  id: z.number(),
  name: z.string(),
  prompt: z.string(),
  voice: z.string(),
  voiceRegion: z.string(),
  maxTokens: z.number(),
  temperature: z.number(),
  maxMessages: z.number(),
  model: z.string(),
  /** Where the model answers; empty for OpenAI's own. */
  baseUrl: z.string(),
  /** US dollars for a million tokens. */
  inputPrice: z.number(),
  outputPrice: z.number(),
  queueId: z.number().nullable(),
  queue: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Keys themselves are never told. */
  hasApiKey: z.boolean(),
  hasVoiceKey: z.boolean(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  totalTokens: z.number(),
  /** US dollars, by the prices of the time. */
  cost: z.number(),
  answers: z.number(),
  /** Conversations that were given to people. */
  handOvers: z.number(),
  companyId: z.number(),
  createdAt: instant,
  updatedAt: instant
})
export type Prompt = z.infer<typeof promptSchema>

const mandatory = 'Obrigatório'
const amount = z.number('ERR_VALIDATION')
/** Left out or empty: the key that is there stays. Null: it is forgotten. */
const key = text(500).trim().nullish()
export const promptDraft = z.object({
  name: z.string(mandatory).trim().min(1, mandatory).max(100, 'Too Long!').refine(isStorable, 'ERR_VALIDATION'),
  prompt: givenText(20_000),
  voice: givenText(60).transform((value) => value || textOnly),
  voiceKey: key,
  voiceRegion: givenText(500),
  maxTokens: givenNumber(promptDefaults.maxTokens, amount.int().min(1).max(32_000)),
  temperature: givenNumber(promptDefaults.temperature, amount.min(0).max(2)),
  apiKey: key,
  queueId: givenNumber(0, amount.int('Informe o setor').min(1, 'Informe o setor').max(Number.MAX_SAFE_INTEGER)),
  maxMessages: givenNumber(promptDefaults.maxMessages, amount.int().min(1).max(100)),
  model: givenText(100).transform((value) => value || promptDefaults.model),
  baseUrl: givenText(500),
  inputPrice: givenNumber(0, amount.min(0).max(100_000)),
  outputPrice: givenNumber(0, amount.min(0).max(100_000))
})
export type PromptDraft = z.output<typeof promptDraft>

/** Open to companies without the plan's feature, too: the dialogs of connections and queues look here. */
export const listPrompts = endpoint({
  method: 'GET',
  path: '/prompt',
  access: 'user',
  response: z.object({ prompts: z.array(promptSchema) }),
  summary: 'By name'
})
export const showPrompt = endpoint({
  method: 'GET',
  path: '/prompt/:id',
  access: 'user',
  params: idParams,
  response: promptSchema
})

/** Conversations go to the model of a prompt: whoever says which, and on whose account, is asked who they are. */
const confirmedDraft = promptDraft.extend({ currentPassword })

/** Reading and using them needs no right of its own. */
const place = { access: 'user', permission: 'prompts-page:write', planFlag: 'useOpenAi' } as const

export const createPrompt = endpoint({
  ...place,
  method: 'POST',
  path: '/prompt',
  body: confirmedDraft,
  response: promptSchema,
  recentLogin: 'always',
  summary: 'Asks for the caller’s currentPassword unless they signed in within five minutes'
})
export const updatePrompt = endpoint({
  ...place,
  method: 'PUT',
  path: '/prompt/:id',
  params: idParams,
  body: confirmedDraft,
  response: promptSchema,
  recentLogin: 'sometimes',
  summary:
    'A key that is left out or empty stays as it is, unless it would go to another host; null forgets it. Another host or key asks for the caller’s currentPassword unless they signed in within five minutes'
})
export const deletePrompt = endpoint({
  ...place,
  method: 'DELETE',
  path: '/prompt/:id',
  params: idParams,
  response: z.object({ message: z.string() })
})

export const promptEvent = wireEvent(
  (companyId) => `company-${companyId}-prompt`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), prompt: promptSchema }),
    z.object({ action: z.literal('delete'), promptId: z.number() })
  ])
)
