// The sentence a person reads for an error: translated code, raw code, plain string, or the last resort.
import i18next from 'i18next'
import { formatDate, formatDateTime, formatSize } from '../text/format.ts'
import { ApiError, aborted } from './api-error.ts'

/** Text for an error in the chosen language. */
export function errorText(error: unknown): string {
  if (typeof error === 'string' && error !== '') return translated(error, {})
  if (!(error instanceof ApiError) || error.code === '') return textOf('errors:unknown', {})
  return translated(error.code, error.values)
}

/** Codes come from outside, so their keys cannot be checked while compiling. */
const textOf = i18next.t as (key: string, options: object) => string

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const day = /^\d{4}-\d{2}-\d{2}$/

/** Moments (ISO 8601), days, and bytes (by the name of the value) as people of the country write them. */
function readable(values: Record<string, string | number>): Record<string, string | number> {
  const shown = (name: string, value: string | number) => {
    if (name.endsWith('Bytes')) return formatSize(Number(value))
    if (instant.test(String(value))) return formatDateTime(value)
    return day.test(String(value)) ? formatDate(value) : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)]))
}

function translated(code: string, values: Record<string, string | number>): string {
  const key = `errors:${code}`
  if (!/^\w+$/.test(code) || !i18next.exists(key)) return code
  // `ERR_X_limit` is the sentence for when the server names the limit.
  return textOf(key, { ...readable(values), context: Object.keys(values)[0] ?? '' })
}

/** True for a call that was taken back on purpose, of which nobody needs to hear. */
export const isSilent = (error: unknown): boolean => error instanceof ApiError && error.code === aborted
