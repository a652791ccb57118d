// Who signs in with a second factor only, and from when: what a company demands of its people and a server of super users.
import type { Ctx } from '#platform/ctx.ts'
import { settingChangedAt, settingOf } from '#features/org/settings/settings.service.ts'

/** Milliseconds. */
const day = 24 * 3600 * 1000
/** Days in which a new super user sets theirs up. */
const superGraceDays = 7

/** Whoever a demand may concern. */
export interface DemandedOf {
  companyId: number
  profile: string
  isSuper: boolean
  createdAt: Date
}

/** Nobody has less than the days of grace, be the demand new or the account. */
async function demandOfCompany(ctx: Ctx, { companyId, profile, createdAt }: DemandedOf): Promise<Date | null> {
  const group = await settingOf(ctx, companyId, 'secondFactorFor')
  if (group === 'nobody' || (group === 'admins' && profile !== 'admin')) return null
  const days = Number(await settingOf(ctx, companyId, 'secondFactorGraceDays'))
  const begun = await settingChangedAt(ctx, companyId, 'secondFactorFor')
  return new Date(Math.max(begun?.getTime() ?? 0, createdAt.getTime()) + days * day)
}

const demandOfServer = ({ config }: Ctx, { isSuper, createdAt }: DemandedOf): Date | null =>
  isSuper && config.superSecondFactor ? new Date(createdAt.getTime() + superGraceDays * day) : null

/** The moment from which the account signs in with a second factor only; null where nobody demands one. */
export async function demandedFrom(ctx: Ctx, account: DemandedOf): Promise<Date | null> {
  const [first, second] = [await demandOfCompany(ctx, account), demandOfServer(ctx, account)]
  if (first === null || second === null) return first ?? second
  return first < second ? first : second
}

/** Whether clients that know no second factor sign this account in with the password alone. */
export const takesPasswordAlone = async (ctx: Ctx, { companyId, isSuper }: DemandedOf): Promise<boolean> =>
  !isSuper && (await settingOf(ctx, companyId, 'passwordOnlyClients')) === 'enabled'
