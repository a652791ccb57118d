// What kept a model from answering, and whether asking again may help.
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai/error'
import { CallOutError } from '#platform/outgoing/call-out.ts'
import { AutoResponderError } from '#features/automation/auto-responders/reply.ts'

/** Statuses after which asking again may help. */
const isPassing = (status: number | undefined): boolean =>
  status === undefined || status === 408 || status === 409 || status === 429 || status >= 500

/** What kept a model from answering, as attendants and the job need it. */
export function failureOf(error: unknown): AutoResponderError {
  if (error instanceof AutoResponderError) return error
  const cause = error instanceof APIConnectionError ? error.cause : error
  if (cause instanceof CallOutError) {
    const { failure, message } = cause
    // Whoever waited in vain for so long is not left waiting twice more.
    if (failure === 'timeout') return new AutoResponderError(failure, message, { isFinal: true, cause: error })
    if (failure === 'unreachable') return new AutoResponderError(failure, message, { cause: error })
    return new AutoResponderError('setup', message, { isFinal: true, cause: error })
  }
  if (error instanceof APIConnectionTimeoutError)
    return new AutoResponderError('timeout', '', { isFinal: true, cause: error })
  if (error instanceof APIError && error.status !== undefined) {
    const { status, code } = error as { status: number; code?: string | null }
    const isFinal = !isPassing(status) || code === 'insufficient_quota'
    return new AutoResponderError('refused', `HTTP ${status}${code ? ` ${code}` : ''}`, { isFinal, cause: error })
  }
  return new AutoResponderError('unreadable', '', { cause: error })
}
