// The second factor: a code of an authenticator app beside the password, and recovery codes for a lost phone.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, text } from '../../kernel/ids.ts'
import { loginReply } from './auth.ts'

/** Recovery codes that somebody gets; each opens once. */
export const recoveryCodeCount = 10

/** Six digits of the app, or a recovery code, as people type them. */
const typedCode = text(40)

/** Name of the signed text, in `values` of ERR_SECOND_FACTOR_REQUIRED, with which the sign-in is finished. */
export const challengeValue = 'challenge'

const challenge = z.string().max(500)

const setupReply = z.object({
  /** Base32, to type. */
  secret: z.string(),
  /** `otpauth://`, to scan. */
  address: z.string()
})
export type SecondFactorSetup = z.infer<typeof setupReply>

const currentPassword = z.string().max(200).nullish()

export const finishLogin = endpoint({
  method: 'POST',
  // Under the address of the login, as the cookie of known devices goes there alone.
  path: '/auth/login/second-factor',
  access: 'public',
  body: z.object({ challenge, code: typedCode }),
  response: loginReply,
  callsPerMinute: 600,
  summary: 'Finishes a login that was answered with ERR_SECOND_FACTOR_REQUIRED; sets the refresh cookie'
})

export const startDemandedSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/login/second-factor/setup',
  access: 'public',
  body: z.object({ challenge }),
  response: setupReply,
  callsPerMinute: 600,
  summary: 'A secret for the app, for a login that was answered with ERR_SECOND_FACTOR_SETUP_REQUIRED'
})
const demandedReply = loginReply.extend({ recoveryCodes: z.array(z.string()) })
export type DemandedReply = z.output<typeof demandedReply>

export const finishDemandedSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/login/second-factor/confirmation',
  access: 'public',
  body: z.object({ challenge, code: typedCode }),
  response: demandedReply,
  callsPerMinute: 600,
  summary: 'Switches the second factor on and finishes the login; sets the refresh cookie'
})

export const showSecondFactor = endpoint({
  method: 'GET',
  path: '/auth/second-factor',
  access: 'user',
  response: z.object({
    /** ISO 8601; null while it is off. */
    since: z.string().nullable(),
    recoveryCodesLeft: z.number()
  }),
  summary: 'Whether the caller has a second factor'
})
export type SecondFactorState = z.output<typeof showSecondFactor.response>

export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor/setup',
  access: 'user',
  body: z.object({ currentPassword }),
  response: setupReply,
  recentLogin: 'always',
  openWhenExpired: true,
  summary: 'A new secret for the app; nothing changes until a code of it is confirmed'
})

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor/confirmation',
  access: 'user',
  body: z.object({ code: typedCode }),
  response: recoveryCodes,
  openWhenExpired: true,
  summary: 'Switches it on and ends the other logins of the caller; the codes are shown once'
})
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  access: 'user',
  body: z.object({ code: typedCode }),
  response: recoveryCodes,
  openWhenExpired: true,
  summary: 'Ten new ones; those of before open nothing any more'
})
export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor/removal',
  access: 'user',
  body: z.object({ password: z.string().max(200), code: typedCode }),
  response: z.object({}),
  openWhenExpired: true,
  summary: 'Switches it off, for the password and a code'
})

const factorOfPerson = z.object({
  /** Of the code; ISO 8601, null while it is off. */
  since: z.string().nullable(),
  /** How many the person has. */
  passkeys: z.number()
})
export type FactorOfPerson = z.output<typeof factorOfPerson>

export const showSecondFactorOf = endpoint({
  method: 'GET',
  path: '/users/:id/second-factor',
  access: 'user',
  permission: 'users-page:write',
  params: idParams,
  response: factorOfPerson
})
export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/users/:id/second-factor/reset',
  access: 'user',
  permission: 'users-page:write',
  params: idParams,
  body: z.object({ currentPassword }),
  response: factorOfPerson,
  recentLogin: 'always',
  summary: 'For somebody who lost theirs: switches it off, removes passkeys, ends their logins and tells them by mail'
})
