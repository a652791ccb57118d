// Archives that go into stores by themselves: who sets one, what is shown of it, and the store that is tried before it is believed.
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import {
  storeErrors,
  type ArchiveSchedule,
  type ArchiveScheduleDraft
} from '@guiche/shared/features/org/archive-schedules.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isRecipient } from '#company-archive/is-recipient.ts'
import type { Caller } from '#platform/actor.ts'
import { recordAudit, recordGone } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { openText, sealText } from '#platform/secrets/sealed-text.ts'
import { readS3Url, writeS3Url, type S3Target } from '#platform/storage/s3-address.ts'
import { companyOverviewChanged } from '#features/org/companies/companies.events.ts'
import { storeArchiveJob } from './archive-schedules.jobs.ts'
import * as repo from './archive-schedules.repo.ts'
import { nextArchive } from './next-archive.ts'
import { isSameStore, storeFailureOf, tryStore } from './open-store.ts'

/** Milliseconds after which a run that is under way has had all its tries. */
const lostAfter = 48 * 3_600_000
const usualRegion = 'us-east-1'

/** Null when the secret of the server is another one than it was sealed with. */
function targetOf(ctx: Pick<Ctx, 'secrets'>, { sealedAddress }: repo.ScheduleRow): S3Target | null {
  try {
    return readS3Url(openText(ctx, sealedAddress))
  } catch {
    return null
  }
}

/** Where it leads, without the secret. */
function shownStore({ endpoint, region, bucket, prefix, credentials }: S3Target) {
  const folder = prefix.replace(/\/$/, '')
  return { endpoint, region, bucket, folder, accessKey: credentials.accessKeyId }
}

function scheduleOf(ctx: Pick<Ctx, 'secrets'>, row: repo.ScheduleRow): ArchiveSchedule {
  const { companyId, every, keep, recipient, userName, endedAt, failure, fileName, size } = row
  const target = targetOf(ctx, row)
  return {
    ...{ companyId, every, keep, recipient, userName },
    store: target && shownStore(target),
    isRunning: row.startedAt !== null,
    nextAt: row.dueAt.toISOString(),
    lastRun: endedAt && { at: endedAt.toISOString(), failure, fileName, size }
  }
}

/** Errors: ERR_NO_COMPANY_FOUND. */
async function companyOf(ctx: Ctx, companyId: number) {
  const company = await repo.companyOf(ctx.db, companyId)
  if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
  return company
}

/** Errors: ERR_NO_COMPANY_FOUND. */
export async function showArchiveSchedule(ctx: Ctx, companyId: number): Promise<ArchiveSchedule | null> {
  await companyOf(ctx, companyId)
  const row = await repo.findSchedule(ctx.db, companyId)
  return row && scheduleOf(ctx, row)
}

const refused = (field: string, code: string) => new AppError('ERR_VALIDATION', { fields: { [field]: code } })

/** Where archives are to go. Errors: ERR_VALIDATION beside `secretKey`, ERR_ADDRESS_INVALID beside `endpoint`. */
function targetFrom(draft: ArchiveScheduleDraft, before: S3Target | null): S3Target {
  const { pathname, search, hash, origin, username } = new URL(draft.endpoint)
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '')
    throw new AppError('ERR_ADDRESS_INVALID', { fields: { endpoint: 'ERR_ADDRESS_INVALID' } })
  const target = {
    endpoint: origin,
    region: draft.region || usualRegion,
    bucket: draft.bucket,
    prefix: draft.folder === '' ? '' : `${draft.folder}/`,
    credentials: { accessKeyId: draft.accessKey, secretAccessKey: draft.secretKey ?? '' }
  }
  if (target.credentials.secretAccessKey !== '') return target
  if (!before) throw refused('secretKey', 'Required')
  // A secret is told to nobody but the store that it was given for.
  if (!isSameStore(target, before)) throw refused('secretKey', 'ERR_KEY_OF_OTHER_HOST')
  return { ...target, credentials: before.credentials }
}

/** Errors: ERR_VALIDATION for what is no public key. */
async function keyFor({ recipient, newKey }: ArchiveScheduleDraft, before: repo.ScheduleRow | null) {
  const given = recipient ?? ''
  if (given !== '' && !isRecipient(given)) throw refused('recipient', 'ERR_VALIDATION')
  if (given !== '') return { identity: null, key: given }
  if (before && !newKey) return { identity: null, key: before.recipient }
  const identity = await generateX25519Identity()
  return { identity, key: await identityToRecipient(identity) }
}

const fieldOf = { access: 'accessKey', bucket: 'bucket', region: 'region', full: 'bucket' } as const

