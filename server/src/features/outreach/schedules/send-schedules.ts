// Sends scheduled messages by the one way out of the house: the message, its delivery and the word that it is done are
import { sourceMarks } from '@guiche/shared/features/inbox/messages.ts'
// one transaction, so that a message is written once, on however many nodes and whatever ends in between.
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import { nextMoment } from '@guiche/shared/features/outreach/repetition.ts'
import { decisionAfter, type Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { isPlanFlagOn } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { connectionForTicket } from '#features/inbox/connections/connections.service.ts'
import { showContact } from '#features/inbox/contacts/contacts.service.ts'
import { copyFile } from '#features/inbox/messages/media/copy-file.ts'
import { deferMessage, releaseMessage } from '#features/inbox/messages/send/defer-message.ts'
import { writeMessages, type OutgoingDraft } from '#features/inbox/messages/send/send-message.ts'
import { closeAfterProgram, ticketForProgram } from '#features/inbox/tickets/lifecycle/take-up-ticket.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { planOf } from '#features/org/plans/plans.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { rememberFiles } from '#platform/storage/remember-files.ts'
import { imageMime } from '#platform/media/small-images.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { defineWorker, wake } from '#platform/work/define-worker.ts'
import { followSeries } from './follow-contact.ts'
import { changed, lockedSchedule, schedulesTouched, statusOf } from './schedule-rows.ts'
import { scheduleDueJob } from './schedules.jobs.ts'
import type { Due, ScheduleRow } from './schedules.repo.ts'
import * as repo from './schedules.repo.ts'

type Key = Pick<Due, 'companyId' | 'id'>

/** Schedules looked at in one go. */
const batch = 200
/** Milliseconds. */
const minute = 60_000
/** Days back to which messages that were handed over may still be waiting. */
const stuckDays = 7

const isLate = (ctx: Ctx, { sendAt }: Pick<ScheduleRow, 'sendAt'>): boolean =>
  ctx.now().getTime() - sendAt.getTime() > decisionAfter * minute

/** The next one of a series, which carries the repetition on. */
async function passOn(tx: Ctx, row: ScheduleRow): Promise<void> {
  const { companyId, repeat, repeatDay, repeatMinute } = row
  const { timeZone } = await companyById(tx, companyId)
  const sendAt = nextMoment(row.sendAt, repeat, { day: repeatDay, minutes: repeatMinute }, timeZone)
  if (sendAt === null) return
  const { contactId, userId, connectionId, body, mediaKey, mediaName } = row
  const same = {
    companyId,
    contactId,
    userId,
    connectionId,
    body,
    repeat,
    repeatDay,
    repeatMinute,
    mediaKey,
    mediaName
  }
  const { id } = await repo.insertSchedule(tx.db, { ...same, sendAt })
  await followSeries(tx, row, id)
  await wake(tx, scheduleDueJob, { companyId, id }, sendAt)
  await schedulesTouched(tx, companyId, [id], true)
}

/** Nothing goes out for one whose moment passed, until a person says so; its series goes on. */
async function putOff(
  tx: Ctx,
  row: ScheduleRow,
  outcome: { status: 'ATRASADA' | 'ERRO'; failure: string | null }
): Promise<void> {
  await changed(tx, row, { ...outcome, repeat: 'none' })
  await passOn(tx, row)
}

/** Writes the message of one that is locked, and passes its repetition on. Errors: those of writing. */
async function write(tx: Ctx, row: ScheduleRow, file: OutgoingDraft['file']): Promise<Schedule> {
  const { companyId, id, userId, body } = row
  const connection = await connectionForTicket(tx, { companyId, connectionId: null }, row.connectionId)
  const contact = await showContact(tx, companyId, row.contactId)
  const { ticket, isNew } = await ticketForProgram(tx, { companyId, connectionId: connection.id, contact })
  const draft = { body, file: file ?? null, userId, clientId: `${sourceMarks.schedule}${id}-${row.sendAt.getTime()}` }
  const [message] = await writeMessages(tx, ticket, [draft], { isAutomatic: true })
  // A reminder alone is nothing to attend to; the customer's answer opens the ticket again.
  if (isNew) await closeAfterProgram(tx, ticket)
  const done = { status: 'ENVIADA' as const, sentAt: tx.now(), messageId: message?.id ?? null, failure: null }
  const schedule = await changed(tx, row, { ...done, repeat: 'none' })
  await passOn(tx, row)
  return schedule
}

/**
 * Hands a schedule over if it still is what `isWanted` says when nobody else can touch it; null if not. The image is
 * copied beforehand, because the message keeps its own. Errors: those of writing.
 */
async function handOver(
  ctx: Ctx,
  { companyId, id, mediaKey, mediaName }: ScheduleRow,
  isWanted: (row: ScheduleRow) => boolean
): Promise<Schedule | null> {
  const files = rememberFiles(ctx)
  try {
    const image = mediaKey && { key: mediaKey, name: mediaName ?? 'imagem', mime: imageMime(mediaKey) }
    const file = image ? await copyFile(files.ctx, companyId, image) : null
    const sent = await inTransaction(ctx, async (tx) => {
      const locked = await repo.lockSchedule(tx.db, companyId, id)
      return locked && locked.mediaKey === mediaKey && isWanted(locked) ? write(tx, locked, file) : null
    })
    if (sent === null) await files.discard()
    return sent
  } catch (error) {
    // A database that went away may have committed: only a broken rule says that nobody needs the copy.
    if (error instanceof AppError) await files.discard()
    throw error
  }
}

/** Whether the company may send now and the connection is there; if not, the schedule waits. */
async function canSend(ctx: Ctx, { companyId, connectionId }: ScheduleRow): Promise<boolean> {
  const company = await companyById(ctx, companyId)
  if (!companyStanding(company, ctx.now()).isOperating) return false
  if (!isPlanFlagOn(await planOf(ctx, companyId), 'useSchedules')) return false
  const way = connectionForTicket(ctx, { companyId, connectionId: null }, connectionId)
  const connection = await way.catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  return connection?.status === 'CONNECTED'
}

/** What no waiting mends, at least not today: there is nobody to write to, the image is gone, the plan has no messages left. */
const finalCodes = ['ERR_TICKET_CONTACT_UNREACHABLE', 'ERR_NOT_FOUND', 'ERR_PLAN_LIMIT_MESSAGES']
const isFinal = (error: unknown): error is AppError => error instanceof AppError && finalCodes.includes(error.code)

const isDue = (ctx: Ctx, { status, sendAt }: ScheduleRow): boolean => status === 'PENDENTE' && sendAt <= ctx.now()

/** Puts one off if it still is what `isWanted` says when nobody else can touch it. */
function putOffIf(
  ctx: Ctx,
  { companyId, id }: ScheduleRow,
  outcome: Parameters<typeof putOff>[2],
  isWanted: (row: ScheduleRow) => boolean
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const locked = await repo.lockSchedule(tx.db, companyId, id)
    if (locked && isWanted(locked)) await putOff(tx, locked, outcome)
  })
}

