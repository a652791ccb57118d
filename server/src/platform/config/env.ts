// The configuration: one schema, read once from the environment; a bad value stops the start with a sentence.
import { z } from 'zod'
import { isLongPassword } from '@guiche/shared/kernel/passwords.ts'
import { readRule } from '#platform/outgoing/outgoing-rules.ts'
import { isForThisMachine } from './loopback.ts'
import { scannerAddress, type ScannerAddress } from './scanner-address.ts'
import { trustedProxies, type TrustedProxies } from './trusted-proxies.ts'
import { paymentSettings, paymentVariables, type CheckoutSettings, type PixSettings } from './payments.ts'

const port = z.coerce.number().int().min(0).max(65_535)
function megabytes(fallback: number) {
  return z.coerce
    .number()
    .min(1)
    .max(2048)
    .default(fallback)
    .transform((mb) => mb * 1024 * 1024)
}
/** In seconds. */
function days(fallback: number) {
  return z.coerce
    .number()
    .min(1 / 24)
    .max(365)
    .default(fallback)
    .transform((count) => Math.round(count * 24 * 3600))
}
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
  )

export const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: z.url().optional(),
  /** Further origins that may call with credentials, comma separated. */
  CORS_ORIGINS: list,
  TRUST_PROXY: trustedProxies.default(false),
  DATABASE_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DATA_DIR: z.string().default('.data'),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  APP_SECRET: z.string().min(32).optional(),
  /** Secrets that open what they sealed, besides the one that seals: while it is changed. Comma separated, none with a comma. */
  APP_SECRET_ACCEPTED: list.refine((secrets) => secrets.every((secret) => secret.length >= 32), {
    error: 'each has at least 32 characters'
  }),
  SUPER_EMAIL: z.email().default('super@guiche.local'),
  SUPER_PASSWORD: z.string().min(5).optional(),
  WHATSAPP_URL: z.url().optional(),
  /** Name the phone shows for this linked device. */
  WHATSAPP_DEVICE_NAME: z.string().default('Guichê'),
  /** Times a QR code is shown before the connection gives up. */
  WHATSAPP_QR_ATTEMPTS: z.coerce.number().int().min(1).max(50).default(6),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Guichê <no-reply@guiche.local>'),
  STORAGE_URL: z.string().optional(),
  /** The clamd that scans files of strangers. */
  VIRUS_SCANNER: scannerAddress.optional(),
  /** Public keys that backups are encrypted to, comma separated. */
  BACKUP_KEY: list,
  ROLES: z
    .string()
    .default('api,sessions,jobs')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.enum(['api', 'sessions', 'jobs'])).min(1)),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Unset: true in production. */
  HIDE_UNKNOWN_EMAIL: z.stringbool().optional(),
  SIGN_UP: z.enum(['open', 'closed']).default('open'),
  /** Whether a company is made once its mail address is confirmed. Unset: required in production. */
  SIGN_UP_CONFIRMATION: z.enum(['required', 'off']).optional(),
  /** Chat with the support, offered beside the help videos. */
  SUPPORT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** What of the house's own network calls of companies may reach, comma separated. */
  OUTGOING_ALLOW: list.refine(
    (rules) => rules.every((text) => readRule(text) !== null),
    'takes a host and a port, like 10.1.2.3:5678, 10.1.2.0/24:443 or, for company 12 alone, 12@n8n.intra:443'
  ),
  /** Whether browsers are told of news by the push services of their makers. */
  WEB_PUSH: z.enum(['on', 'off']).default('on'),
  /** Unset: strong in production. */
  PASSWORD_POLICY: z.enum(['plain', 'strong']).optional(),
  /** Whether super users have a second factor, a week after they were made. Unset: required in production. */
  SUPER_SECOND_FACTOR: z.enum(['required', 'optional', 'reset']).optional(),
  /** Kibibytes that one check of a password fills; more makes stolen hashes dearer to try and log-ins slower. */
  PASSWORD_MEMORY_KB: z.coerce.number().int().min(19_456).max(1_048_576).default(19_456),
  /** The most days that a company may let its logins live, however much they are used, and without use. */
  LOGIN_DAYS: days(90),
  LOGIN_IDLE_DAYS: days(30),
  /** Megabytes. */
  MAX_UPLOAD_MB: megabytes(100),
  MAX_BODY_MB: megabytes(2),
  /** Seconds without a byte after which whoever sends a file (or any body) counts as gone. */
  UPLOAD_SILENCE: z.coerce.number().min(1).max(600).default(30),
  /** Hours for which realtime events are kept for catching up. */
  EVENT_LOG_HOURS: z.coerce.number().min(1).max(720).default(24),
  /** Calls a minute of one address, all routes together. */
  RATE_LIMIT: z.coerce.number().int().min(10).default(1200),
  RATE_LIMIT_LOGIN: z.coerce.number().int().min(10).default(60_000),
  /** Answer /metrics and /docs without a login also beyond this machine. */
  METRICS_OPEN: z.stringbool().default(false),
  METRICS_TOKEN: z.string().min(16).optional(),
  DOCS_OPEN: z.stringbool().default(false),
  ...paymentVariables
})

