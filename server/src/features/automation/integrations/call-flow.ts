// Calls to flows outside of the house: JSON there and back, with a limit of time and what went wrong in few words.
import type { Ctx } from '#platform/ctx.ts'
import { CallOutError, fetchOut } from '#platform/outgoing/call-out.ts'
import { AutoResponderError } from '#features/automation/auto-responders/reply.ts'

/** Milliseconds a flow may take. */
const patience = 30_000
/** Bytes of an answer. */
const most = 1024 * 1024

interface FlowCall {
  /** In whose name. */
  companyId: number
  url: string
  body: string
  headers?: Record<string, string>
}

/** Errors: AutoResponderError; final when asking again would not help. */
export async function callFlow(
  ctx: Ctx,
  { companyId, url, body, headers = {} }: FlowCall
): Promise<{ status: number; text: string }> {
  if (url.trim() === '') throw new AutoResponderError('setup', 'URL', { isFinal: true })
  try {
    const answer = await fetchOut({ config: ctx.config, companyId }, { most, timeout: patience })(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'Guiche', ...headers },
      body
    })
    return { status: answer.status, text: await answer.text() }
  } catch (cause) {
    if (!(cause instanceof CallOutError)) throw new AutoResponderError('setup', 'URL', { isFinal: true, cause })
    const { failure, message } = cause
    if (failure === 'timeout' || failure === 'unreachable') throw new AutoResponderError(failure, message, { cause })
    throw new AutoResponderError('setup', message, { isFinal: true, cause })
  }
}

/** The answer of a call that was taken. Errors: AutoResponderError for any other. */
export function accepted({ status, text }: { status: number; text: string }): string {
  if (status >= 200 && status < 300) return text
  const isPassing = status === 408 || status === 429 || status >= 500
  throw new AutoResponderError('refused', `HTTP ${status}`, { isFinal: !isPassing })
}

/** Undefined for what is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
