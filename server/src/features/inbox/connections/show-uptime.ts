// How much of the last days the connections of a company had WhatsApp.
import { uptimeDays, type Uptime, type UptimeDetails } from '@guiche/shared/features/inbox/connection-uptime.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './outages.repo.ts'
import { daysOf, lastDays, outagesOf, shareOf } from './uptime.ts'

async function detailsOf(ctx: Ctx, companyId: number, id?: number): Promise<UptimeDetails[]> {
  const { timeZone } = await companyById(ctx, companyId)
  const now = ctx.now()
  const spans = lastDays(now, timeZone, uptimeDays)
  const from = new Date(spans[0]?.from ?? now)
  const [watched, outages] = await Promise.all([
    repo.watchedConnections(ctx.db, companyId, id),
    repo.outagesSince(ctx.db, companyId, from, id)
  ])
  const byConnection = Map.groupBy(outages, ({ connectionId }) => connectionId)
  return watched.map(({ connectionId, watchedFrom }) => {
    const own = byConnection.get(connectionId) ?? []
    const days = daysOf(spans, watchedFrom, own, now)
    const watchedSince = watchedFrom?.toISOString() ?? null
    return { connectionId, watchedFrom: watchedSince, share: shareOf(days), days, outages: outagesOf(own, now) }
  })
}

/** Of every connection, in the order in which they were made. */
export async function listUptime(ctx: Ctx, { companyId }: Actor): Promise<Uptime[]> {
  return (await detailsOf(ctx, companyId)).map(({ connectionId, watchedFrom, share }) => ({
    connectionId,
    watchedFrom,
    share
  }))
}

/** Errors: ERR_NO_WAPP_FOUND. */
export async function showUptime(ctx: Ctx, { companyId }: Actor, id: number): Promise<UptimeDetails> {
  const [details] = await detailsOf(ctx, companyId, id)
  if (!details) throw new AppError('ERR_NO_WAPP_FOUND')
  return details
}
