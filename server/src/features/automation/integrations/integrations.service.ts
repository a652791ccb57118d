// Rules of the integrations of queues: where they lead, and key files and secrets that nobody reads again.
import type { Integration, IntegrationDraft } from '@guiche/shared/features/automation/integrations.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isSameHost } from '@guiche/shared/kernel/same-host.ts'
import { lockRunningSession } from '#features/org/sessions/sessions.service.ts'
import type { Caller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { checkAddressField } from '#platform/outgoing/check-field.ts'
import { sealedForHost } from '#platform/secrets/sealed-text.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { integrationRemoved, integrationSaved } from './integrations.events.ts'
import * as repo from './integrations.repo.ts'
import { recordIntegration, recordIntegrationGone } from './record-integration.ts'

/** Integrations a page: the dialog of queues shows them all in one select. */
const pageSize = 100

const missing = (): AppError => new AppError('ERR_NO_INTEGRATION_FOUND')

function shown({ jsonContent, secret, createdAt, updatedAt, ...row }: repo.IntegrationRow): Integration {
  return {
    ...row,
    hasJsonContent: jsonContent !== null,
    hasSecret: secret !== null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString()
  }
}

export async function listIntegrations(
  ctx: Ctx,
  companyId: number,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number }
) {
  const search = searchParam.trim()
  const offset = (pageNumber - 1) * pageSize
  const [rows, count] = await Promise.all([
    repo.pageOfIntegrations(ctx.db, companyId, search, { offset, limit: pageSize }),
    repo.countIntegrations(ctx.db, companyId, search)
  ])
  return { queueIntegrations: rows.map(shown), count, hasMore: offset + rows.length < count }
}

/** With what is sealed. Errors: ERR_NO_INTEGRATION_FOUND. */
export async function integrationRow(ctx: Ctx, companyId: number, id: number): Promise<repo.IntegrationRow> {
  const row = await repo.findIntegration(ctx.db, companyId, id)
  if (!row) throw missing()
  return row
}

/** Errors: ERR_NO_INTEGRATION_FOUND. */
export const showIntegration = async (ctx: Ctx, companyId: number, id: number): Promise<Integration> =>
  shown(await integrationRow(ctx, companyId, id))

/** What is stored of a draft. Errors: ERR_ADDRESS_INTERNAL, ERR_ADDRESS_INVALID. */
function stored(ctx: Ctx, companyId: number, given: IntegrationDraft, before?: repo.IntegrationRow) {
  const { jsonContent, secret, ...draft } = given
  checkAddressField({ config: ctx.config, companyId }, 'urlN8N', draft.urlN8N || undefined)
  const isSame = isSameHost(before?.urlN8N, draft.urlN8N)
  return {
    ...draft,
    projectName: draft.type === 'dialogflow' ? draft.projectName : draft.name,
    ...sealedForHost(ctx, 'jsonContent', jsonContent, isSame),
    ...sealedForHost(ctx, 'secret', secret, isSame)
  }
}

/** Conversations go to another place than before, or into another account there. A secret only signs what goes there. */
function leadsElsewhere(before: repo.IntegrationRow, draft: IntegrationDraft): boolean {
  return (
    before.type !== draft.type ||
    before.urlN8N !== draft.urlN8N ||
    (draft.type === 'dialogflow' && (before.projectName !== draft.projectName || Boolean(draft.jsonContent))) ||
    (draft.type === 'typebot' && before.typebotSlug !== draft.typebotSlug)
  )
}

/** `before` is null for a new one. */
function told(tx: Ctx, before: repo.IntegrationRow | null, row: repo.IntegrationRow | undefined): Integration {
  if (!row) throw missing()
  const integration = shown(row)
  recordIntegration(tx, before, row)
  tx.bus.emit(integrationSaved, { integration, isNew: before === null })
  return integration
}

/** Errors: ERR_ADDRESS_INTERNAL, ERR_ADDRESS_INVALID, those of `confirm`. */
export async function createIntegration(ctx: Ctx, caller: Caller, draft: IntegrationDraft): Promise<Integration> {
  const { companyId, sessionId } = caller.actor
  const row = { ...stored(ctx, companyId, draft), companyId }
  await caller.confirm()
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    return told(tx, null, await repo.insertIntegration(tx.db, row))
  })
}

/**
 * Leading customers elsewhere asks who is at the keyboard.
 * Errors: ERR_NO_INTEGRATION_FOUND, ERR_ADDRESS_INTERNAL, ERR_ADDRESS_INVALID, those of `confirm`.
 */
export async function updateIntegration(
  ctx: Ctx,
  caller: Caller,
  id: number,
  draft: IntegrationDraft
): Promise<Integration> {
  const { companyId, sessionId } = caller.actor
  const isConfirmed = leadsElsewhere(await integrationRow(ctx, companyId, id), draft)
  if (isConfirmed) await caller.confirm()
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    const before = await repo.lockIntegration(tx.db, companyId, id)
    if (!before) throw missing()
    // Somebody else has changed it since: it leads elsewhere after all.
    if (!isConfirmed && leadsElsewhere(before, draft)) throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    const change = { ...stored(tx, companyId, draft, before), updatedAt: tx.now() }
    return told(tx, before, await repo.changeIntegration(tx.db, companyId, id, change))
  })
}

/** Errors: ERR_NO_INTEGRATION_FOUND. */
export function deleteIntegration(ctx: Ctx, companyId: number, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const gone = await repo.deleteIntegrationRow(tx.db, companyId, id)
    if (!gone) throw missing()
    recordIntegrationGone(tx, gone)
    tx.bus.emit(integrationRemoved, { companyId, integrationId: id })
  })
}
