// Refuses an address that a form gives when calls to it would be refused.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { CallOutError, checkAddress, type OutgoingCaller } from './call-out.ts'

/** Nothing for a field that is left out. Errors: ERR_ADDRESS_INTERNAL, ERR_ADDRESS_INVALID, beside the field. */
export function checkAddressField(caller: OutgoingCaller, field: string, url: string | undefined): void {
  if (url === undefined) return
  try {
    checkAddress(caller, url)
  } catch (error) {
    if (!(error instanceof CallOutError)) throw error
    const code = error.failure === 'internal' ? 'ERR_ADDRESS_INTERNAL' : 'ERR_ADDRESS_INVALID'
    throw new AppError(code, { fields: { [field]: code } })
  }
}
