// How the console starts in the shell, and the language it speaks.
import { z } from 'zod'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { channel, notice } from './channel.ts'
import { keeping } from './login-channels.ts'

export const shellLanguage = z.enum(languages)

const shellStart = z.object({
  version: z.string(),
  platform: z.string(),
  /** Origin of the server in use; null before one was chosen. */
  server: z.string().nullable(),
  /** True where IT or the build has decided on the server. */
  isServerFixed: z.boolean(),
  /** `kept`: somebody is signed in; whether the keychain hands the login out shows when it is renewed. */
  login: z.enum(['none', 'kept']),
  keeping,
  /** The language of the system, for a console that was never asked. */
  language: shellLanguage,
  /** Milliseconds since 1970 until which notifications keep quiet, or null. */
  pausedUntil: z.number().nullable()
})
export type ShellStart = z.infer<typeof shellStart>

export const startConsole = channel('shell:start', [], shellStart)
export const reportLanguage = channel('shell:language', [shellLanguage], z.void())

/** The computer woke up, or the network came back: reconnect at once. */
export const woke = notice('power:woke', z.object({}))
