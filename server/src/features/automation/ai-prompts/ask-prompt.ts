// Has a model answer a customer: the history, the answer, what it used; recordings are heard and answers spoken where that
// is set up.
import type OpenAI from 'openai'
import { textOnly } from '@guiche/shared/features/automation/ai-prompts.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { recentWords } from '#features/inbox/messages/receive/read-arrivals.ts'
import type { Ctx } from '#platform/ctx.ts'
import { fetchOut } from '#platform/outgoing/call-out.ts'
import { openText } from '#platform/secrets/sealed-text.ts'
import { AutoResponderError, type Asking, type Reply } from '#features/automation/auto-responders/reply.ts'
import type { PromptRow } from './ai-prompts.repo.ts'
import { promptRow } from './ai-prompts.service.ts'
import { transcribeVoices, type Transcribe } from './transcribe-voices.ts'
import { historyOf, readAnswer, systemText, type Word } from './model-talk.ts'
import { failureOf } from './model-failure.ts'
import { spoken } from './speak-answer.ts'

/** Milliseconds a model may take to answer, and a server to write down a recording. */
const patience = 45_000
const transcriptionTimeout = 25_000
/** Bytes of an answer. */
const most = 4 * 1024 * 1024

const openAi = 'https://api.openai.com/v1'

async function clientOf(ctx: Ctx, row: PromptRow): Promise<OpenAI> {
  const apiKey = openText(ctx, row.apiKey)
  if (apiKey === '' && row.baseUrl === '') throw new AutoResponderError('setup', 'API key', { isFinal: true })
  // Two hundred files that a company without prompts never needs.
  const { default: Client } = await import('openai')
  return new Client({
    // Servers of one's own often ask for none, but the library does.
    apiKey: apiKey === '' ? 'none' : apiKey,
    baseURL: row.baseUrl === '' ? openAi : row.baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: patience,
    logLevel: 'off',
    fetch: fetchOut({ config: ctx.config, companyId: row.companyId }, { most, timeout: patience })
  })
}

/** Reasoning models of OpenAI count their tokens under another name and take no temperature. */
function limitsOf({ model, baseUrl, maxTokens, temperature }: PromptRow) {
  return baseUrl === '' && /^(o\d|gpt-5)/.test(model)
    ? { max_completion_tokens: maxTokens }
    : { max_tokens: maxTokens, temperature }
}

/** The last words of the ticket; a recording is what was understood of it. */
async function wordsOf(
  ctx: Ctx,
  row: PromptRow,
  { ticket, messages }: Asking,
  transcribe: Transcribe
): Promise<Word[]> {
  const { companyId } = row
  const recent = await recentWords(ctx, companyId, ticket.id, row.maxMessages)
  const heard = await transcribeVoices(ctx, companyId, messages, transcribe)
  const words = recent.map(({ id, body, mediaType, fromMe }): Word => ({
    role: fromMe ? 'assistant' : 'user',
    content: heard.get(id) ?? (mediaType === 'chat' ? body : `[${mediaType}] ${body}`)
  }))
  return historyOf(words, row.maxMessages)
}

function foundPrompt(ctx: Ctx, companyId: number, id: number): Promise<PromptRow> {
  return promptRow(ctx, companyId, id).catch((error: unknown) => {
    if (error instanceof AppError) throw new AutoResponderError('missing', '', { isFinal: true })
    throw error
  })
}

/** One reply. Errors: AutoResponderError. */
export async function askPrompt(ctx: Ctx, companyId: number, id: number, asking: Asking): Promise<Reply> {
  const row = await foundPrompt(ctx, companyId, id)
  const client = await clientOf(ctx, row)
  const transcribe: Transcribe = async (file) =>
    (await client.audio.transcriptions.create({ file, model: 'whisper-1' }, { timeout: transcriptionTimeout })).text
  const words = await wordsOf(ctx, row, asking, transcribe)
  const { name } = asking.ticket.contact
  const system = { role: 'system' as const, content: systemText({ ...row, name }) }
  try {
    const answer = await client.chat.completions.create({
      model: row.model,
      messages: [system, ...words],
      ...limitsOf(row)
    })
    const { text, isHandOver } = readAnswer(answer.choices[0]?.message.content)
    const { prompt_tokens: promptTokens = 0, completion_tokens: completionTokens = 0 } = answer.usage ?? {}
    const cost = (promptTokens * row.inputPrice + completionTokens * row.outputPrice) / 1_000_000
    const said = text === '' ? [] : [row.voice === textOnly ? { text } : await spoken(ctx, row, text)]
    return {
      says: said,
      delay: 0,
      session: null,
      used: { promptTokens, completionTokens, cost },
      ending: isHandOver ? { kind: 'people', why: 'unsure', detail: '', queueId: row.queueId, userId: null } : null
    }
  } catch (error) {
    throw failureOf(error)
  }
}
