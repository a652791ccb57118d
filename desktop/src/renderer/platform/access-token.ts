// The access token: where it is kept, what it claims, and how exactly one refresh renews it.
import { refreshToken, type LoginReply } from '@guiche/shared/features/org/auth.ts'
import { ApiError, errorOfAnswer, unreachable } from './api-error.ts'
import { serverAddress } from './server-address.ts'

const storageKey = 'token'

interface Claims {
  /** Id of the login session. */
  sid?: string
  /** Seconds since 1970. */
  exp?: number
}

/** The stored token; clients of the family keep it JSON-encoded. */
export const readToken = (): string | null => {
  const stored = localStorage.getItem(storageKey)
  return stored === null ? null : stored.replace(/^"|"$/g, '')
}
export const storeToken = (token: string): void => localStorage.setItem(storageKey, JSON.stringify(token))
export const clearToken = (): void => localStorage.removeItem(storageKey)

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

const askForToken = async (): Promise<LoginReply> => {
  let response: Response
  try {
    response = await fetch(`${serverAddress()}${refreshToken.path}`, { method: 'POST', credentials: 'include' })
  } catch (error) {
    throw Object.assign(new ApiError(0, { error: unreachable }), { cause: error })
  }
  const text = await response.text()
  if (!response.ok) throw errorOfAnswer(response.status, text)
  const reply = JSON.parse(text) as LoginReply
  storeToken(reply.token)
  return reply
}

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