/** One that is due and may go out; one that is late is put off, and one that was sent or is gone is left alone. */
async function claimSchedule(ctx: Ctx, { companyId, id }: Key): Promise<ScheduleRow[]> {
  const row = await repo.findSchedule(ctx.db, companyId, id)
  if (!row || !isDue(ctx, row)) return []
  if (isLate(ctx, row)) {
    await putOffIf(ctx, row, { status: 'ATRASADA', failure: null }, (one) => isDue(ctx, one) && isLate(ctx, one))
    return []
  }
  return (await canSend(ctx, row)) ? [row] : []
}

/** Due ones of all companies, the oldest first. */
async function* dueKeys(ctx: Ctx): AsyncGenerator<Key> {
  const now = ctx.now()
  for (let last: Due | null = null; ;) {
    const due: Due[] = await repo.dueSchedules(ctx.db, now, last, batch)
    yield* due.map(({ companyId, id }) => ({ companyId, id }))
    last = due.at(-1) ?? null
    if (due.length < batch) return
  }
}

/** Hands due schedules over. A row is claimed in the transaction that writes its message. */
export const scheduleWorker = defineWorker({
  wakes: scheduleDueJob,
  claim: claimSchedule,
  process: async (ctx, row: ScheduleRow) => {
    await handOver(ctx, row, (one) => isDue(ctx, one))
    return 'stop'
  },
  setAside: async (ctx, row, error) => {
    if (!isFinal(error)) throw error
    await putOffIf(ctx, row, { status: 'ERRO', failure: error.code }, (one) => isDue(ctx, one))
    return 'stop'
  },
  sweepEvery: '* * * * *',
  due: dueKeys,
  // Those whose connection is down are found every minute, and can only wait.
  sweepsInPlace: true
})

