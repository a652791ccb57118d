// Rules of scheduled messages: listing, writing, moving and deleting them, and the image that goes with one.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { anchorOf } from '@guiche/shared/features/outreach/repetition.ts'
import { momentIn } from '@guiche/shared/features/outreach/schedule-moment.ts'
import {
  largestScheduleImage,
  type Schedule,
  type ScheduleDraft,
  type SchedulePatch
} from '@guiche/shared/features/outreach/schedules.ts'
import { seesNumbers } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isUsableYear } from '@guiche/shared/kernel/zoned-time.ts'
import { withinStorage } from '#features/org/quotas/within-storage.ts'
import { connectionForTicket } from '#features/inbox/connections/connections.service.ts'
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import { showContact } from '#features/inbox/contacts/contacts.service.ts'
import type { FileQuestion } from '#features/inbox/erasure/erasure.events.ts'
import { removeUnusedFiles } from '#features/inbox/erasure/erasure.service.ts'
import { addCount, type Expiry, type ExpiryPreview } from '#features/org/retention/retention.events.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { discardFile, withStoredFile } from '#platform/storage/small-files.ts'
import { readImage } from '#platform/media/small-images.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { changed, lockedSchedule, scheduleOf, schedulesTouched, shownSchedule, statusOf } from './schedule-rows.ts'
import { wake } from '#platform/work/define-worker.ts'
import { scheduleDueJob } from './schedules.jobs.ts'
import { scheduleDeleted } from './schedules.events.ts'
import type { ShownRow } from './schedules.repo.ts'
import * as repo from './schedules.repo.ts'

/** Schedules a page. */
const pageSize = 100
/** Milliseconds a moment may lie in the past: a form is filled in slowly. */
const grace = 60_000

function dayIn(text: string | undefined): Date | undefined {
  const at = text ? new Date(text) : undefined
  return at && isUsableYear(at.getUTCFullYear()) ? at : undefined
}

export interface ScheduleQuery {
  searchParam: string
  pageNumber: number
  dateStart?: string | undefined
  dateEnd?: string | undefined
  undecided?: boolean | undefined
}

/** A page, the latest moment first. */
export async function listSchedules(ctx: Ctx, actor: Actor, query: ScheduleQuery) {
  const filter = {
    companyId: actor.companyId,
    hidesNumbers: !seesNumbers(actor),
    search: query.searchParam.trim(),
    from: dayIn(query.dateStart),
    until: dayIn(query.dateEnd),
    undecided: query.undecided ?? false
  }
  const offset = (query.pageNumber - 1) * pageSize
  const [rows, count] = await Promise.all([
    repo.pageOfSchedules(ctx.db, filter, { offset, limit: pageSize }),
    repo.countSchedules(ctx.db, filter)
  ])
  return { schedules: rows.map((row) => scheduleOf(ctx, row)), count, hasMore: offset + rows.length < count }
}

/** Errors: ERR_NO_SCHEDULE_FOUND. */
export const showSchedule = async (ctx: Ctx, { companyId }: Actor, id: number): Promise<Schedule> =>
  scheduleOf(ctx, await shownSchedule(ctx, companyId, id))

/** Errors: ERR_SCHEDULE_IN_PAST. */
function momentOf(ctx: Ctx, { timeZone }: Actor, text: string) {
  const sendAt = momentIn(text, timeZone)
  if (sendAt.getTime() < ctx.now().getTime() - grace) {
    throw new AppError('ERR_SCHEDULE_IN_PAST', { fields: { sendAt: 'ERR_SCHEDULE_IN_PAST' } })
  }
  const { day, minutes } = anchorOf(sendAt, timeZone)
  return { sendAt, repeatDay: day, repeatMinute: minutes }
}

/** Errors: ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND. */
async function checkReferences(
  tx: Ctx,
  { companyId }: Actor,
  { contactId, whatsappId }: { contactId?: number | undefined; whatsappId?: number | null | undefined }
): Promise<void> {
  if (contactId !== undefined) await showContact(tx, companyId, contactId)
  if (whatsappId != null) await connectionForTicket(tx, { companyId, connectionId: null }, whatsappId)
}

