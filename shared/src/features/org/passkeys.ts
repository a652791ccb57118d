// Passkeys: a key in a phone, a computer or a security key that signs somebody in without the password (WebAuthn).
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, isStorable } from '../../kernel/ids.ts'
import { loginReply } from './auth.ts'

/** Passkeys that somebody has at the most. */
export const mostPasskeys = 20

/** What browsers and WebAuthn libraries pass on as JSON; its parts are checked by the library. */
const json = z.record(z.string(), z.unknown())

/** Base64url, of any length that authenticators use. */
const bytes = z.string().max(20_000)

const credential = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().nullish(),
  clientExtensionResults: json.optional(),
  response: json
})
export type PasskeyCredential = z.output<typeof credential>

const currentPassword = z.string().max(200).nullish()

export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/auth/login/passkey/options',
  access: 'public',
  response: z.object({ options: json }),
  callsPerMinute: 600,
  summary: 'What the browser asks a passkey for; 404 where the server has no name that passkeys could be for'
})
export const loginWithPasskey = endpoint({
  method: 'POST',
  // Under the address of the login, as the cookie of known devices goes there alone.
  path: '/auth/login/passkey',
  access: 'public',
  body: z.object({ credential }),
  response: loginReply,
  callsPerMinute: 600,
  summary: 'Signs in with a passkey, without a password and without a second factor; sets the refresh cookie'
})

/** SHA-256 in base64url, as of PKCE (RFC 7636, `S256`). */
const codeChallenge = z.string().regex(/^[\w-]{43}$/)
export const authorizeApp = endpoint({
  method: 'POST',
  path: '/auth/login/passkey/app',
  access: 'public',
  body: z.object({ credential, codeChallenge }),
  response: z.object({ code: z.string() }),
  callsPerMinute: 600,
  summary: 'A code, good for two minutes and once, by which the app that asked for it signs in; signs nobody in here'
})
export const loginWithAppCode = endpoint({
  method: 'POST',
  path: '/auth/login/app',
  access: 'public',
  body: z.object({ code: z.string().max(4_000), codeVerifier: z.string().regex(/^[\w-]{43,128}$/) }),
  response: loginReply,
  callsPerMinute: 600,
  summary: 'Signs in with the code of a passkey that was used in a browser; sets the refresh cookie'
})

/** How somebody calls one. */
export const passkeyName = z.string().trim().min(1).max(60).refine(isStorable, 'ERR_VALIDATION')

const passkey = z.object({
  id: z.number(),
  name: z.string(),
  /** True where it is copied between the devices of a person, by the maker of their system. */
  isSynced: z.boolean(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** ISO 8601; null until it signed somebody in. */
  usedAt: z.string().nullable()
})
export type Passkey = z.output<typeof passkey>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/auth/passkeys',
  access: 'user',
  response: z.array(passkey),
  summary: 'The passkeys of the caller, oldest first'
})
export const startPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/setup',
  access: 'user',
  body: z.object({ currentPassword }),
  response: z.object({ options: json }),
  recentLogin: 'always',
  openWhenExpired: true,
  summary: 'What the browser makes a passkey of; nothing changes until it is sent'
})
export const addPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys',
  access: 'user',
  body: z.object({ name: passkeyName, credential }),
  response: passkey,
  openWhenExpired: true,
  summary: 'Adds the passkey that was made; the person is told by mail'
})
export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/auth/passkeys/:id',
  access: 'user',
  params: idParams,
  body: z.object({ name: passkeyName }),
  response: passkey,
  openWhenExpired: true,
  summary: 'Only how the caller calls it'
})
export const removePasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/:id/removal',
  access: 'user',
  params: idParams,
  body: z.object({ currentPassword }),
  response: z.object({}),
  recentLogin: 'always',
  openWhenExpired: true
})
