// The front door of connections: reading, creating, editing, and which one a ticket goes over.
import type { Connection, ConnectionDraft, ConnectionPatch } from '@guiche/shared/features/inbox/connections.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { checkAutoResponders } from '#features/org/plans/check-auto-responders.ts'
import { claimSeat } from '#features/org/plans/plans.service.ts'
import { ownQueueIds } from '#features/org/queues/queues.service.ts'
import type { Actor, Caller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { hashOfClientToken, mailToken } from './client-tokens.ts'
import { connectionChanged, sessionChanged } from './connections.events.ts'
import { shownTo } from './connections.policy.ts'
import * as repo from './connections.repo.ts'
import { recordConnectionAct, recordConnectionChange, recordNewConnection } from './record-connection.ts'

/** All connections of a company; QR codes for its admins only. */
export const listConnections = async (ctx: Ctx, actor: Actor, companyId: number): Promise<Connection[]> =>
  (await repo.connectionsOf(ctx.db, companyId)).map((connection) => shownTo(actor, connection))

/** Whole, for the server's own use. Errors: ERR_NO_WAPP_FOUND. */
export async function connectionById(ctx: Ctx, companyId: number, id: number): Promise<Connection> {
  const [connection] = await repo.connectionsByIds(ctx.db, companyId, [id])
  if (!connection) throw new AppError('ERR_NO_WAPP_FOUND')
  return connection
}

/** Errors: ERR_NO_WAPP_FOUND. */
export const showConnection = async (ctx: Ctx, actor: Actor, id: number): Promise<Connection> =>
  shownTo(actor, await connectionById(ctx, actor.companyId, id))

/** Tells everybody how connections look now. */
export async function connectionsTouched(tx: Ctx, companyId: number, ids: number[]): Promise<Connection[]> {
  const connections = await repo.connectionsByIds(tx.db, companyId, ids)
  for (const connection of connections) tx.bus.emit(connectionChanged, connection)
  return connections
}

/** Tells how far a connection is where that moves again and again: nobody catches up on it. */
export async function sessionTouched(tx: Ctx, { companyId, connectionId }: ConnectionRef): Promise<void> {
  const [connection] = await repo.connectionsByIds(tx.db, companyId, [connectionId])
  if (connection) tx.bus.emit(sessionChanged, connection)
}

/** Errors: ERR_NO_QUEUE_FOUND for a queue of another company, ERR_WAPP_GREETING_REQUIRED for many queues in silence. */
async function checkQueues(
  tx: Ctx,
  companyId: number,
  next: Pick<Connection, 'queueIds' | 'transferQueueId' | 'greetingMessage'>
): Promise<void> {
  await ownQueueIds(tx, companyId, [...next.queueIds, ...(next.transferQueueId === null ? [] : [next.transferQueueId])])
  if (new Set(next.queueIds).size > 1 && next.greetingMessage.trim() === '') {
    throw new AppError('ERR_WAPP_GREETING_REQUIRED', { fields: { greetingMessage: 'ERR_WAPP_GREETING_REQUIRED' } })
  }
}

/** Tells how connections look now and answers with one of them. */
async function announced(tx: Ctx, companyId: number, ids: number[], id: number): Promise<Connection> {
  const connection = (await connectionsTouched(tx, companyId, ids)).find((one) => one.id === id)
  if (!connection) throw new AppError('ERR_NO_WAPP_FOUND')
  return connection
}

/**
 * Makes a connection and asks for its session. The first one of a company becomes its default.
 * Errors: ERR_PLAN_LIMIT_CONNECTIONS with values.limit, ERR_CONNECTION_NAME_ALREADY_EXISTS, ERR_NO_QUEUE_FOUND,
 * ERR_WAPP_GREETING_REQUIRED, ERR_PLAN_FEATURE_OFF, those of `hashOfClientToken`.
 */
export async function createConnection(ctx: Ctx, caller: Caller, draft: ConnectionDraft): Promise<Connection> {
  const { actor } = caller
  const { companyId } = actor
  const { queueIds, token, ...fields } = draft
  const tokenHash = await hashOfClientToken(ctx, caller, token, null)
  const connection = await inTransaction(ctx, async (tx) => {
    checkAutoResponders(actor, draft, {})
    await claimSeat(tx, companyId, 'connections')
    await checkQueues(tx, companyId, draft)
    const isDefault = draft.isDefault || (await repo.lockConnections(tx.db, companyId)).length === 0
    const losers = isDefault ? await repo.clearDefault(tx.db, companyId, null) : []
    const id = await repo.insertConnection(tx.db, {
      ...fields,
      companyId,
      isDefault,
      ...(tokenHash === undefined ? {} : { tokenHash }),
      status: 'OPENING',
      statusReason: 'starting',
      wanted: 'running',
      generation: 1
    })
    await repo.replaceQueues(tx.db, companyId, id, queueIds)
    if (tokenHash !== undefined) await mailToken(tx, actor, draft.name)
    const made = await announced(tx, companyId, [...losers, id], id)
    recordNewConnection(tx, made)
    return made
  })
  ctx.whatsapp.wake({ companyId, connectionId: connection.id })
  return connection
}

/**
 * Changes what a patch names; the session runs on.
 * Errors: ERR_NO_WAPP_FOUND, ERR_NO_OTHER_WHATSAPP for taking the default away, and those of creation but the limit.
 */
export async function updateConnection(
  ctx: Ctx,
  caller: Caller,
  id: number,
  patch: ConnectionPatch
): Promise<Connection> {
  const { actor } = caller
  const { companyId } = actor
  const { queueIds, token, ...fields } = patch
  const stored = token === undefined ? null : await repo.tokenHashOf(ctx.db, companyId, id)
  const tokenHash = await hashOfClientToken(ctx, caller, token, stored)
  return inTransaction(ctx, async (tx) => {
    await repo.lockConnections(tx.db, companyId)
    const before = await connectionById(tx, companyId, id)
    // To choose another default is to name it: only that takes the default away from this one.
    if (before.isDefault && patch.isDefault === false) {
      throw new AppError('ERR_NO_OTHER_WHATSAPP', { fields: { isDefault: 'ERR_NO_OTHER_WHATSAPP' } })
    }
    checkAutoResponders(actor, patch, before)
    await checkQueues(tx, companyId, {
      queueIds: queueIds ?? before.queueIds,
      transferQueueId: patch.transferQueueId === undefined ? before.transferQueueId : patch.transferQueueId,
      greetingMessage: patch.greetingMessage ?? before.greetingMessage
    })
    const losers = patch.isDefault ? await repo.clearDefault(tx.db, companyId, id) : []
    await repo.updateConnectionRow(tx.db, companyId, id, {
      ...fields,
      ...(tokenHash === undefined ? {} : { tokenHash })
    })
    if (queueIds) await repo.replaceQueues(tx.db, companyId, id, queueIds)
    if (tokenHash !== undefined) {
      await mailToken(tx, actor, patch.name ?? before.name)
      recordConnectionAct(tx, before, 'connection.token-renewed')
    }
    const after = await announced(tx, companyId, [...losers, id], id)
    recordConnectionChange(tx, before, after)
    return after
  })
}

/**
 * The connection a ticket goes over: the given one, else the user's own default, else the company's.
 * Errors: ERR_NO_WAPP_FOUND for a given one that is not of the company, ERR_NO_DEF_WAPP_FOUND.
 */
export async function connectionForTicket(
  ctx: Ctx,
  actor: Pick<Actor, 'companyId' | 'connectionId'>,
  whatsappId: number | null
): Promise<repo.ConnectionKey> {
  const all = await repo.connectionKeys(ctx.db, actor.companyId)
  if (whatsappId !== null) {
    const given = all.find((one) => one.id === whatsappId)
    if (!given) throw new AppError('ERR_NO_WAPP_FOUND')
    return given
  }
  const chosen = all.find((one) => one.id === actor.connectionId) ?? all.find((one) => one.isDefault)
  if (!chosen) throw new AppError('ERR_NO_DEF_WAPP_FOUND')
  return chosen
}

/** A queue goes: no connection serves it any more. Runs in the transaction that deletes it. */
export async function releaseQueue(tx: Ctx, companyId: number, queueId: number): Promise<void> {
  const ids = await repo.connectionIdsWithQueue(tx.db, companyId, queueId)
  if (ids.length === 0) return
  await repo.clearQueue(tx.db, companyId, queueId)
  await connectionsTouched(tx, companyId, ids)
}

/** Tells how the connections of a queue look after it was renamed or recoloured. */
export function connectionsOfQueueTouched(ctx: Ctx, companyId: number, queueId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await connectionsTouched(tx, companyId, await repo.connectionIdsWithQueue(tx.db, companyId, queueId))
  })
}
