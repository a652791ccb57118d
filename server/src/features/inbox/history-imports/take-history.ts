// Stores what a phone has told, conversation by conversation, in small transactions with pauses: live messages go first.
import { setTimeout as sleep } from 'node:timers/promises'
import type { HistoryChoice, HistoryFailure } from '@guiche/shared/features/inbox/connections.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { connectionsTouched, sessionTouched } from '#features/inbox/connections/connections.service.ts'
import { nameUnnamed } from '#features/inbox/contacts/identity/name-unnamed.ts'
import { storeEarlier } from '#features/inbox/messages/history/store-earlier.ts'
import { settingOf } from '#features/org/settings/settings.service.ts'
import type { Ctx, Jobs } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { ConnectionRef, EarlierConversation, EarlierPart } from '#platform/whatsapp-port.ts'
import { historyImported } from './history-imports.events.ts'
import { takeHistoryJob } from './history-imports.jobs.ts'
import * as repo from './history-imports.repo.ts'

/** Milliseconds between two transactions, and between two announcements of how far it is. */
const pause = 10
const announceEvery = 1_000
/** Milliseconds without a word of the phone after which it counts as having told everything. */
const silence = 120_000
/** Names written with one statement. */
const namesAtOnce = 500

const days: Record<HistoryChoice, number> = { off: 0, '7-days': 7, '30-days': 30, '90-days': 90, all: Infinity }

/** Another worker is further, or the import is gone. */
class Overtaken extends Error {}

function failureOf(error: unknown): HistoryFailure {
  if (!(error instanceof AppError)) return 'internal'
  if (error.code === 'ERR_MEDIA_BROKEN') return 'unreadable'
  return error.code === 'ERR_WAPP_DOWNLOAD_MEDIA' ? 'not-available' : 'internal'
}

interface Taking {
  ctx: Ctx
  ref: ConnectionRef
  part: repo.PartRow
  device: string
  since: Date
  startedAt: Date
  acceptsGroups: boolean
}

/** One transaction of a part that stands at `place`. */
function step(
  { ctx, ref, part }: Taking,
  place: number,
  work: (tx: Ctx, held: repo.StoredPart) => Promise<void>
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const held = await repo.lockPart(tx.db, ref.companyId, part.id)
    if (held?.done !== place) throw new Overtaken()
    await work(tx, held)
  })
}

async function takeConversation(taking: Taking, place: number, conversation: EarlierConversation): Promise<number> {
  const { ref, part, since, startedAt } = taking
  let skipped = 0
  for (const slice of conversation.slices(since)) {
    skipped += slice.skipped
    if (slice.messages.length > 0) {
      await step(taking, place, async (tx) => {
        const { stored, isFirst } = await storeEarlier(
          tx,
          ref,
          { ...conversation, messages: slice.messages },
          {
            importSince: startedAt,
            ordinal: part.ordinal
          }
        )
        if (stored > 0) await repo.addToImport(tx.db, ref, { messages: stored, conversations: isFirst ? 1 : 0 })
      })
    }
    await sleep(pause)
  }
  return skipped
}

/** Messages of it that could not be had. One that cannot be read at all counts as one. */
async function takeOne(taking: Taking, opened: EarlierPart, place: number): Promise<number> {
  const conversation = await opened.read(place).catch((error: unknown) => {
    if (failureOf(error) === 'unreadable') return 'unreadable' as const
    throw error
  })
  if (conversation === 'unreadable') return 1
  if (!conversation || (conversation.chat.isGroup && !taking.acceptsGroups)) return 0
  return takeConversation(taking, place, conversation)
}

function announcer(ctx: Ctx, ref: ConnectionRef) {
  let lastAt = 0
  return async () => {
    if (Date.now() - lastAt < announceEvery) return
    lastAt = Date.now()
    await inTransaction(ctx, (tx) => sessionTouched(tx, ref))
  }
}