export type Role = 'api' | 'sessions' | 'jobs'

export interface Config {
  environment: 'development' | 'test' | 'production'
  host: string
  port: number
  publicUrl: string
  corsOrigins: string[]
  trustProxy: TrustedProxies
  /** Unset: the embedded PostgreSQL under dataDir. */
  databaseUrl: string | undefined
  /** PostgreSQL itself where `databaseUrl` leads to a pooler. */
  databaseDirectUrl: string | undefined
  databasePool: number
  dataDir: string
  redisUrl: string | undefined
  /** Unset: generated once into dataDir. */
  appSecret: string | undefined
  acceptedSecrets: string[]
  superEmail: string
  superPassword: string | undefined
  whatsappUrl: string | undefined
  whatsappDeviceName: string
  whatsappQrAttempts: number
  smtpUrl: string | undefined
  mailFrom: string
  storageUrl: string | undefined
  /** Unset: files of strangers are not scanned. */
  virusScanner: ScannerAddress | undefined
  /** Public keys that backups are encrypted to. */
  backupKeys: string[]
  roles: Role[]
  logLevel: string
  /** Sign-in and forgotten passwords answer alike for known and unknown addresses. */
  hideUnknownEmail: boolean
  signUpOpen: boolean
  /** A company is made once its mail address is confirmed. */
  signUpByMail: boolean
  supportUrl: string | undefined
  /** Networks of the house that calls on behalf of companies may reach. */
  outgoingAllow: string[]
  webPush: boolean
  /** Every new password has to be long and uncommon. */
  wantsStrongPasswords: boolean
  /** Super users have a second factor, a week after they were made. */
  superSecondFactor: boolean
  /** The start takes the second factors of super users away: for one who lost phone and codes. */
  resetsSuperFactors: boolean
  /** Kibibytes that argon2id fills for a password. */
  passwordMemory: number
  /** Seconds after which every login ends, where its company lets it live as long. */
  loginLife: number
  /** Seconds without use after which it ends. */
  loginIdle: number
  /** Bytes. */
  maxUpload: number
  /** Bytes. */
  maxBody: number
  /** Milliseconds. */
  uploadSilence: number
  eventLogHours: number
  /** Calls a minute of one address without a login. */
  rateLimit: number
  /** Calls a minute of one login. */
  loginRateLimit: number
  metricsOpen: boolean
  /** Bearer token with which a program may read the measurements. */
  metricsToken: string | undefined
  docsOpen: boolean
  pix: PixSettings
  checkout: CheckoutSettings
}

/** Thrown with one sentence a variable; main prints it and ends with status 1. */
export class BadConfiguration extends Error {}

function checkMail(smtpUrl: string | undefined): void {
  if (smtpUrl === undefined)
    throw new BadConfiguration('SMTP_URL: is needed in production, so that people can reset a forgotten password')
}

