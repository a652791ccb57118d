// One reply with Dialogflow, over its REST API: a token for the service account, then the intent of what was written.
import { createSign } from 'node:crypto'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { openText } from '#platform/secrets/sealed-text.ts'
import { AutoResponderError, type Asking, type Reply } from '#features/automation/auto-responders/reply.ts'
import { accepted, callFlow, jsonIn } from './call-flow.ts'
import type { IntegrationRow } from './integrations.repo.ts'

const scope = 'https://www.googleapis.com/auth/dialogflow'
const globalAddress = 'https://dialogflow.googleapis.com'
/** Seconds a token is asked for. */
const tokenLife = 600
/** Characters Dialogflow takes. */
const longest = 256

const keyFile = z.looseObject({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.string().default('https://oauth2.googleapis.com/token')
})

const tokenAnswer = z.looseObject({ access_token: z.string() })

const intentAnswer = z.looseObject({
  queryResult: z.looseObject({
    fulfillmentText: z.string().optional(),
    fulfillmentMessages: z
      .array(z.looseObject({ text: z.looseObject({ text: z.array(z.string()).optional() }).optional() }))
      .optional(),
    intent: z
      .looseObject({ endInteraction: z.boolean().optional(), liveAgentHandoff: z.boolean().optional() })
      .optional()
  })
})

const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signed with the account's own key. Errors: AutoResponderError for a key file that is none. */
function assertionOf(ctx: Ctx, json: string) {
  const file = keyFile.safeParse(jsonIn(json))
  if (!file.success) throw new AutoResponderError('setup', 'JSON', { isFinal: true })
  const { client_email: iss, private_key: key, token_uri: url } = file.data
  const iat = Math.floor(ctx.now().getTime() / 1_000)
  const head = `${segment({ alg: 'RS256', typ: 'JWT' })}.${segment({ iss, scope, aud: url, iat, exp: iat + tokenLife })}`
  try {
    return { url, assertion: `${head}.${createSign('RSA-SHA256').update(head).sign(key, 'base64url')}` }
  } catch (cause) {
    throw new AutoResponderError('setup', 'private_key', { isFinal: true, cause })
  }
}

function parsed<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  const read = schema.safeParse(jsonIn(text))
  if (!read.success) throw new AutoResponderError('unreadable', '')
  return read.data
}

interface Agent {
  companyId: number
  projectName: string
  json: string
  language: string
  /** Empty: the global one. */
  address: string
}

/** What Dialogflow answers to a text. Errors: AutoResponderError. */
export async function detectIntent(
  ctx: Ctx,
  { companyId, projectName, json, language, address }: Agent,
  { session, text }: { session: string; text: string }
) {
  const { url, assertion } = assertionOf(ctx, json)
  const grant = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const granted = accepted(await callFlow(ctx, { companyId, url, body: grant.toString(), headers: form }))
  const { access_token: token } = parsed(tokenAnswer, granted)
  const base = (address === '' ? globalAddress : address).replace(/\/+$/, '')
  const place = `projects/${encodeURIComponent(projectName)}/agent/sessions/${encodeURIComponent(session)}`
  const answer = await callFlow(ctx, {
    companyId,
    url: `${base}/v2/${place}:detectIntent`,
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ queryInput: { text: { text: text.slice(0, longest), languageCode: language } } })
  })
  const { queryResult } = parsed(intentAnswer, accepted(answer))
  const messages = (queryResult.fulfillmentMessages ?? []).map((message) => message.text?.text?.[0] ?? '')
  const says = (messages.some((said) => said !== '') ? messages : [queryResult.fulfillmentText ?? '']).filter(Boolean)
  return { says, isHandOver: queryResult.intent?.liveAgentHandoff === true }
}

/** Errors: AutoResponderError. */
export async function askDialogflow(ctx: Ctx, row: IntegrationRow, { ticket, messages }: Asking): Promise<Reply> {
  const { companyId, projectName, language, urlN8N: address } = row
  const agent = { companyId, projectName, language, address, json: openText(ctx, row.jsonContent) }
  const text = messages.map(({ body }) => body).join('\n')
  const { says, isHandOver } = await detectIntent(ctx, agent, { session: ticket.uuid, text })
  // An agent without a word for it has not understood.
  const why = says.length === 0 ? 'unsure' : 'asked'
  const people = { kind: 'people', why, detail: '', queueId: null, userId: null } as const
  return {
    says: says.map((said) => ({ text: said })),
    delay: 0,
    session: null,
    ending: isHandOver || says.length === 0 ? people : null
  }
}