/** Errors: ERR_SCHEDULE_IN_PAST, ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND. */
export function createSchedule(ctx: Ctx, actor: Actor, draft: ScheduleDraft): Promise<Schedule> {
  return inTransaction(ctx, async (tx) => {
    const { companyId, id: userId } = actor
    const { body, contactId, repeat, whatsappId: connectionId } = draft
    const moment = momentOf(tx, actor, draft.sendAt)
    await checkReferences(tx, actor, draft)
    const row = { companyId, userId, body, contactId, repeat, connectionId, ...moment }
    const { id, sendAt } = await repo.insertSchedule(tx.db, row)
    await wake(tx, scheduleDueJob, { companyId, id }, sendAt)
    const [schedule] = await schedulesTouched(tx, companyId, [id], true)
    if (!schedule) throw new AppError('ERR_NO_SCHEDULE_FOUND')
    return schedule
  })
}

/** Errors: ERR_NO_SCHEDULE_FOUND, ERR_SCHEDULE_ALREADY_SENT. */
async function savable(tx: Ctx, { companyId }: Actor, id: number): Promise<ShownRow> {
  const row = await lockedSchedule(tx, companyId, id)
  if (row.schedule.sentAt !== null || statusOf(row) === 'ENVIADA') throw new AppError('ERR_SCHEDULE_ALREADY_SENT')
  return row
}

/** Errors: ERR_NO_SCHEDULE_FOUND, ERR_SCHEDULE_ALREADY_SENT, ERR_SCHEDULE_IN_PAST, those of places. */
export function updateSchedule(ctx: Ctx, actor: Actor, id: number, patch: SchedulePatch): Promise<Schedule> {
  return inTransaction(ctx, async (tx) => {
    const { companyId, timeZone } = actor
    const { schedule } = await savable(tx, actor, id)
    await checkReferences(tx, actor, patch)
    const { sendAt: text, body, contactId, repeat, whatsappId } = patch
    const isMoved = text !== undefined && momentIn(text, timeZone).getTime() !== schedule.sendAt.getTime()
    const moved = isMoved ? momentOf(tx, actor, text) : null
    // With its moment ahead it waits for it, whatever became of it before.
    const waits = moved !== null || schedule.sendAt > tx.now()
    const saved = await changed(tx, schedule, {
      body: body ?? schedule.body,
      contactId: contactId ?? schedule.contactId,
      repeat: repeat ?? schedule.repeat,
      ...(whatsappId === undefined ? {} : { connectionId: whatsappId }),
      ...moved,
      ...(waits ? { status: 'PENDENTE' as const, failure: null, messageId: null } : {})
    })
    if (waits) await wake(tx, scheduleDueJob, { companyId, id }, moved?.sendAt ?? schedule.sendAt)
    return saved
  })
}

/** The image, unless another of the series shows it. */
const freeFile = async (tx: Ctx, companyId: number, mediaKey: string | null): Promise<string | null> =>
  mediaKey === null || (await repo.imagesAmong(tx.db, companyId, [mediaKey])).length > 0 ? null : mediaKey

/** A message that was sent stays in its ticket. Errors: ERR_NO_SCHEDULE_FOUND. */
export function deleteSchedule(ctx: Ctx, { companyId }: Actor, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { schedule } = await lockedSchedule(tx, companyId, id)
    const subject = { type: 'schedule', id }
    recordAudit(tx, { companyId, action: 'schedule.deleted', subject, before: { contactId: schedule.contactId } })
    await repo.deleteSchedule(tx.db, companyId, id)
    const fileKey = await freeFile(tx, companyId, schedule.mediaKey)
    tx.bus.emit(scheduleDeleted, { companyId, scheduleId: id, fileKey })
  })
}

interface Image {
  mediaKey: string | null
  mediaName: string | null
}

async function replaceImage(ctx: Ctx, actor: Actor, id: number, image: Image): Promise<Schedule> {
  const { saved, gone } = await inTransaction(ctx, async (tx) => {
    const { schedule } = await savable(tx, actor, id)
    const after = await changed(tx, schedule, image)
    return { saved: after, gone: await freeFile(tx, actor.companyId, schedule.mediaKey) }
  })
  await discardFile(ctx, gone)
  return saved
}

