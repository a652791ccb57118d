// Signing in and out, refreshing, and getting a forgotten password back.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { text } from '../../kernel/ids.ts'
import { passwordLengths } from '../../kernel/passwords.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { companyBrief } from './companies.ts'
import { preferencesSchema } from './preferences.ts'
import { userSchema } from './users.ts'

export const sessionUser = userSchema.extend({
  company: companyBrief,
  preferences: preferencesSchema,
  /** ISO 8601: from then on signing in asks for a second factor, which this account has not. */
  secondFactorDue: z.string().nullish()
})
export type SessionUser = z.infer<typeof sessionUser>

export const loginReply = z.object({
  token: z.string(),
  user: sessionUser,
  /** Number of the company's newest event: whatever is loaded from now on holds everything up to it. */
  seq: z.number().optional()
})
export type LoginReply = z.infer<typeof loginReply>

/** Name of the refresh cookie, as legacy clients know it. */
export const refreshCookie = 'jrt'
/** Name of the cookie by which a device is known that has signed in before; goes with logins alone. */
export const deviceCookie = 'known_device'

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  body: z.object({ email: z.string().trim().toLowerCase().max(254), password: z.string().max(200) }),
  response: loginReply,
  // Guessing is slowed down by what fails; an office that signs in at eight is no guessing.
  callsPerMinute: 600,
  summary:
    '404 unknown e-mail, 401 wrong password, 428 where a second factor is asked for; otherwise sets the refresh cookie'
})
export const refreshToken = endpoint({
  method: 'POST',
  path: '/auth/refresh_token',
  access: 'public',
  response: loginReply,
  summary: 'New access token for the refresh cookie, which is rotated; 401 when the login is over'
})
export const logout = endpoint({ method: 'DELETE', path: '/auth/logout', access: 'public', response: z.object({}) })
export const me = endpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  response: z.object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    profile: z.string(),
    companyId: z.number(),
    super: z.boolean()
  }),
  openWhenExpired: true
})

/** The server says what its policy wants of it, however short it is. */
const newPassword = z.string().max(passwordLengths.strong.max, 'Too Long!')

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgetpassword/:email',
  access: 'public',
  params: z.object({ email: z.string().trim().toLowerCase().max(254) }),
  response: z.object({ message: z.string() }),
  callsPerMinute: 10,
  hasSecretPath: true,
  summary: 'Mails a short code; 404 when the e-mail is unknown'
})
export const resetPassword = endpoint({
  method: 'POST',
  path: '/resetpasswords/:email/:token/:newPassword',
  access: 'public',
  params: z.object({ email: z.string().trim().toLowerCase().max(254), token: text(20), newPassword }),
  response: z.object({ message: z.string() }),
  callsPerMinute: 20,
  hasSecretPath: true,
  summary: 'Spelling of older clients; the one with a body keeps the password out of addresses'
})
export const resetPasswordByBody = endpoint({
  method: 'POST',
  path: '/auth/password-reset',
  access: 'public',
  body: z.object({ email: z.string().trim().toLowerCase().max(254), code: text(20), newPassword }),
  response: z.object({ message: z.string() }),
  callsPerMinute: 20
})

/** From where and with what somebody signed in; names that are not known are null. */
export const loginOriginSchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  address: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable()
})
export type LoginOrigin = z.infer<typeof loginOriginSchema>

/** The login of this user was taken over elsewhere; `sessionId` is the session that stays, `by` whence it came. */
export const authEvent = wireEvent(
  (companyId) => `company-${companyId}-auth`,
  z.object({
    action: z.literal('update'),
    user: z.object({ id: z.number(), email: z.string(), companyId: z.number() }),
    sessionId: z.string(),
    by: loginOriginSchema.optional()
  })
)
