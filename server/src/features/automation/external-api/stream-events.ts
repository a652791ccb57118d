// The line on which a program hears the events of its connection as they happen, and goes on where it stopped.
import {
  listExternalEvents,
  mostStreams,
  streamCloseCodes,
  streamHeartbeat,
  streamPatience,
  type ExternalEvent
} from '@guiche/shared/features/automation/external-events.ts'
import { isPlanFlagOn } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { externalCaller } from '#features/inbox/connections/connection-tokens.ts'
import type { ExternalCaller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { lastSeq } from '#platform/events/event-log.repo.ts'
import { hashOfToken } from '#platform/secrets/token-hash.ts'
import type { RawLine, RawRequest, RawRoute } from '#platform/realtime/raw-lines.ts'
import { createSignal, type Signal } from '#platform/work/signal.ts'
import { readOutwardEvents } from './read-outward-events.ts'

/** Events handed over in one go: what a slow reader can leave lying in memory. */
const portion = 50

type Caller = Pick<RawRequest, 'token' | 'address'>

/** Errors: ERR_CONNECTION_TOKEN_INVALID, ERR_TOO_MANY_REQUESTS, ERR_PLAN_FEATURE_OFF. */
async function listener(ctx: Ctx, { token, address }: Caller): Promise<ExternalCaller> {
  const caller = await externalCaller(ctx, token, address)
  checkListener(caller)
  return caller
}

function checkListener({ planFlags }: ExternalCaller): void {
  if (!isPlanFlagOn(planFlags, 'useExternalApi')) throw new AppError('ERR_PLAN_FEATURE_OFF')
}

interface Page {
  events: ExternalEvent[]
  seq: number
  hasMore: boolean
}

/** A page of the connection's events after a number. Errors: ERR_SYNC_TOO_OLD, ERR_PLAN_FEATURE_OFF. */
export async function readEvents(ctx: Ctx, caller: ExternalCaller, after: number): Promise<Page> {
  checkListener(caller)
  const { events, ...page } = await readOutwardEvents(ctx, caller.companyId, after)
  const own = events.filter(({ connectionId }) => connectionId === caller.connectionId)
  const shown = own.map((outward) => {
    const { connectionId: _, ...event } = outward
    return event
  })
  return { ...page, events: shown }
}

/** Where a line goes on. Errors: ERR_VALIDATION. */
async function startOf(ctx: Ctx, { companyId }: ExternalCaller, query: URLSearchParams): Promise<number> {
  if (!query.has('after')) return lastSeq(ctx.db, companyId)
  const parsed = listExternalEvents.query?.safeParse({ after: query.get('after') })
  if (!parsed?.success) throw new AppError('ERR_VALIDATION')
  return parsed.data.after
}

async function talk(ctx: Ctx, line: RawLine, request: RawRequest, signal: Signal) {
  const tell = async (messages: object[]): Promise<boolean> =>
    messages.length === 0 ||
    line.send(
      messages.map((message) => JSON.stringify(message)),
      streamPatience
    )
  const caller = await listener(ctx, request)
  const cutOff = (): void => {
    ctx.log.info({ companyId: caller.companyId, connectionId: caller.connectionId }, 'a slow reader was cut off')
    line.close(streamCloseCodes.tooSlow, 'too slow')
  }
  let seq = await startOf(ctx, caller, request.query)
  await tell([{ type: 'ready', seq }])
  let saidAt = Date.now()
  while (line.isOpen()) {
    // Asked anew each time: a token that was changed, or a plan without it, ends the line at once.
    const page = await readEvents(ctx, await listener(ctx, request), seq)
    const messages = page.events.map((event) => ({ type: 'event', ...event }))
    for (let from = 0; from < messages.length; from += portion) {
      if (!(await tell(messages.slice(from, from + portion)))) return cutOff()
    }
    seq = page.seq
    if (messages.length > 0) saidAt = Date.now()
    if (page.hasMore) continue
    const left = saidAt + streamHeartbeat - Date.now()
    if (left > 0) await signal.wait(left)
    else {
      if (!(await tell([{ type: 'heartbeat', seq }]))) return cutOff()
      saidAt = Date.now()
    }
  }
}

function closeCodeOf({ code }: AppError): number {
  if (code === 'ERR_SYNC_TOO_OLD') return streamCloseCodes.tooOld
  return code === 'ERR_TOO_MANY_REQUESTS' ? streamCloseCodes.tooMany : streamCloseCodes.refused
}

/** The route of the line. */
export function eventStream(ctx: Ctx): RawRoute {
  /** How many lines, by the hash of their token. */
  const open = new Map<string, number>()
  const follow = async (line: RawLine, request: RawRequest): Promise<void> => {
    const signal = createSignal()
    const name = hashOfToken(request.token ?? '')
    const count = open.get(name) ?? 0
    if (count >= mostStreams) return line.close(streamCloseCodes.tooMany, 'too many lines')
    open.set(name, count + 1)
    const place = { companyId: 0 }
    const stop = ctx.realtime.watch((companyId) => {
      if (companyId === place.companyId) signal.set()
    })
    line.onClose(() => {
      stop()
      signal.set()
      const left = (open.get(name) ?? 1) - 1
      if (left > 0) open.set(name, left)
      else open.delete(name)
    })
    place.companyId = (await listener(ctx, request)).companyId
    await talk(ctx, line, request, signal)
  }
  return {
    path: listExternalEvents.path,
    heartbeat: streamHeartbeat,
    open: (line, request) =>
      void follow(line, request).catch((error: unknown) => {
        if (error instanceof AppError) return line.close(closeCodeOf(error), error.code)
        ctx.log.error({ err: error }, 'a line of the event stream broke')
        line.close(1011, 'ERR_INTERNAL')
      })
  }
}
