// The sentence a person reads for an error: translated code, raw code, plain string, or the last resort.
import i18next from 'i18next'
import { ApiError, aborted } from './api-error.ts'

const lastResort = 'An error occurred!'

/** Text for an error in the chosen language. */
export const errorText = (error: unknown): string => {
  if (typeof error === 'string' && error !== '') return translated(error, {})
  if (!(error instanceof ApiError) || error.code === '') return lastResort
  return translated(error.code, error.values)
}

const translated = (code: string, values: Record<string, string | number>): string => {
  const key = `errors:${code}`
  return /^\w+$/.test(code) && i18next.exists(key) ? i18next.t(key as 'errors:ERR_INTERNAL', values) : code
}

/** True for a call that was taken back on purpose, of which nobody needs to hear. */
export const isSilent = (error: unknown): boolean => error instanceof ApiError && error.code === aborted
