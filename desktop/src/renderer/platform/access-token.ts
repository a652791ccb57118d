// The access token: where it is kept, what it claims, and how exactly one refresh renews it.
import { refreshToken, type LoginReply } from '@guiche/shared/features/org/auth.ts'
import { contractHeader, contractVersion } from '@guiche/shared/kernel/contract-client.ts'
import { renewThere, type ServerAnswer } from '#bridge/login-channels.ts'
import { ApiError, errorOfAnswer, unreachable } from './api-error.ts'
import { ask, hasShell, shellStart } from './bridge.ts'
import { serverAddress } from './server-address.ts'

const storageKey = 'token'

interface Claims {
  /** Id of the login session. */
  sid?: string
  /** Seconds since 1970. */
  exp?: number
}

/** In the shell the token is held by the page alone: nothing of a login lies on the disk unencrypted. */
let held: string | null = null

/** The stored token; clients of the family keep it JSON-encoded. */
export const readToken = (): string | null => {
  if (hasShell()) return held
  const stored = localStorage.getItem(storageKey)
  return stored === null ? null : stored.replace(/^"|"$/g, '')
}
export const storeToken = (token: string): void => {
  if (hasShell()) held = token
  else localStorage.setItem(storageKey, JSON.stringify(token))
}
export const clearToken = (): void => {
  held = null
  localStorage.removeItem(storageKey)
}

/** True when somebody was signed in when this page was left. */
export const hasKeptLogin = (): boolean => (hasShell() ? shellStart()?.login === 'kept' : readToken() !== null)

/** What a token says about itself; empty when it is not a JWT. */
export const claimsOf = (token: string | null): Claims => {
  try {
    const body = (token ?? '').split('.')[1] ?? ''
    return JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) as Claims
  } catch {
    return {}
  }
}

/** True when the token ends within `seconds`. */
export const endsSoon = (token: string | null, seconds = 30): boolean => {
  const { exp } = claimsOf(token)
  return exp !== undefined && exp * 1000 - Date.now() < seconds * 1000
}

const fetchToken = async (): Promise<ServerAnswer> => {
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

/** Takes the token out of the answer to a login or a refresh. Errors: ApiError of a refusal, or of no answer. */
export const takeLogin = ({ status, text }: ServerAnswer): LoginReply => {
  if (status === 0 && text === '') throw new ApiError(0, { error: unreachable })
  if (status < 200 || status > 299) throw errorOfAnswer(status, text)
  const reply = JSON.parse(text) as LoginReply
  storeToken(reply.token)
  return reply
}

/** In the shell the refresh token is main's, and so is the call. */
const askForToken = async (): Promise<LoginReply> => takeLogin(await (hasShell() ? ask(renewThere) : fetchToken()))

/** Other windows of this browser share the cookie that a refresh rotates, so they take turns. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('guiche-refresh', work) : work()

/** Renews the token and returns it with its user; for the start of the console. Errors: ApiError. */
export const refreshLogin = (): Promise<LoginReply> => inTurn(askForToken)

let renewing: Promise<string> | null = null

/** A token newer than `rejected`; callers that come meanwhile share the one request. Errors: ApiError. */
export const tokenAfter = (rejected: string | null): Promise<string> => {
  renewing ??= inTurn(async () => {
    const present = readToken()
    // Another call or another window was quicker.
    if (present !== null && present !== rejected) return present
    return (await askForToken()).token
  }).finally(() => {
    renewing = null
  })
  return renewing
}
