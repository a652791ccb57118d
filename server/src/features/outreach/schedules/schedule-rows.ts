// Turns rows of scheduled messages into what people see, and tells them of it.
import type { Schedule, ScheduleStatus } from '@guiche/shared/features/outreach/schedules.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { contactBriefOf } from '#features/inbox/contacts/lists/contact-rows.ts'
import type { Ctx } from '#platform/ctx.ts'
import { publicPath } from '#platform/storage/media-link.ts'
import { imageMime } from '#platform/media/small-images.ts'
import { scheduleSaved } from './schedules.events.ts'
import type { ScheduleRow, ShownRow } from './schedules.repo.ts'
import * as repo from './schedules.repo.ts'

/** The message knows more than the schedule: it may fail, be cancelled, or have gone out after all. */
export function statusOf({ schedule, delivery }: Pick<ShownRow, 'schedule' | 'delivery'>): ScheduleStatus {
  const { status } = schedule
  if (delivery === 'sent' && (status === 'ENVIADA' || status === 'ATRASADA')) return 'ENVIADA'
  if (status !== 'ENVIADA') return status
  if (delivery === 'failed') return 'ERRO'
  return delivery === 'cancelled' ? 'PULADA' : 'ENVIADA'
}

const sentAtOf = (row: ShownRow): Date | null =>
  row.schedule.sentAt ?? (statusOf(row) === 'ENVIADA' ? row.schedule.updatedAt : null)

export function scheduleOf(ctx: Ctx, row: ShownRow): Schedule {
  const { schedule, contact, userName, ticketId, ticketUuid } = row
  const { mediaKey, mediaName, userId } = schedule
  const status = statusOf(row)
  return {
    id: schedule.id,
    body: schedule.body,
    contactId: schedule.contactId,
    contact: contactBriefOf(ctx, contact),
    sendAt: schedule.sendAt.toISOString(),
    sentAt: sentAtOf(row)?.toISOString() ?? null,
    status,
    failure: status === 'ERRO' ? (schedule.failure ?? row.messageFailure) : null,
    repeat: schedule.repeat,
    mediaPath: mediaKey && publicPath(ctx, mediaKey, { name: mediaName ?? 'imagem', mime: imageMime(mediaKey) }),
    mediaName,
    userId,
    user: userId === null || userName === null ? null : { id: userId, name: userName },
    whatsappId: schedule.connectionId,
    ticketId,
    ticketUuid,
    companyId: schedule.companyId,
    createdAt: schedule.createdAt.toISOString(),
    updatedAt: schedule.updatedAt.toISOString()
  }
}

/** Errors: ERR_NO_SCHEDULE_FOUND. */
export async function shownSchedule(ctx: Ctx, companyId: number, id: number): Promise<ShownRow> {
  const [row] = await repo.shownSchedules(ctx.db, companyId, [id])
  if (!row) throw new AppError('ERR_NO_SCHEDULE_FOUND')
  return row
}

/** The same, and nobody changes it until the end of the transaction. Errors: ERR_NO_SCHEDULE_FOUND. */
export async function lockedSchedule(tx: Ctx, companyId: number, id: number): Promise<ShownRow> {
  await repo.lockSchedule(tx.db, companyId, id)
  return shownSchedule(tx, companyId, id)
}

/** Tells the company how schedules look now. */
export async function schedulesTouched(tx: Ctx, companyId: number, ids: number[], isNew = false): Promise<Schedule[]> {
  if (ids.length === 0) return []
  const touched = (await repo.shownSchedules(tx.db, companyId, ids)).map((row) => scheduleOf(tx, row))
  for (const schedule of touched) tx.bus.emit(scheduleSaved, { schedule, isNew })
  return touched
}

/** Changes one that is held, tells of it, and answers how it looks then. */
export async function changed(
  tx: Ctx,
  row: Pick<ScheduleRow, 'companyId' | 'id'>,
  change: Parameters<typeof repo.changeSchedule>[2]
): Promise<Schedule> {
  await repo.changeSchedule(tx.db, row, { ...change, updatedAt: tx.now() })
  const [schedule] = await schedulesTouched(tx, row.companyId, [row.id])
  if (!schedule) throw new AppError('ERR_NO_SCHEDULE_FOUND')
  return schedule
}
