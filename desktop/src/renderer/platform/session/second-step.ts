// The second step of a sign-in: a code after the password, or a second factor that is set up by then.
import {
  startAuthentication,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON
} from '@simplewebauthn/browser'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import { authorizeApp, loginWithPasskey, startPasskeyLogin } from '@guiche/shared/features/org/passkeys.ts'
import {
  finishDemandedSecondFactor,
  finishLogin,
  type DemandedReply
} from '@guiche/shared/features/org/second-factor.ts'
import { browserSignInThere, cancelBrowserSignIn, finishLoginThere } from '#bridge/login-channels.ts'
import { hasShell, invoke } from '../device/bridge.ts'
import { takeLogin } from '../net/access-token.ts'
import { call } from '../net/http.ts'
import { begin, useSession } from './session.ts'

/** Finishes a sign-in that was answered with a challenge. Errors: ApiError, ERR_SECOND_FACTOR_… among them. */
export async function finishSignIn(challenge: string, code: string): Promise<SessionUser> {
  const body = { challenge, code }
  const answered = hasShell()
    ? takeLogin(await invoke(finishLoginThere, { ...body, isSetup: false }))
    : await call(finishLogin, { body })
  return begin(answered)
}

/**
 * Switches on the second factor that is demanded. The codes are shown before `enter` opens the desk.
 * Errors: ApiError, ERR_SECOND_FACTOR_… among them.
 */
export async function finishSetup(
  challenge: string,
  code: string
): Promise<{ recoveryCodes: string[]; enter: () => SessionUser }> {
  const body = { challenge, code }
  const { recoveryCodes, ...reply } = hasShell()
    ? takeLogin<DemandedReply>(await invoke(finishLoginThere, { ...body, isSetup: true }))
    : await call(finishDemandedSecondFactor, { body })
  return { recoveryCodes, enter: () => begin(reply) }
}

/** What an authenticator made, as calls carry it. */
export function sentCredential(made: AuthenticationResponseJSON | RegistrationResponseJSON) {
  return { ...made, response: { ...made.response }, clientExtensionResults: { ...made.clientExtensionResults } }
}

async function pickPasskey() {
  const { options } = await call(startPasskeyLogin)
  return sentCredential(await startAuthentication({ optionsJSON: options as never }))
}

/**
 * Signs in with a passkey that the person picks, in a browser alone. Errors: ApiError, and those of the browser:
 * `NotAllowedError` for whoever picks none.
 */
export async function signInWithPasskey(): Promise<SessionUser> {
  return begin(await call(loginWithPasskey, { body: { credential: await pickPasskey() } }))
}

/** Signs the desktop app in with a passkey in the browser. Errors: ApiError, `browserLoginEnded` among them. */
export const signInByBrowser = async (): Promise<SessionUser> => begin(takeLogin(await invoke(browserSignInThere)))

export const cancelBrowserLogin = (): Promise<void> => invoke(cancelBrowserSignIn)

/**
 * A code for the desktop app that made the challenge, for a passkey that the person picks here; nobody is signed in here.
 * Errors: as those of `signInWithPasskey`.
 */
export async function codeForApp(codeChallenge: string): Promise<string> {
  return (await call(authorizeApp, { body: { credential: await pickPasskey(), codeChallenge } })).code
}

/** The second factor that is demanded is on. */
export function settleSecondFactor(): void {
  const { user } = useSession.getState()
  if (user) useSession.setState({ user: { ...user, secondFactorDue: null } })
}
