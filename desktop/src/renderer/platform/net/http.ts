// Calls endpoints of the server: credentials, bearer token, one shared refresh and one retry, typed errors.
import ky, { isTimeoutError } from 'ky'
import { asOfHeader } from '@guiche/shared/kernel/as-of.ts'
import { contractHeader, contractVersion } from '@guiche/shared/kernel/contract-client.ts'
import type { Endpoint, EndpointInput, EndpointResult } from '@guiche/shared/kernel/endpoint.ts'
import { hasStoredLogin, readToken, tokenAfter } from './access-token.ts'
import { beginAsking, noteAge } from './as-of.ts'
import { ApiError, aborted, errorOfAnswer, timedOut, unreachable } from './api-error.ts'
import { hasShell } from '../device/bridge.ts'
import { endpointUrl } from './endpoint-url.ts'
import { createListeners } from './listeners.ts'
import { noteServerTime } from './server-clock.ts'

/** Milliseconds without an answer after which a call gives up. */
const patience = 30_000

const sessionEnd = createListeners<[ApiError]>()
/** Calls back when the server says that the login is over (401). Returns the way to stop. */
export const onSessionEnd = sessionEnd.add
/** Tells everybody that the login is over. */
export const endSession = sessionEnd.notify

interface Answer {
  status: number
  text: string
}

function renewed(rejected: string | null): Promise<string> {
  return tokenAfter(rejected).catch((refused: unknown) => {
    if (refused instanceof ApiError && refused.status === 401) endSession(refused)
    throw refused
  })
}

/**
 * Runs `attempt` with the token; when the server asks for a fresh one, renews it once and tries once more.
 * Errors: ApiError.
 */
export async function withFreshToken(
  endpoint: Endpoint,
  attempt: (token: string | null) => Promise<Answer>
): Promise<string> {
  const isPublic = endpoint.access === 'public'
  // A page that has just been loaded knows no token yet; the desktop app shows what it knows meanwhile.
  const isKept = hasShell() || hasStoredLogin()
  const token = readToken() ?? (isKept && !isPublic ? await renewed(null) : null)
  let answer = await attempt(token)
  let error = refusal(answer)
  if (error?.status === 403 && error.code === 'ERR_SESSION_EXPIRED' && !isPublic) {
    answer = await attempt(await renewed(token))
    error = refusal(answer)
  }
  if (error === null) return answer.text
  // A public call, such as the login, may answer 401 without anybody's login being over.
  if (error.status === 401 && !isPublic) endSession(error)
  throw error
}

const refusal = ({ status, text }: Answer): ApiError | null =>
  status >= 200 && status < 300 ? null : errorOfAnswer(status, text)

/** Errors: ApiError for an answer that refuses. */
function accepted(answer: Answer): string {
  const error = refusal(answer)
  if (error) throw error
  return answer.text
}

function failureOf(error: unknown): ApiError {
  if (isTimeoutError(error)) return new ApiError(0, { error: timedOut })
  const name = error instanceof Error ? error.name : ''
  return Object.assign(new ApiError(0, { error: name === 'AbortError' ? aborted : unreachable }), { cause: error })
}

interface CallOptions {
  signal?: AbortSignal
  /** False for the calls that must carry neither cookie nor token. */
  credentials?: boolean
  /** Milliseconds; longer than usual for calls that are known to be slow. */
  timeout?: number
  /** Calls as a program with this token instead of the person who is signed in. */
  bearer?: string
}

let ofLogin = new AbortController()

/** Aborted when the present login ends. */
export const loginSignal = (): AbortSignal => ofLogin.signal

/** Breaks off what was asked in a login that is over: an answer that came later would be kept for whoever signs in next. */
export function abandonCalls(): void {
  ofLogin.abort()
  ofLogin = new AbortController()
}

/** Calls an endpoint and returns its typed result. Errors: ApiError; `aborted` where the login ended meanwhile. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input?: EndpointInput<E>,
  options: CallOptions = {}
): Promise<EndpointResult<E>> {
  const url = endpointUrl(endpoint, input)
  const body = input?.body as unknown
  const withCredentials = options.credentials !== false && options.bearer === undefined
  const signals = endpoint.access === 'public' ? [] : [loginSignal()]
  const signal = AbortSignal.any(options.signal ? [...signals, options.signal] : signals)
  const { askedAt, end } = beginAsking()
  let seq: number | null = null
  const attempt = async (token: string | null): Promise<Answer> => {
    try {
      const response = await ky(url, {
        method: endpoint.method,
        credentials: withCredentials ? 'include' : 'omit',
        headers: {
          [contractHeader]: contractVersion,
          ...(options.credentials !== false && token !== null ? { authorization: `Bearer ${token}` } : {})
        },
        ...(body === undefined ? {} : body instanceof FormData ? { body } : { json: body }),
        // Answers hold messages: none of them is for the browser's own store on the disk.
        cache: 'no-store',
        retry: 0,
        timeout: options.timeout ?? patience,
        throwHttpErrors: false,
        signal
      })
      noteServerTime(response.headers.get('date'))
      const said = response.headers.get(asOfHeader)
      seq = said === null ? null : Number(said)
      const answer = { status: response.status, text: await response.text() }
      // Not even one that came in the same moment.
      signal.throwIfAborted()
      return answer
    } catch (error) {
      throw failureOf(error)
    }
  }
  try {
    const text =
      options.bearer === undefined ? await withFreshToken(endpoint, attempt) : accepted(await attempt(options.bearer))
    const answer = (text === '' ? {} : JSON.parse(text)) as EndpointResult<E>
    if (typeof answer === 'object' && answer !== null) noteAge(answer, { seq, askedAt })
    return answer
  } finally {
    end()
  }
}