/** Reads and checks the configuration. Errors: BadConfiguration naming every bad variable. */
export function readConfig(source: Record<string, string | undefined> = process.env): Config {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environmentSchema.safeParse(filled)
  if (!parsed.success) {
    throw new BadConfiguration(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n')
    )
  }
  const env = parsed.data
  const isProduction = env.NODE_ENV === 'production'
  if (isProduction) checkMail(env.SMTP_URL)
  const wantsStrongPasswords = (env.PASSWORD_POLICY ?? (isProduction ? 'strong' : 'plain')) === 'strong'
  if (wantsStrongPasswords && env.SUPER_PASSWORD !== undefined && !isLongPassword(env.SUPER_PASSWORD)) {
    throw new BadConfiguration(
      'SUPER_PASSWORD: with PASSWORD_POLICY=strong it needs 12 to 128 characters; once the super user exists, leave it out'
    )
  }
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  const payments = paymentSettings(env, (sentence) => {
    throw new BadConfiguration(sentence)
  })
  const isChosen = [filled['NODE_ENV'], env.PIX_PROVIDER, env.CHECKOUT_PROVIDER].every(Boolean)
  const isSimulated = payments.pix.provider === 'sandbox' || payments.checkout.provider === 'sandbox'
  if (isSimulated && !isChosen && !isForThisMachine({ host: env.HOST, publicUrl, trustProxy: env.TRUST_PROXY })) {
    throw new BadConfiguration(
      `NODE_ENV: ${filled['NODE_ENV'] ?? 'unset'} would simulate payments beyond this machine (HOST ${env.HOST}, PUBLIC_URL ` +
        `${publicUrl}, TRUST_PROXY ${String(env.TRUST_PROXY)}), where anybody could mark an invoice as paid. Set NODE_ENV=production; for a demonstration, set ` +
        'NODE_ENV, PIX_PROVIDER and CHECKOUT_PROVIDER, all three'
    )
  }
  return {
    environment: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    corsOrigins: env.CORS_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databasePool: env.DATABASE_POOL,
    dataDir: env.DATA_DIR,
    redisUrl: env.REDIS_URL,
    appSecret: env.APP_SECRET,
    acceptedSecrets: env.APP_SECRET_ACCEPTED,
    superEmail: env.SUPER_EMAIL,
    superPassword: env.SUPER_PASSWORD,
    whatsappUrl: env.WHATSAPP_URL,
    whatsappDeviceName: env.WHATSAPP_DEVICE_NAME,
    whatsappQrAttempts: env.WHATSAPP_QR_ATTEMPTS,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    storageUrl: env.STORAGE_URL,
    virusScanner: env.VIRUS_SCANNER,
    backupKeys: env.BACKUP_KEY,
    roles: env.ROLES,
    logLevel: env.LOG_LEVEL,
    hideUnknownEmail: env.HIDE_UNKNOWN_EMAIL ?? isProduction,
    signUpOpen: env.SIGN_UP === 'open',
    signUpByMail: (env.SIGN_UP_CONFIRMATION ?? (isProduction ? 'required' : 'off')) === 'required',
    supportUrl: env.SUPPORT_URL,
    outgoingAllow: env.OUTGOING_ALLOW,
    webPush: env.WEB_PUSH === 'on',
    wantsStrongPasswords,
    superSecondFactor: (env.SUPER_SECOND_FACTOR ?? (isProduction ? 'required' : 'optional')) !== 'optional',
    resetsSuperFactors: env.SUPER_SECOND_FACTOR === 'reset',
    passwordMemory: env.PASSWORD_MEMORY_KB,
    loginLife: env.LOGIN_DAYS,
    loginIdle: Math.min(env.LOGIN_IDLE_DAYS, env.LOGIN_DAYS),
    maxUpload: env.MAX_UPLOAD_MB,
    maxBody: env.MAX_BODY_MB,
    uploadSilence: env.UPLOAD_SILENCE * 1000,
    eventLogHours: env.EVENT_LOG_HOURS,
    rateLimit: env.RATE_LIMIT,
    loginRateLimit: env.RATE_LIMIT_LOGIN,
    metricsOpen: env.METRICS_OPEN,
    metricsToken: env.METRICS_TOKEN,
    docsOpen: env.DOCS_OPEN,
    ...payments
  }
}

/** What a process that reads files of strangers needs of the environment: nothing of the server's own, such as its secrets. */
export function environmentOfChildren(): Record<string, string> {
  const names = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