async function takePart(taking: Taking, announce: () => Promise<void>): Promise<void> {
  const { ctx, ref, part } = taking
  const opened = await ctx.whatsapp.openHistory(ref, taking.device, part.notice)
  await step(taking, part.done, async (tx, held) => {
    if (held.total !== null) return
    await repo.updatePart(tx.db, ref.companyId, part.id, { total: opened.conversations })
    await repo.addToImport(tx.db, ref, { told: opened.conversations })
  })
  for (let place = part.done; place < opened.conversations; place++) {
    const skipped = await takeOne(taking, opened, place)
    await step(taking, place, async (tx) => {
      await repo.updatePart(tx.db, ref.companyId, part.id, { done: place + 1 })
      await repo.addToImport(tx.db, ref, { taken: 1, skipped })
    })
    await announce()
  }
  await step(taking, opened.conversations, async (tx) => {
    if (opened.names.length > 0) await repo.updatePart(tx.db, ref.companyId, part.id, { isNames: true })
    else await repo.deletePart(tx.db, ref.companyId, part.id)
    await repo.addToImport(tx.db, ref, { isWhole: opened.isLast })
  })
}

/** Names everybody who has no name yet as the phone does, those it told of behind their names too. */
async function giveNames(ctx: Ctx, ref: ConnectionRef, device: string): Promise<void> {
  for (const part of await repo.namesOf(ctx.db, ref)) {
    const { names } = await ctx.whatsapp.openHistory(ref, device, part.notice)
    for (let at = 0; at < names.length; at += namesAtOnce) {
      const some = names.slice(at, at + namesAtOnce)
      await inTransaction(ctx, (tx) => nameUnnamed(tx, ref.companyId, some))
    }
  }
}

/** Ends the import when nothing is left and nothing more is to be expected. */
function settle(ctx: Ctx, ref: ConnectionRef): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await repo.findImport(tx.db, ref)
    if (row?.status !== 'running') return
    const { waiting, failure } = await repo.leftOf(tx.db, ref)
    if (waiting > 0) return
    const isSilent = tx.now().getTime() - row.updatedAt.getTime() >= silence
    if (failure === null && !row.isWhole && !isSilent) {
      const startAfter = new Date(tx.now().getTime() + silence)
      const singletonKey = `${ref.companyId}/${ref.connectionId}/silence`
      return tx.jobs.add(tx, takeHistoryJob, ref, { startAfter, singletonKey })
    }
    if (!(await repo.endImport(tx.db, ref, failure))) return
    if (row.isWhole && failure === null) await repo.deleteLeftovers(tx.db, ref)
    await connectionsTouched(tx, ref.companyId, [ref.connectionId])
    tx.bus.emit(historyImported, ref)
  })
}

async function takeAll(ctx: Ctx, ref: ConnectionRef, isLastTry: boolean): Promise<void> {
  const row = await repo.findImport(ctx.db, ref)
  if (!row) return
  const since = new Date(Math.max(0, row.startedAt.getTime() - days[row.choice] * 86_400_000))
  const acceptsGroups = (await settingOf(ctx, ref.companyId, 'CheckMsgIsGroup')) !== 'enabled'
  const announce = announcer(ctx, ref)
  const failures: unknown[] = []
  let after = 0
  for (;;) {
    const part = await repo.nextPart(ctx.db, ref, after)
    if (!part) break
    after = part.id
    try {
      await takePart({ ctx, ref, part, device: row.device, since, startedAt: row.startedAt, acceptsGroups }, announce)
    } catch (error) {
      if (error instanceof Overtaken) throw error
      const failure = failureOf(error)
      ctx.log.warn({ err: error, ...ref }, 'earlier conversations were not imported')
      if (isLastTry || failure === 'unreadable') await repo.updatePart(ctx.db, ref.companyId, part.id, { failure })
      else failures.push(error)
    }
  }
  // Names are worth no failure: people call themselves by theirs when they write.
  await giveNames(ctx, ref, row.device).catch((error: unknown) =>
    ctx.log.warn({ err: error, ...ref }, 'names were not given')
  )
  await settle(ctx, ref)
  if (failures.length > 0) throw failures[0]
}

/** Registers the worker. */
export function workOnHistory(jobs: Jobs): void {
  return jobs.work(takeHistoryJob, (ctx, ref, { isLastTry }) =>
    takeAll(ctx, ref, isLastTry).catch((error: unknown) => {
      if (!(error instanceof Overtaken)) throw error
    })
  )
}