/** Errors: one of `storeErrors`, beside the field that it has to do with. */
async function checkStore(ctx: Ctx, companyId: number, address: string): Promise<void> {
  try {
    await tryStore({ config: ctx.config, companyId }, address)
  } catch (error) {
    const failure = storeFailureOf(error) ?? 'answer'
    ctx.log.info({ companyId, failure }, 'a store for archives was refused')
    const field = failure in fieldOf ? fieldOf[failure as keyof typeof fieldOf] : 'endpoint'
    throw new AppError(storeErrors[failure], { fields: { [field]: storeErrors[failure] } })
  }
}

/** What the audit log says of it. */
function auditedOf({ every, keep, recipient }: repo.ScheduleRow, target: S3Target | null) {
  const { endpoint, bucket, folder, accessKey } = target ? shownStore(target) : {}
  return { every, keep, recipient, host: endpoint && new URL(endpoint).host, bucket, folder, accessKey }
}
const auditedFields = { shown: ['every', 'keep', 'recipient', 'host', 'bucket', 'folder', 'accessKey'] } as const

/**
 * Sets when the archive of a company goes into which store. Errors: ERR_NO_COMPANY_FOUND, ERR_VALIDATION beside a field,
 * those of `confirm`, one of `storeErrors`.
 */
export async function saveArchiveSchedule(
  ctx: Ctx,
  { actor, confirm }: Caller,
  companyId: number,
  draft: ArchiveScheduleDraft
): Promise<{ schedule: ArchiveSchedule; identity: string | null }> {
  const { name, timeZone } = await companyOf(ctx, companyId)
  const before = await repo.findSchedule(ctx.db, companyId)
  const target = targetFrom(draft, before && targetOf(ctx, before))
  const { identity, key } = await keyFor(draft, before)
  await confirm()
  const address = writeS3Url(target)
  await checkStore(ctx, companyId, address)
  return inTransaction(ctx, async (tx) => {
    const { every, keep } = draft
    const row = await repo.putSchedule(tx.db, {
      ...{ companyId, every, keep, recipient: key },
      sealedAddress: sealText(tx, address),
      userCompanyId: actor.companyId,
      userId: actor.id,
      userName: actor.name,
      dueAt: nextArchive(every, tx.now(), timeZone)
    })
    recordAudit(tx, {
      companyId,
      action: 'company.archive-schedule-set',
      subject: { type: 'company', id: companyId, label: name },
      after: auditedOf(row, target)
    })
    tx.bus.emit(companyOverviewChanged, { companyId })
    return { schedule: scheduleOf(tx, row), identity }
  })
}

/** What is under way stops. Errors: ERR_NO_ARCHIVE_SCHEDULE_FOUND. */
export function deleteArchiveSchedule(ctx: Ctx, companyId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await repo.deleteSchedule(tx.db, companyId)
    if (!row) throw new AppError('ERR_NO_ARCHIVE_SCHEDULE_FOUND')
    const { name } = await companyOf(tx, companyId)
    const subject = { type: 'company', id: companyId, label: name }
    const entry = { companyId, action: 'company.archive-schedule-removed', subject } as const
    recordGone(tx, entry, auditedOf(row, targetOf(tx, row)), auditedFields)
    tx.bus.emit(companyOverviewChanged, { companyId })
  })
}

/** Has the archive written at once; one that is under way goes on instead. Errors: ERR_NO_ARCHIVE_SCHEDULE_FOUND. */
export function runArchiveSchedule(ctx: Ctx, companyId: number): Promise<ArchiveSchedule> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.now()
    const row = await repo.claimSchedule(tx.db, { companyId, now, lostBefore: lostBefore(now) })
    if (!row) {
      const found = await repo.findSchedule(tx.db, companyId)
      if (!found) throw new AppError('ERR_NO_ARCHIVE_SCHEDULE_FOUND')
      return scheduleOf(tx, found)
    }
    const { name } = await companyOf(tx, companyId)
    await tx.jobs.add(tx, storeArchiveJob, { companyId, startedAt: now.getTime() })
    recordAudit(tx, {
      companyId,
      action: 'company.archive-schedule-started',
      subject: { type: 'company', id: companyId, label: name }
    })
    return scheduleOf(tx, row)
  })
}

const lostBefore = (now: Date): Date => new Date(now.getTime() - lostAfter)

/** Every hour: has the archives written whose moment has come; each by one node. */
export async function startDueArchives(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const free = { now, lostBefore: lostBefore(now) }
  for (const { companyId, every, timeZone } of await repo.dueSchedules(ctx.db, now, free.lostBefore)) {
    const next = nextArchive(every, now, timeZone)
    const start = inTransaction(ctx, async (tx) => {
      if (!(await repo.claimSchedule(tx.db, { companyId, next, ...free }))) return
      await tx.jobs.add(tx, storeArchiveJob, { companyId, startedAt: now.getTime() })
    })
    // One company's trouble keeps no other from its archive.
    await start.catch((error: unknown) => ctx.log.error({ companyId, err: error }, 'an archive was not begun'))
  }
}
