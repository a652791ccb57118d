// The error of a refused or failed call, as every part of the console sees it.
import type { ErrorBody } from '@guiche/shared/kernel/app-error.ts'

export class ApiError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The `error` field: mostly a code of the catalogue, sometimes plain or JSON text. */
  readonly code: string
  readonly fields: Record<string, string>
  readonly values: Record<string, string | number>

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? body.error ?? `status ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = body.error ?? ''
    this.fields = body.fields ?? {}
    this.values = body.values ?? {}
  }
}

/** Code of a call that got no answer: no network, or no server. */
export const unreachable = 'unreachable'
/** Code of a call that took too long. */
export const timedOut = 'timedOut'
/** Code of a call that the caller took back. */
export const aborted = 'aborted'

/** True for an ApiError with this code. */
export const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code

/** The error a refused answer stands for; answers without a JSON body keep their status only. */
export function errorOfAnswer(status: number, text: string): ApiError {
  try {
    const body = JSON.parse(text) as unknown
    if (typeof body === 'string') return new ApiError(status, { error: body })
    if (typeof body === 'object' && body !== null) {
      const { error, ...rest } = body as Partial<ErrorBody>
      return new ApiError(status, { ...rest, error: typeof error === 'string' ? error : '' })
    }
  } catch {
    // A proxy's page instead of our JSON.
  }
  return new ApiError(status, {})
}