/** A message that was handed over just before its connection fell is taken back: it would go out hours late. */
function takeBack(ctx: Ctx, { companyId, id }: Due): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { schedule } = await lockedSchedule(tx, companyId, id)
    if (schedule.status !== 'ENVIADA' || schedule.messageId === null) return
    if (!(await deferMessage(tx, companyId, schedule.messageId))) return
    await changed(tx, schedule, { status: 'ATRASADA', sentAt: null })
  })
}

/** Every minute, on one node: what has to be taken back. One that fails keeps nobody else waiting. */
export async function takeBackStuck(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const since = new Date(now.getTime() - stuckDays * 24 * 60 * minute)
  const before = new Date(now.getTime() - decisionAfter * minute)
  for (const one of await repo.stuckSchedules(ctx.db, { since, before, patience: decisionAfter })) {
    await takeBack(ctx, one).catch((error: unknown) =>
      ctx.log.error({ companyId: one.companyId, scheduleId: one.id, err: error }, 'a schedule was not taken back')
    )
  }
}

/** Errors: ERR_NO_SCHEDULE_FOUND, ERR_SCHEDULE_NOT_WAITING for one that nobody has to decide about. */
async function undecided(tx: Ctx, companyId: number, id: number): Promise<ScheduleRow> {
  const row = await lockedSchedule(tx, companyId, id)
  const isOpen = row.schedule.sentAt === null && ['ATRASADA', 'ERRO'].includes(statusOf(row))
  if (!isOpen) throw new AppError('ERR_SCHEDULE_NOT_WAITING')
  return row.schedule
}

/** The message that was taken back goes on its way under the WhatsApp id it had; null when it has to be written anew. */
function letGo(ctx: Ctx, companyId: number, id: number): Promise<{ row: ScheduleRow; sent: Schedule | null }> {
  return inTransaction(ctx, async (tx) => {
    const row = await undecided(tx, companyId, id)
    if (row.messageId === null || !(await releaseMessage(tx, companyId, row.messageId))) return { row, sent: null }
    return { row, sent: await changed(tx, row, { status: 'ENVIADA', sentAt: tx.now(), failure: null }) }
  })
}

/**
 * A person's word on a message that is late or did not go out. Errors: ERR_NO_SCHEDULE_FOUND, ERR_SCHEDULE_NOT_WAITING,
 * ERR_TICKET_CONTACT_UNREACHABLE, ERR_NO_DEF_WAPP_FOUND, ERR_NO_WAPP_FOUND.
 */
export async function decideSchedule(
  ctx: Ctx,
  { companyId }: Actor,
  id: number,
  decision: 'send' | 'skip'
): Promise<Schedule> {
  if (decision === 'skip') {
    return inTransaction(ctx, async (tx) => {
      const row = await undecided(tx, companyId, id)
      const schedule = await changed(tx, row, { status: 'PULADA', repeat: 'none' })
      await passOn(tx, row)
      return schedule
    })
  }
  const { row, sent } = await letGo(ctx, companyId, id)
  const written = sent ?? (await handOver(ctx, row, ({ status, sentAt }) => sentAt === null && status === row.status))
  if (written === null) throw new AppError('ERR_SCHEDULE_NOT_WAITING')
  return written
}
