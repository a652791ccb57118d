// Signing in through the shell: it talks to the server and keeps the refresh token, the console gets the answer alone.
import { z } from 'zod'
import { channel, notice } from './channel.ts'

/** Where the login is kept: `memory` forgets it when the app is closed. */
export const keeping = z.enum(['keychain', 'safe-storage', 'memory'])
export type Keeping = z.infer<typeof keeping>

/** The server's answer; status 0 when none came. `text` never holds a refresh token. */
const serverAnswer = z.object({ status: z.number().int(), text: z.string() })
export type ServerAnswer = z.infer<typeof serverAnswer>

export const signInThere = channel(
  'login:sign-in',
  [z.strictObject({ email: z.string().max(254), password: z.string().max(200) })],
  serverAnswer
)
/** The second half of a login that was answered with a challenge; `isSetup` where the second factor was set up by then. */
export const finishLoginThere = channel(
  'login:finish',
  [z.strictObject({ challenge: z.string().max(500), code: z.string().max(40), isSetup: z.boolean() })],
  serverAnswer
)
/** Signs in with a passkey in the system's browser, which takes as long as the person; `browserLoginEnded` when nobody came back. */
export const browserSignInThere = channel('login:browser', [], serverAnswer)
/** Waits no longer for the browser. */
export const cancelBrowserSignIn = channel('login:cancel-browser', [], z.void())
/** A new access token. Error code `keychainLocked` when the login is there and cannot be read. */
export const renewThere = channel('login:renew', [], serverAnswer)
/** Ends the login at the server, as far as it can be told, and forgets it here. */
export const signOutThere = channel('login:sign-out', [], z.void())
/** Forgets a login that the server has ended. */
export const deleteLogin = channel('login:forget', [], z.void())

/** The place where the login is kept has changed. */
export const keepingChanged = notice('login:keeping', z.object({ keeping }))

/** Code of an answer without a server: nobody came back from the browser. */
export const browserLoginEnded = 'browserLoginEnded'
/** Code of an answer without a server: the keychain does not hand out what it keeps. */
export const keychainLocked = 'keychainLocked'
