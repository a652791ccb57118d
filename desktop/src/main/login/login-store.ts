// Signs in, stays signed in and signs out at the server in use. The refresh token is known here and nowhere else.
import { deviceCookie, login, logout, refreshCookie, refreshToken } from '@guiche/shared/features/org/auth.ts'
import { loginWithAppCode } from '@guiche/shared/features/org/passkeys.ts'
import { finishDemandedSecondFactor, finishLogin } from '@guiche/shared/features/org/second-factor.ts'
import { keychainLocked, type ServerAnswer } from '#bridge/login-channels.ts'
import type { Log } from '../platform/log.ts'
import type { SecureStore } from './secure-store.ts'
import { createSerialQueue } from '../platform/serial-queue.ts'
import type { Send, ServerResponse } from './server-request.ts'
import type { Settings } from '../platform/settings.ts'

export interface LoginStore {
  signIn(credentials: { email: string; password: string }): Promise<ServerAnswer>
  /** The second half of a login that was answered with a challenge; `isSetup` where the second factor was set up by then. */
  finishLogin(answer: { challenge: string; code: string; isSetup: boolean }): Promise<ServerAnswer>
  /** A login with the code that the browser has got for a passkey. */
  enterWithCode(answer: { code: string; codeVerifier: string }): Promise<ServerAnswer>
  /** A new access token for the login that is kept. */
  renew(): Promise<ServerAnswer>
  signOut(): Promise<void>
  /** Forgets the login at a server, by default the one in use, without telling it. */
  forget(server?: string | null): Promise<void>
  /** True when somebody is signed in at the server in use, also while the keychain is locked. */
  isKept(): boolean
  /** Gives a login that only the memory holds to the keychain, once there is one. */
  settle(): Promise<void>
}

interface Parts {
  server: () => string | null
  send: Send
  secrets: SecureStore
  settings: Settings
  log: Log
}

const secretName = (server: string): string => `refresh token ${server}`
/** What says that this computer has signed in there before, so that guesses of others do not keep its people out. */
const deviceName = (server: string): string => `known device ${server}`

/** The value of a cookie among `Set-Cookie` lines, or null. */
function valueIn(cookies: string[], name: string): string | null {
  const pattern = new RegExp(`(?:^|,\\s*)${name}=([^;,\\s]+)`)
  return cookies.map((line) => pattern.exec(line)?.[1]).find((value) => value !== undefined) ?? null
}

const nobody: ServerAnswer = { status: 401, text: JSON.stringify({ error: 'ERR_SESSION_ENDED' }) }
const locked: ServerAnswer = { status: 0, text: JSON.stringify({ error: keychainLocked }) }
const unanswered: ServerAnswer = { status: 0, text: '' }

const answerOf = ({ status, body }: ServerResponse): ServerAnswer => ({ status, text: body.toString() })

/** A login is over when Guichê itself says so; a proxy's page may carry the same status. */
const isOver = ({ status, text }: ServerAnswer): boolean => status === 401 && /"error"\s*:\s*"ERR_/.test(text)

const cookieOf = (token: string) => ({ cookie: `${refreshCookie}=${token}` })

function markLogin(settings: Settings, address: string, isIn: boolean): void {
  const others = settings.read('logins').filter((one) => one !== address)
  settings.write('logins', isIn ? [...others, address] : others)
}

async function storeLogin({ secrets, settings }: Parts, address: string, cookies: string[]): Promise<void> {
  const token = valueIn(cookies, refreshCookie)
  if (token === null) return
  const place = await secrets.set(secretName(address), token)
  // What only the memory holds is gone at the next start, and so is the login.
  markLogin(settings, address, place !== 'memory')
}

async function deleteLogin({ secrets, settings }: Parts, address: string): Promise<void> {
  markLogin(settings, address, false)
  await secrets.delete(secretName(address))
}

async function renewAt(parts: Parts, address: string): Promise<ServerAnswer> {
  const { send, secrets, settings, log } = parts
  const token = await secrets.get(secretName(address))
  if (token === null) return settings.read('logins').includes(address) ? locked : nobody
  const response = await send({ method: 'POST', url: address + refreshToken.path, headers: cookieOf(token) })
  const answer = answerOf(response)
  if (answer.status === 200) await storeLogin(parts, address, response.cookies)
  else log.info('login not renewed', { status: answer.status, failure: response.failure })
  if (isOver(answer)) await deleteLogin(parts, address)
  return answer
}

/** Of either half of a login. */
async function signInAt(
  parts: Parts,
  { address, path }: { address: string; path: string },
  credentials: object
): Promise<ServerAnswer> {
  const { send, secrets } = parts
  const known = await secrets.get(deviceName(address))
  const headers: Record<string, string> = known === null ? {} : { cookie: `${deviceCookie}=${known}` }
  const response = await send({ method: 'POST', url: address + path, headers, json: credentials })
  if (response.status === 200) {
    await storeLogin(parts, address, response.cookies)
    const device = valueIn(response.cookies, deviceCookie)
    if (device !== null && device !== known) await secrets.set(deviceName(address), device)
  }
  return answerOf(response)
}

async function signOutAt(parts: Parts, address: string): Promise<void> {
  const token = await parts.secrets.get(secretName(address))
  await deleteLogin(parts, address)
  if (token !== null) await parts.send({ method: 'DELETE', url: address + logout.path, headers: cookieOf(token) })
}

export function createLoginStore(parts: Parts): LoginStore {
  const { server, secrets, settings } = parts
  /** No late answer brings back a login that was ended meanwhile. */
  const inTurn = createSerialQueue()
  const renewing = new Map<string, Promise<ServerAnswer>>()
  const enter = (path: string, sent: object): Promise<ServerAnswer> => {
    const address = server()
    return address === null ? Promise.resolve(unanswered) : inTurn(() => signInAt(parts, { address, path }, sent))
  }
  return {
    signIn: (credentials) => enter(login.path, credentials),
    finishLogin: ({ isSetup, ...answer }) => enter((isSetup ? finishDemandedSecondFactor : finishLogin).path, answer),
    enterWithCode: (answer) => enter(loginWithAppCode.path, answer),
    renew: () => {
      const address = server()
      if (address === null) return Promise.resolve(nobody)
      // A token is exchanged once: calls that come meanwhile share the answer.
      const running =
        renewing.get(address) ?? inTurn(() => renewAt(parts, address)).finally(() => renewing.delete(address))
      renewing.set(address, running)
      return running
    },
    signOut: async () => {
      const address = server()
      if (address !== null) await inTurn(() => signOutAt(parts, address))
    },
    forget: async (address = server()) => {
      if (address !== null) await inTurn(() => deleteLogin(parts, address))
    },
    isKept: () => {
      const address = server()
      return address !== null && (settings.read('logins').includes(address) || secrets.holds(secretName(address)))
    },
    settle: async () => {
      const address = server()
      await secrets.settle()
      if (address === null || !secrets.holds(secretName(address)) || secrets.keeping() === 'memory') return
      markLogin(settings, address, true)
    }
  }
}