/**
 * Errors: ERR_NO_SCHEDULE_FOUND, ERR_SCHEDULE_ALREADY_SENT, ERR_VALIDATION without a file, ERR_MEDIA_TOO_LARGE,
 * ERR_MEDIA_BROKEN, ERR_MEDIA_TYPE_REFUSED for what is no PNG or JPEG, ERR_UPLOAD_INTERRUPTED.
 */
export async function uploadImage(ctx: Ctx, actor: Actor, id: number, request: FastifyRequest): Promise<Schedule> {
  await showSchedule(ctx, actor, id)
  const { bytes, name, ending } = await readImage(request, largestScheduleImage)
  const image = {
    mediaKey: `schedules/${actor.companyId}/${randomUUID()}.${ending}`,
    mediaName: name.replaceAll(/\s/g, '_')
  }
  const room = withinStorage(ctx, actor.companyId)
  return withStoredFile(room, image.mediaKey, bytes, () => replaceImage(ctx, actor, id, image))
}

/** Errors: ERR_NO_SCHEDULE_FOUND, ERR_SCHEDULE_ALREADY_SENT. */
export const removeImage = (ctx: Ctx, actor: Actor, id: number): Promise<Schedule> =>
  replaceImage(ctx, actor, id, { mediaKey: null, mediaName: null })

/** A contact goes, and what was to be sent to it. Runs in the transaction that deletes it. */
export async function releaseContact(
  tx: Ctx,
  companyId: number,
  contactId: number,
  person: ErasedPerson
): Promise<void> {
  for (const { id, mediaKey } of await repo.deleteOfContact(tx.db, companyId, contactId)) {
    if (mediaKey !== null) person.files.push([mediaKey])
    tx.bus.emit(scheduleDeleted, { companyId, scheduleId: id, fileKey: null })
  }
}

/** A step of `recordsExpire`: what was sent, or was not, long ago. */
export async function expireSchedules(
  tx: Ctx,
  companyId: number,
  { key, before, limit, taken }: Expiry
): Promise<void> {
  if (key !== 'messageMonths') return
  const gone = await repo.deleteOverSchedules(tx.db, companyId, before, limit)
  addCount(taken, 'schedules', gone.length)
  const files = gone.flatMap(({ mediaKey }) => (mediaKey === null ? [] : [[mediaKey] as const]))
  await removeUnusedFiles(tx, companyId, files)
  for (const { id } of gone) tx.bus.emit(scheduleDeleted, { companyId, scheduleId: id, fileKey: null })
}

/** A step of `expiryCounted`. */
export async function countExpiredSchedules(
  tx: Ctx,
  companyId: number,
  { key, before, counts }: ExpiryPreview
): Promise<void> {
  if (key === 'messageMonths') addCount(counts, 'schedules', await repo.countOverSchedules(tx.db, companyId, before))
}

/** A step of `filesInUse`: those of one series share an image. */
export async function markUsedScheduleImages(tx: Ctx, companyId: number, { keys, used }: FileQuestion): Promise<void> {
  for (const key of await repo.imagesAmong(tx.db, companyId, keys)) used.add(key)
}

/** A user goes; what they scheduled is sent all the same. */
export async function releaseUser(tx: Ctx, companyId: number, userId: number): Promise<void> {
  const ids = await repo.replaceRef(tx.db, companyId, 'userId', { from: userId, into: null })
  await schedulesTouched(tx, companyId, ids)
}

/** A connection goes. Over another number a stranger would write to the customer: what waits is asked about. */
export async function releaseConnection(tx: Ctx, companyId: number, connectionId: number): Promise<void> {
  await schedulesTouched(tx, companyId, await repo.loseConnection(tx.db, companyId, connectionId, 'ERR_NO_WAPP_FOUND'))
}

/** A message of a schedule was sent, failed or was cancelled: the calendar shows it. */
export function followMessage(ctx: Ctx, companyId: number, messageId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await schedulesTouched(tx, companyId, await repo.idsOfMessage(tx.db, companyId, messageId))
  })
}
