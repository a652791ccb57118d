// The access token: where it is kept, what it claims, and how exactly one refresh renews it.
import { refreshToken, type LoginReply } from '@guiche/shared/features/org/auth.ts'
import { contractHeader, contractVersion } from '@guiche/shared/kernel/contract-client.ts'
import { renewThere, type ServerAnswer } from '#bridge/login-channels.ts'
import { ApiError, aborted, errorOfAnswer, unreachable } from './api-error.ts'
import { invoke, hasShell, shellStart } from '../device/bridge.ts'
import { serverAddress } from '../session/server-address.ts'

/** Where the token was kept before; the legacy console keeps it there still, on its own origin. */
const formerKey = 'token'
/** Who is signed in, as legacy clients spell it: tells a start that there is a login, and nothing else. */
export const identityKeys = ['companyId', 'userId', 'companyDueDate', 'cshow'] as const

interface Claims {
  id?: number
  companyId?: number
  /** Id of the login session. */
  sid?: string
  /** Seconds since 1970. */
  exp?: number
}

/**
 * Held by the page alone: no script that reads storage, no copy of a disk has it. A reload asks for the next one, by the
 * cookie in a browser and by the keychain in the shell.
 */
let held: string | null = null
localStorage.removeItem(formerKey)

export const readToken = (): string | null => held
export function storeToken(token: string): void {
  held = token
}
export function clearToken(): void {
  held = null
}

/** True when somebody was signed in when this page was left. */
export const hasStoredLogin = (): boolean =>
  hasShell() ? shellStart()?.login === 'kept' : held !== null || localStorage.getItem('userId') !== null

/** What a token says about itself; empty when it is not a JWT. */
export function claimsOf(token: string | null): Claims {
  try {
    const body = (token ?? '').split('.')[1] ?? ''
    return JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) as Claims
  } catch {
    return {}
  }
}

/** True when the token ends within `seconds`. */
export function endsSoon(token: string | null, seconds = 30): boolean {
  const { exp } = claimsOf(token)
  return exp !== undefined && exp * 1000 - Date.now() < seconds * 1000
}

async function fetchToken(): Promise<ServerAnswer> {
  try {
    const response = await fetch(`${serverAddress()}${refreshToken.path}`, {
      method: 'POST',
      credentials: 'include',
      headers: { [contractHeader]: contractVersion }
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    throw Object.assign(new ApiError(0, { error: unreachable }), { cause: error })
  }
}

function replyOf<T extends LoginReply = LoginReply>({ status, text }: ServerAnswer): T {
  if (status === 0 && text === '') throw new ApiError(0, { error: unreachable })
  if (status < 200 || status > 299) throw errorOfAnswer(status, text)
  return JSON.parse(text) as T
}

/** Takes the token out of the answer to a login or a refresh. Errors: ApiError of a refusal, or of no answer. */
export function takeLogin<T extends LoginReply = LoginReply>(answer: ServerAnswer): T {
  const reply = replyOf<T>(answer)
  storeToken(reply.token)
  return reply
}

/** In another tab somebody else has signed in, whom the cookie belongs to now: this page shows nothing of theirs. */
function isSomebodyElse(token: string): boolean {
  const [mine, theirs] = [claimsOf(held), claimsOf(token)]
  return held !== null && (mine.id !== theirs.id || mine.companyId !== theirs.companyId)
}

/** In the shell the refresh token is main's, and so is the call. */
async function askForToken(): Promise<LoginReply> {
  const reply = replyOf(await (hasShell() ? invoke(renewThere) : fetchToken()))
  if (isSomebodyElse(reply.token)) {
    window.location.reload()
    throw new ApiError(0, { error: aborted })
  }
  storeToken(reply.token)
  return reply
}

/** Other windows of this browser share the cookie that a refresh rotates, so they take turns. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('guiche-refresh', work) : work()

/** Renews the token and returns it with its user; for the start of the console. Errors: ApiError. */
export const refreshLogin = (): Promise<LoginReply> => inTurn(askForToken)

function createRenewal() {
  let renewing: Promise<string> | null = null
  return (rejected: string | null): Promise<string> => {
    renewing ??= inTurn(async () => {
      const present = readToken()
      // Another call was quicker.
      if (present !== null && present !== rejected) return present
      return (await askForToken()).token
    }).finally(() => {
      renewing = null
    })
    return renewing
  }
}

/** A token newer than `rejected`; callers that come meanwhile share the one request. Errors: ApiError. */
export const tokenAfter = createRenewal()
