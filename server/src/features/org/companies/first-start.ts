// The first start: plans to choose from, and a super user with a company of their own.
import { randomInt } from 'node:crypto'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { ensurePlans } from '#features/org/plans/plans.service.ts'
import { firstSettings } from '#features/org/settings/settings.service.ts'
import { createFirstAdmin, superUserExists } from '#features/org/users/users.service.ts'
import { insertCompany, lockFirstStart } from './companies.repo.ts'
import { recordNewCompany } from './record-company.ts'

const superCompanyName = 'Guichê'
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

/** The start ends with this sentence; nothing has been made. */
function refusal(error: unknown, email: string): unknown {
  const code = error instanceof AppError ? error.code : undefined
  if (code === 'ERR_EMAIL_ALREADY_EXISTS') {
    return new Error(`SUPER_EMAIL: ${email} belongs to somebody who is no super user; set another one`, {
      cause: error
    })
  }
  if (code === 'ERR_PASSWORD_COMMON') {
    return new Error('SUPER_PASSWORD: it is one of the most common passwords; set another one', { cause: error })
  }
  return error
}

const generatedPassword = (): string => Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')

/**
 * Creates what is missing, once over all nodes. A generated password is shown by `print` alone and kept nowhere.
 */
export async function prepareFirstStart(
  ctx: Ctx,
  print: (text: string) => void = (text) => void process.stdout.write(text)
): Promise<void> {
  const password = ctx.config.superPassword ?? generatedPassword()
  const isMade = await inTransaction(ctx, async (tx) => {
    await lockFirstStart(tx.db)
    const plan = await ensurePlans(tx)
    if (await superUserExists(tx)) return false
    const email = ctx.config.superEmail.toLowerCase()
    const company = await insertCompany(tx.db, { name: superCompanyName, email, planId: plan?.id ?? null })
    recordNewCompany(tx, company)
    await firstSettings(tx, company.id, { campaignsEnabled: 'true' })
    const person = { companyId: company.id, name: 'Super', email, password, super: true }
    await createFirstAdmin(tx, person).catch((error: unknown) => {
      throw refusal(error, email)
    })
    return true
  })
  if (!isMade || ctx.config.superPassword !== undefined) return
  print(`\nSuper user: ${ctx.config.superEmail}\nPassword:   ${password}\nIt is shown this once. Keep it.\n\n`)
}
