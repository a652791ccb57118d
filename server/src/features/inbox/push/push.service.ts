// Rules of Web Push: which browsers, and who is told of what. The rules of notifications are those of an open window.
import {
  mostPushSubscriptions,
  type PushPayload,
  type PushSubscriptionDraft
} from '@guiche/shared/features/inbox/push.ts'
import { concerns, maySeeTicket, newsFor, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { seesNumbers } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import type { Language } from '@guiche/shared/kernel/languages.ts'
import { ticketsByIds } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { hideInName } from '#platform/numbers/hide-numbers.ts'
import { hiddenFrom } from '#platform/numbers/number-door.ts'
import { CallOutError } from '#platform/outgoing/call-out.ts'
import { sealText } from '#platform/secrets/sealed-text.ts'
import { cutText } from '#platform/text/cut-text.ts'
import { announceJob, pushJob } from './push.jobs.ts'
import * as repo from './push.repo.ts'
import { checkPushAddress, sendPush } from './send-push.ts'
import { vapidKeysOf } from './vapid-keys.ts'

/** Milliseconds in which what comes to one ticket becomes one notification. */
const burst = 2_000
/** Characters of a message that are pushed: a payload has less than 4 KB. */
const longestText = 300

const words: Record<Language, { message: string; handover: string; mention: string; test: string }> = {
  pt: {
    message: 'Nova mensagem',
    handover: 'Atendimento transferido para você',
    mention: 'Mencionaram você em uma observação',
    test: 'Os avisos chegam neste aparelho.'
  },
  en: {
    message: 'New message',
    handover: 'Ticket transferred to you',
    mention: 'You were mentioned in a note',
    test: 'Notifications reach this device.'
  },
  es: {
    message: 'Mensaje nuevo',
    handover: 'Atención transferida a ti',
    mention: 'Te mencionaron en una nota',
    test: 'Los avisos llegan a este dispositivo.'
  }
}

const personOf = ({ companyId, id }: Actor) => ({ companyId, userId: id })

export const publicKey = ({ config, secrets }: Ctx): string | null =>
  config.webPush ? vapidKeysOf(secrets).publicKey : null

/** Errors: ERR_VALIDATION for an address that is not to be called. */
export async function saveSubscription(
  ctx: Ctx,
  actor: Actor,
  { endpoint, keys }: PushSubscriptionDraft,
  userAgent: string
): Promise<void> {
  try {
    checkPushAddress(ctx, actor.companyId, endpoint)
  } catch (error) {
    if (error instanceof CallOutError) throw new AppError('ERR_VALIDATION', { fields: { endpoint: error.message } })
    throw error
  }
  const row = {
    ...personOf(actor),
    sessionId: actor.sessionId,
    endpoint,
    keys: sealText(ctx, JSON.stringify(keys)),
    userAgent: cutText(userAgent, 300),
    createdAt: ctx.now()
  }
  await inTransaction(ctx, (tx) => repo.saveSubscription(tx.db, row, mostPushSubscriptions))
}

export const deleteSubscription = (ctx: Ctx, actor: Actor, endpoint: string): Promise<unknown> =>
  repo.deleteByEndpoint(ctx.db, personOf(actor), endpoint)

/** Errors: ERR_NOT_FOUND for a browser that is not known, or no longer to its push service. */
export async function testSubscription(ctx: Ctx, actor: Actor, endpoint: string, language: Language): Promise<void> {
  const row = await repo.findByEndpoint(ctx.db, personOf(actor), endpoint)
  if (!row || !ctx.config.webPush) throw new AppError('ERR_NOT_FOUND')
  const outcome = await sendPush(ctx, row, { title: 'Guichê', body: words[language].test, path: '', tag: 'test' })
  if (outcome === 'gone') await repo.deleteSubscription(ctx.db, row.companyId, row.id)
  if (outcome !== 'sent') throw new AppError('ERR_NOT_FOUND')
}

/** Has a ticket announced, in the transaction that changes it; costs a look where nobody is told. */
export async function announceTickets(tx: Ctx, companyId: number, ticketIds: Iterable<number>): Promise<void> {
  const ids = new Set(ticketIds)
  if (!tx.config.webPush || ids.size === 0 || !(await repo.hasSubscriptions(tx.db, companyId))) return
  const now = tx.now().getTime()
  for (const ticketId of ids) {
    const options = { startAfter: new Date(now + burst), singletonKey: `${companyId}/${ticketId}` }
    await tx.jobs.add(tx, announceJob, { companyId, ticketId, at: now }, options)
  }
}

type News = 'message' | 'handover' | 'mention'

type Subscriber = Awaited<ReturnType<typeof repo.absentSubscribers>>[number]

/** What a person would be told of a ticket now; null for nothing. `since`: when somebody asked. */
function newsFrom(
  ticket: Ticket,
  { viewer, mentionedAt }: Pick<Subscriber, 'viewer' | 'mentionedAt'>,
  written: Date | null,
  since: number
): News | null {
  const isMentioned = mentionedAt !== null && Date.parse(mentionedAt) > since - newsFor
  if (isMentioned && maySeeTicket(viewer, ticket)) return 'mention'
  if (!concerns(viewer, ticket)) return null
  const { handover } = ticket
  const isHandover =
    handover !== null &&
    handover.fromId !== viewer.id &&
    ticket.status !== 'closed' &&
    Date.parse(handover.at) > since - newsFor
  if (isHandover) return 'handover'
  const isWritten = written !== null && written.getTime() > since - newsFor && ticket.unreadMessages > 0
  return isWritten ? 'message' : null
}

type Announcement = { companyId: number; ticketId: number; at: number }

async function readNews(ctx: Ctx, { companyId, ticketId }: Announcement, subscriptionId?: number) {
  const [ticket] = await ticketsByIds(ctx, companyId, [ticketId])
  if (!ticket || !ctx.config.webPush) return null
  const subscribers = await repo.absentSubscribers(ctx.db, companyId, { ticketId, now: ctx.now(), id: subscriptionId })
  return { ticket, subscribers, written: await repo.lastWritten(ctx.db, companyId, ticketId) }
}

/** The work of `announceJob`. */
export async function announce(ctx: Ctx, asked: Announcement): Promise<void> {
  const read = await readNews(ctx, asked)
  if (!read) return
  for (const subscriber of read.subscribers) {
    if (newsFrom(read.ticket, subscriber, read.written, asked.at) === null) continue
    const { subscription } = subscriber
    const singletonKey = `${asked.companyId}/${subscription.id}/${asked.ticketId}`
    await ctx.jobs.add(ctx, pushJob, { ...asked, subscriptionId: subscription.id }, { singletonKey })
  }
}

/** What of it the person may see: no number of a customer whose name is one, for those from whom they are hidden. */
async function shownTo(ctx: Ctx, { viewer, subscription }: Subscriber, payload: PushPayload): Promise<PushPayload> {
  if (seesNumbers(viewer)) return payload
  return { ...(await hiddenFrom(ctx.db, subscription.companyId, payload)), title: hideInName(payload.title) }
}

/** The work of `pushJob`: rights, windows and settings count as they are now. Errors: what another try may put right. */
export async function push(ctx: Ctx, asked: Announcement & { subscriptionId: number }): Promise<void> {
  const read = await readNews(ctx, asked, asked.subscriptionId)
  const [found] = read?.subscribers ?? []
  if (!read || !found) return
  const news = newsFrom(read.ticket, found, read.written, asked.at)
  if (news === null) return
  const { ticket } = read
  const { language, pushTexts } = found.preferences
  const said = words[language ?? 'pt'][news]
  const payload: PushPayload = {
    title: pushTexts ? ticket.contact.name : found.company,
    body:
      pushTexts && news === 'message'
        ? cutText(ticket.question?.body ?? ticket.lastMessage, longestText) || said
        : said,
    path: ticketPage(ticket.uuid),
    tag: `ticket-${ticket.id}`
  }
  const outcome = await sendPush(ctx, found.subscription, await shownTo(ctx, found, payload))
  if (outcome === 'gone') await repo.deleteSubscription(ctx.db, asked.companyId, asked.subscriptionId)
}
