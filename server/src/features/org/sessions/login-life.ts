// How long a login lives: as its company has it, and no longer than the server allows.
import type { Ctx } from '#platform/ctx.ts'
import { settingOf } from '#features/org/settings/settings.service.ts'

/** Milliseconds. */
const day = 24 * 3600 * 1000

/** When a login ends that signed in and was last used at these moments: without use, or after its whole life. */
export async function endOfLogin(
  ctx: Ctx,
  companyId: number,
  { createdAt, usedAt }: { createdAt: Date; usedAt: Date }
): Promise<Date> {
  const daysOf = async (key: 'loginDays' | 'loginIdleDays') => Number(await settingOf(ctx, companyId, key)) * day
  const whole = Math.min(await daysOf('loginDays'), ctx.config.loginLife * 1000)
  const idle = Math.min(await daysOf('loginIdleDays'), ctx.config.loginIdle * 1000)
  return new Date(Math.min(createdAt.getTime() + whole, usedAt.getTime() + idle))
}
