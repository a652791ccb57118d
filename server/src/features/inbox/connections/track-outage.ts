// Keeps when a connection had no WhatsApp, as its status moves, and sees that somebody is told.
import type { ConnectionReason } from '@guiche/shared/features/inbox/connections.ts'
import type { OutageReason } from '@guiche/shared/features/inbox/connection-uptime.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { ConnectionRef, StatusReport } from '#platform/whatsapp-port.ts'
import * as repo from './outages.repo.ts'
import { beginWatch, type SessionRow } from './connection-status.repo.ts'
import { lookAtOutage, lookAtReturn } from './connections.jobs.ts'

/** Milliseconds in which a session that tries again is given time before anybody is told. */
const grace = 5 * 60_000
/** Milliseconds for which it has to be back before that is said. */
export const calm = 60_000
/** Milliseconds within which a further break belongs to the one before. */
const nearness = 5 * 60_000

/** Ends of a session after which it does not try again. */
const ends = new Set<OutageReason | null>(['logged-out', 'replaced', 'banned', 'refused'])
const troubles = new Set<OutageReason | null>([...ends, 'network', 'no-answer', 'server-down'])

/** A busy server refuses a session that goes on trying, too: only one that has stopped has come to its end. */
const outageReasonOf = ({ status, reason }: Pick<StatusReport, 'status' | 'reason'>): ConnectionReason | null =>
  ends.has(reason) && status !== 'DISCONNECTED' ? 'no-answer' : reason

/** Null where a reason says nothing about it: the session is on its way. */
function kindOf(reason: ConnectionReason | null): repo.OutageRow['kind'] | null {
  if (reason === 'stopped') return 'paused'
  return troubles.has(reason) ? 'outage' : null
}

/** Breaks of one cause are one outage; whatever a session says while it tries again is one. */
const causeOf = (reason: OutageReason | null): OutageReason =>
  reason !== null && (ends.has(reason) || reason === 'server-down') ? reason : 'network'

interface Break {
  kind: repo.OutageRow['kind']
  number: string | null
  since: Date
  reason: OutageReason | null
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)

/** Looks at the outage when it is due: at once where nothing is tried any more. */
async function planLook(tx: Ctx, ref: ConnectionRef, dueAt: Date, isEnd: boolean): Promise<void> {
  const singletonKey = `${ref.companyId}:${ref.connectionId}:${isEnd ? 'ended' : 'tries'}`
  const look = { ...ref, ...(isEnd ? { endedAt: tx.now() } : {}) }
  await tx.jobs.add(tx, lookAtOutage, look, { startAfter: dueAt, singletonKey })
}

const dueOf = (tx: Ctx, reason: OutageReason | null): Date =>
  ends.has(reason) ? tx.now() : new Date(tx.now().getTime() + grace)

async function begin(
  tx: Ctx,
  ref: ConnectionRef,
  last: repo.OutageRow | null,
  { kind, number, since, reason }: Break
): Promise<void> {
  const brokeAt = last?.endedAt ? later(since, last.endedAt) : since
  const dueAt = kind === 'outage' ? dueOf(tx, reason) : null
  const isNear = last?.endedAt && brokeAt.getTime() - last.endedAt.getTime() <= nearness
  const isAlike = last?.kind === kind && causeOf(last.reason) === causeOf(reason)
  if (last && isNear && isAlike && kind === 'outage') {
    const told = troubles.has(reason) ? reason : last.reason
    await repo.changeOutage(tx.db, last, { endedAt: null, brokeAt, breaks: last.breaks + 1, reason: told, dueAt })
  } else {
    // Who was not told yet that it was back still believes it lost.
    const { toldAt, toldFrom } = kind === 'outage' && last?.kind === 'outage' ? last : { toldAt: null, toldFrom: null }
    const told = toldFrom === null ? {} : { toldAt, toldFrom }
    if (last && toldFrom !== null) await repo.changeOutage(tx.db, last, { toldFrom: null })
    await repo.insertOutage(tx.db, { ...ref, kind, number, reason, beganAt: brokeAt, brokeAt, dueAt, ...told })
  }
  if (dueAt) await planLook(tx, ref, dueAt, ends.has(reason))
}

async function end(tx: Ctx, outage: repo.OutageRow, endedAt: Date): Promise<void> {
  const lostMs = outage.lostMs + Math.max(0, endedAt.getTime() - outage.brokeAt.getTime())
  await repo.changeOutage(tx.db, outage, { endedAt, lostMs })
}

/** It is known better now why. */
async function learn(tx: Ctx, ref: ConnectionRef, open: repo.OutageRow, reason: OutageReason | null): Promise<void> {
  if (!troubles.has(reason) || reason === open.reason) return
  const isEnd = ends.has(reason)
  await repo.changeOutage(tx.db, open, { reason, ...(isEnd ? { dueAt: tx.now() } : {}) })
  if (isEnd) await planLook(tx, ref, tx.now(), true)
}

async function leave(tx: Ctx, ref: ConnectionRef, before: SessionRow, reason: ConnectionReason | null) {
  const last = await repo.lockLastOutage(tx.db, ref)
  const open = last?.endedAt === null ? last : null
  const kind = kindOf(reason) ?? open?.kind ?? 'outage'
  if (open?.kind === kind) return learn(tx, ref, open, reason)
  const now = tx.now()
  if (open) await end(tx, open, now)
  // A session that somebody had to start anew was lost with the server that ran it.
  const away = before.status === 'CONNECTED' && kindOf(reason) === null ? before.awaySince : null
  const { number } = before
  const start = away ? { since: away, reason: 'server-down' as const } : { since: now, reason }
  await begin(tx, ref, open ? { ...open, endedAt: now } : last, { kind, number, ...start })
}

async function comeBack(tx: Ctx, ref: ConnectionRef): Promise<void> {
  const last = await repo.lockLastOutage(tx.db, ref)
  if (last?.endedAt !== null) return
  const now = tx.now()
  await end(tx, last, now)
  if (last.toldFrom === null) return
  const look = { companyId: ref.companyId, absenceId: last.id }
  await tx.jobs.add(tx, lookAtReturn, look, { startAfter: new Date(now.getTime() + calm) })
}

/** Follows a report in the transaction that stores it; what was before the first minute with WhatsApp is no outage. */
export async function trackOutage(
  tx: Ctx,
  ref: ConnectionRef,
  before: SessionRow,
  report: Pick<StatusReport, 'status' | 'reason'>
): Promise<void> {
  if (report.status === 'CONNECTED') {
    if (before.watchedFrom === null) await beginWatch(tx.db, ref, tx.now())
    else if (before.status !== 'CONNECTED') await comeBack(tx, ref)
  } else if (before.watchedFrom !== null) await leave(tx, ref, before, outageReasonOf(report))
}
