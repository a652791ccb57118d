// Rules of AI prompts: their texts, their limits, the queue they hand over to, and keys that nobody reads again.
import { voiceHost, type Prompt, type PromptDraft } from '@guiche/shared/features/automation/ai-prompts.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isSameHost } from '@guiche/shared/kernel/same-host.ts'
import { lockQueue } from '#features/org/queues/queues.service.ts'
import { lockRunningSession } from '#features/org/sessions/sessions.service.ts'
import type { Caller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { checkAddressField } from '#platform/outgoing/check-field.ts'
import { sealedForHost } from '#platform/secrets/sealed-text.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { promptRemoved, promptSaved } from './ai-prompts.events.ts'
import * as repo from './ai-prompts.repo.ts'
import { recordNewPrompt, recordPromptChange, recordPromptGone } from './record-prompt.ts'

function shown({ row, queue }: repo.NamedPrompt): Prompt {
  const { apiKey, voiceKey, createdAt, updatedAt, ...prompt } = row
  return {
    ...prompt,
    queue,
    hasApiKey: apiKey !== null,
    hasVoiceKey: voiceKey !== null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString()
  }
}

/** By name. */
export const listPrompts = async (ctx: Ctx, companyId: number): Promise<Prompt[]> =>
  (await repo.promptsOf(ctx.db, companyId)).map(shown)

/** With what is sealed. Errors: ERR_NO_PROMPT_FOUND. */
export async function promptRow(ctx: Ctx, companyId: number, id: number): Promise<repo.PromptRow> {
  const found = await repo.findPrompt(ctx.db, companyId, id)
  if (!found) throw new AppError('ERR_NO_PROMPT_FOUND')
  return found.row
}

/** Errors: ERR_NO_PROMPT_FOUND. */
export async function showPrompt(ctx: Ctx, companyId: number, id: number): Promise<Prompt> {
  const found = await repo.findPrompt(ctx.db, companyId, id)
  if (!found) throw new AppError('ERR_NO_PROMPT_FOUND')
  return shown(found)
}

async function publishPrompt(tx: Ctx, companyId: number, id: number, isNew: boolean): Promise<Prompt> {
  const prompt = await showPrompt(tx, companyId, id)
  tx.bus.emit(promptSaved, { prompt, isNew })
  return prompt
}

/** What is stored of a draft. Errors: ERR_ADDRESS_INTERNAL, ERR_ADDRESS_INVALID, ERR_NO_QUEUE_FOUND. */
async function stored(tx: Ctx, companyId: number, given: PromptDraft, before?: repo.PromptRow) {
  const { apiKey, voiceKey, ...draft } = given
  const caller = { config: tx.config, companyId }
  checkAddressField(caller, 'baseUrl', draft.baseUrl || undefined)
  // A region is a word; an endpoint of one's own is an address.
  checkAddressField(caller, 'voiceRegion', draft.voiceRegion.includes(':') ? draft.voiceRegion : undefined)
  await lockQueue(tx, companyId, draft.queueId)
  const isSameModelHost = isSameHost(before?.baseUrl, draft.baseUrl)
  const isSameVoiceHost =
    before !== undefined && isSameHost(voiceHost(before.voiceRegion), voiceHost(draft.voiceRegion))
  return {
    ...draft,
    ...sealedForHost(tx, 'apiKey', apiKey, isSameModelHost),
    ...sealedForHost(tx, 'voiceKey', voiceKey, isSameVoiceHost)
  }
}

/** Another host or account hears conversations than before. */
const leadsElsewhere = (before: repo.PromptRow, { apiKey, voiceKey, baseUrl, voiceRegion }: PromptDraft): boolean =>
  Boolean(apiKey || voiceKey) || before.baseUrl !== baseUrl || voiceHost(before.voiceRegion) !== voiceHost(voiceRegion)

/** Errors: ERR_ADDRESS_INTERNAL, ERR_ADDRESS_INVALID, ERR_NO_QUEUE_FOUND, those of `confirm`. */
export async function createPrompt(ctx: Ctx, caller: Caller, draft: PromptDraft): Promise<Prompt> {
  const { companyId, sessionId } = caller.actor
  await caller.confirm()
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    const id = await repo.insertPrompt(tx.db, { ...(await stored(tx, companyId, draft)), companyId })
    recordNewPrompt(tx, await promptRow(tx, companyId, id))
    return publishPrompt(tx, companyId, id, true)
  })
}

/** Another host or key asks who is at the keyboard. Errors: ERR_NO_PROMPT_FOUND and those of creation. */
export async function updatePrompt(ctx: Ctx, caller: Caller, id: number, draft: PromptDraft): Promise<Prompt> {
  const { companyId, sessionId } = caller.actor
  const isConfirmed = leadsElsewhere(await promptRow(ctx, companyId, id), draft)
  if (isConfirmed) await caller.confirm()
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    const before = await repo.lockPrompt(tx.db, companyId, id)
    if (!before) throw new AppError('ERR_NO_PROMPT_FOUND')
    // Somebody else has changed it since: it leads elsewhere after all.
    if (!isConfirmed && leadsElsewhere(before, draft)) throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    const change = { ...(await stored(tx, companyId, draft, before)), updatedAt: tx.now() }
    await repo.changePrompt(tx.db, companyId, id, change)
    recordPromptChange(tx, before, await promptRow(tx, companyId, id))
    return publishPrompt(tx, companyId, id, false)
  })
}

/** Errors: ERR_NO_PROMPT_FOUND. */
export function deletePrompt(ctx: Ctx, companyId: number, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await repo.lockPrompt(tx.db, companyId, id)
    if (!row || !(await repo.deletePromptRow(tx.db, companyId, id))) throw new AppError('ERR_NO_PROMPT_FOUND')
    recordPromptGone(tx, row)
    tx.bus.emit(promptRemoved, { companyId, promptId: id })
  })
}

interface Counted {
  used?: { promptTokens: number; completionTokens: number; cost: number }
  ending: { kind: string } | null
}

/** Counts what a prompt has answered, what it used, and whether people had to take over. */
export async function countReply(tx: Ctx, companyId: number, id: number, { used, ending }: Counted): Promise<void> {
  const handOvers = ending?.kind === 'people' ? 1 : 0
  const answers = used && handOvers === 0 ? 1 : 0
  const { promptTokens = 0, completionTokens = 0, cost = 0 } = used ?? {}
  const isThere = await repo.addUsage(tx.db, companyId, id, {
    promptTokens,
    completionTokens,
    cost,
    answers,
    handOvers
  })
  if (isThere) await publishPrompt(tx, companyId, id, false)
}

/** A queue is about to be deleted: prompts that hand over to it hand over to nobody in particular. */
export async function releaseQueue(tx: Ctx, companyId: number, queueId: number): Promise<void> {
  const lost = await repo.takeQueueAway(tx.db, companyId, queueId)
  if (lost.length === 0) return
  const prompts = (await listPrompts(tx, companyId)).filter(({ id }) => lost.includes(id))
  for (const prompt of prompts) tx.bus.emit(promptSaved, { prompt, isNew: false })
}
