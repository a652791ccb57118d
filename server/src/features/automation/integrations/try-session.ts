// Tries an integration out: the flow is asked as a customer would ask it, and what it answers is shown.
import { randomUUID } from 'node:crypto'
import type { SessionTrial } from '@guiche/shared/features/automation/integrations.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isSameHost } from '@guiche/shared/kernel/same-host.ts'
import type { Ctx } from '#platform/ctx.ts'
import { checkAddressField } from '#platform/outgoing/check-field.ts'
import { openText, sealText } from '#platform/secrets/sealed-text.ts'
import { AutoResponderError } from '#features/automation/auto-responders/reply.ts'
import { detectIntent } from './ask-dialogflow.ts'
import { startTypebot } from './ask-typebot.ts'
import { postSigned } from './ask-webhook.ts'
import { integrationRow } from './integrations.service.ts'
import { wordsOf } from './typebot-talk.ts'

/** Characters of an answer that are shown. */
const shown = 1_000

type Secrets = { json: string; secret: string | null }

/** Keys as they were typed, else as they are stored; null: none, because it is to be forgotten. Errors: ERR_NO_INTEGRATION_FOUND, ERR_KEY_OF_OTHER_HOST. */
async function secretsOf(
  ctx: Ctx,
  companyId: number,
  { id, jsonContent, secret, urlN8N }: SessionTrial
): Promise<Secrets> {
  const row = id == null ? null : await integrationRow(ctx, companyId, id)
  const isWanted = jsonContent !== null && secret !== null && !jsonContent && !secret
  const isStored = row !== null && (row.jsonContent !== null || row.secret !== null)
  if (row && !isSameHost(row.urlN8N, urlN8N)) {
    // The keys that are stored are for another host: this one gets what is typed, or none.
    if (isWanted && isStored) throw new AppError('ERR_KEY_OF_OTHER_HOST')
    return { json: jsonContent ?? '', secret: secret ? sealText(ctx, secret) : null }
  }
  return {
    json: jsonContent === null ? '' : jsonContent || openText(ctx, row?.jsonContent ?? null),
    secret: secret ? sealText(ctx, secret) : secret === null ? null : (row?.secret ?? null)
  }
}

const greeting: Record<string, string> = { 'pt-BR': 'Olá', en: 'Hello', es: 'Hola' }

async function ask(ctx: Ctx, companyId: number, trial: SessionTrial, { json, secret }: Secrets): Promise<string> {
  const { type, projectName, language, urlN8N, typebotSlug } = trial
  const session = randomUUID()
  if (type === 'dialogflow') {
    const agent = { companyId, projectName, json, language, address: urlN8N }
    return (await detectIntent(ctx, agent, { session, text: greeting[language] ?? '' })).says.join('\n')
  }
  if (type === 'typebot') {
    return wordsOf(
      await startTypebot(ctx, { companyId, urlN8N, typebotSlug }, { name: 'Teste', number: '' })
    ).says.join('\n')
  }
  const body = JSON.stringify({ event: 'test', message: { id: session, body: greeting[language], mediaType: 'chat' } })
  return postSigned(ctx, { companyId, urlN8N, secret }, { id: session, event: 'test', body })
}

/** Errors: ERR_NO_INTEGRATION_FOUND, ERR_KEY_OF_OTHER_HOST, ERR_ADDRESS_INTERNAL, ERR_ADDRESS_INVALID, ERR_TEST_SESSION_FAILED with values.reason. */
export async function trySession(ctx: Ctx, companyId: number, trial: SessionTrial) {
  checkAddressField({ config: ctx.config, companyId }, 'urlN8N', trial.urlN8N || undefined)
  const secrets = await secretsOf(ctx, companyId, trial)
  const begun = performance.now()
  try {
    const answer = await ask(ctx, companyId, trial, secrets)
    return {
      message: 'Session tested',
      answer: answer.slice(0, shown),
      milliseconds: Math.round(performance.now() - begun)
    }
  } catch (error) {
    if (!(error instanceof AutoResponderError)) throw error
    const { failure, message: detail } = error
    const reason = [failure, detail].filter(Boolean).join(': ')
    throw new AppError('ERR_TEST_SESSION_FAILED', { values: { reason, failure, detail }, cause: error })
  }
}
