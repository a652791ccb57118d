// What a connection's bot is told to do, read from settings, queues, options and hours; kept until one of them changes.
import { isPlanFlagOn } from '@guiche/shared/kernel/access.ts'
import { companyStanding, type StandingSource } from '@guiche/shared/kernel/company-standing.ts'
import type { HolidayRow, OpeningHours, ScheduleRow } from '@guiche/shared/features/org/opening-hours.ts'
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import type { Queue } from '@guiche/shared/features/org/queues.ts'
import { connectionById } from '#features/inbox/connections/connections.service.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { planOf } from '#features/org/plans/plans.service.ts'
import { listQueues, showQueue } from '#features/org/queues/queues.service.ts'
import { botLanguageOf, settingOf } from '#features/org/settings/settings.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { sharedCache } from '#platform/shared-cache.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import type { AutoResponder, BotFlow, FlowQueue } from './bot-flow.ts'
import { treeOf } from './option-tree.ts'
import { optionsOfQueues } from './queue-options.repo.ts'

export interface LoadedFlow extends BotFlow {
  /** What says whether the company may send. */
  company: StandingSource
  /** What is said when a ticket is closed because the customer fell silent. */
  inactive: string
}

/** Milliseconds; changes empty the cache at once, this only bounds a lost notification. */
const cacheTime = 60_000

export const flowCache = sharedCache<LoadedFlow>({ channel: 'guiche_bot_flow', ttl: cacheTime })

/** The bots of a company read anew what they are told, on every node, once the transaction commits. */
export const invalidateFlows = (tx: Ctx, companyId: number): Promise<void> => flowCache.forget(tx, `${companyId}:`)

/** The same after a change that has been committed already. */
export const refreshFlows = (ctx: Ctx, companyId: number): Promise<void> =>
  inTransaction(ctx, (tx) => invalidateFlows(tx, companyId))

interface Answered {
  promptId: number | null
  integrationId: number | null
}

/** Who answers in a place, as far as the company's plan has it. */
async function autoRespondersOf(ctx: Ctx, companyId: number): Promise<(place: Answered) => AutoResponder | null> {
  const plan = await planOf(ctx, companyId)
  const [hasAi, hasFlows] = [isPlanFlagOn(plan, 'useOpenAi'), isPlanFlagOn(plan, 'useIntegrations')]
  return ({ promptId, integrationId }) => {
    if (hasAi && promptId !== null) return { kind: 'prompt', id: promptId }
    return hasFlows && integrationId !== null ? { kind: 'integration', id: integrationId } : null
  }
}

/** What a company says of itself, whatever the connection. */
async function companyFlow(ctx: Ctx, companyId: number) {
  const company = await companyById(ctx, companyId)
  const scheduleType = await settingOf(ctx, companyId, 'scheduleType')
  const hours: OpeningHours = {
    timeZone: company.timeZone,
    schedules: company.schedules as ScheduleRow[],
    holidays: company.holidays as HolidayRow[]
  }
  return {
    hours,
    queuesHaveHours: scheduleType === 'queue',
    shared: {
      language: await botLanguageOf(ctx, companyId),
      greetsAlone: (await settingOf(ctx, companyId, 'sendGreetingMessageOneQueues')) === 'enabled',
      asksRating: (await settingOf(ctx, companyId, 'userRating')) === 'enabled',
      refusesCalls: (await settingOf(ctx, companyId, 'call')) === 'disabled',
      hours: scheduleType === 'company' ? hours : null,
      company: { status: company.status, dueDate: company.dueDate }
    }
  }
}

async function flowQueues(
  ctx: Ctx,
  companyId: number,
  queues: readonly Queue[],
  hours: OpeningHours | null
): Promise<FlowQueue[]> {
  const autoResponderIn = await autoRespondersOf(ctx, companyId)
  const options = Map.groupBy(
    await optionsOfQueues(
      ctx.db,
      companyId,
      queues.map(({ id }) => id)
    ),
    ({ queueId }) => queueId
  )
  return queues.map(({ id, name, greetingMessage, outOfHoursMessage, schedules, ...place }) => ({
    id,
    name,
    greeting: greetingMessage,
    outOfHours: outOfHoursMessage,
    hours: hours === null ? null : { ...hours, schedules },
    options: treeOf(options.get(id) ?? []),
    autoResponder: autoResponderIn(place)
  }))
}

const minutes = 60_000

/** What a connection's bot is told, read afresh. Errors: ERR_NO_WAPP_FOUND, ERR_NO_COMPANY_FOUND. */
export async function loadFlow(ctx: Ctx, { companyId, connectionId }: ConnectionRef): Promise<LoadedFlow> {
  const connection: Connection = await connectionById(ctx, companyId, connectionId)
  const { hours, queuesHaveHours, shared } = await companyFlow(ctx, companyId)
  const all = new Map((await listQueues(ctx, companyId)).map((queue) => [queue.id, queue]))
  const queues = connection.queueIds.flatMap((id) => all.get(id) ?? [])
  return {
    ...shared,
    greeting: connection.greetingMessage,
    completion: connection.complationMessage,
    ratingRequest: connection.ratingMessage,
    outOfHours: connection.outOfHoursMessage,
    inactive: connection.expiresInactiveMessage,
    mostMenus: connection.maxUseBotQueues,
    menuInterval: connection.timeUseBotQueues * minutes,
    transferQueueId: connection.transferQueueId,
    autoResponder: (await autoRespondersOf(ctx, companyId))(connection),
    queues: await flowQueues(ctx, companyId, queues, queuesHaveHours ? hours : null)
  }
}

/** The same for a queue as if it were the only one of a connection. Errors: ERR_NO_QUEUE_FOUND. */
export async function loadQueueFlow(ctx: Ctx, companyId: number, queueId: number): Promise<BotFlow> {
  const queue = await showQueue(ctx, companyId, queueId)
  const { hours, queuesHaveHours, shared } = await companyFlow(ctx, companyId)
  return {
    ...shared,
    // Whoever tries a queue wants to read its greeting.
    greetsAlone: true,
    greeting: '',
    completion: '',
    ratingRequest: '',
    outOfHours: '',
    mostMenus: 0,
    menuInterval: 0,
    transferQueueId: null,
    autoResponder: null,
    queues: await flowQueues(ctx, companyId, [queue], queuesHaveHours ? hours : null)
  }
}

/** What a connection's bot is told; from memory nearly always. Errors: those of `loadFlow`. */
export const flowOf = (ctx: Ctx, ref: ConnectionRef): Promise<LoadedFlow> =>
  flowCache.get(ctx, `${ref.companyId}:${ref.connectionId}`, () => loadFlow(ctx, ref))

/** False for a company that was deactivated or has not paid: nothing is sent in its name. */
export const maySpeak = ({ company }: LoadedFlow, now: number): boolean => companyStanding(company, now).isOperating
