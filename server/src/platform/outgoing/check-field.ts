// Refuses an address that a form gives when calls to it would be refused.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'
import { CallOutError, checkAddress } from './call-out.ts'

/** Nothing for a field that is left out. Errors: ERR_ADDRESS_INTERNAL, ERR_ADDRESS_INVALID, beside the field. */
export const checkAddressField = ({ config }: Pick<Ctx, 'config'>, field: string, url: string | undefined): void => {
  if (url === undefined) return
  try {
    checkAddress(config, url)
  } catch (error) {
    if (!(error instanceof CallOutError)) throw error
    const code = error.failure === 'internal' ? 'ERR_ADDRESS_INTERNAL' : 'ERR_ADDRESS_INVALID'
    throw new AppError(code, { fields: { [field]: code } })
  }
}
