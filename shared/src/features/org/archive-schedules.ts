// The archive of a company that goes into an S3-compatible store by itself, for the super user.
import { z } from 'zod'
import type { ErrorCode } from '../../kernel/app-error.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant, text } from '../../kernel/ids.ts'

export const archiveIntervals = ['day', 'week'] as const
/** Archives that a schedule may keep. */
export const mostArchives = 365

/** What a store may have against an archive, and the error that says so when the store is tried. */
export const storeErrors = {
  address: 'ERR_ADDRESS_INVALID',
  'internal-address': 'ERR_ADDRESS_INTERNAL',
  name: 'ERR_STORE_NAME',
  unreachable: 'ERR_STORE_UNREACHABLE',
  certificate: 'ERR_STORE_CERTIFICATE',
  access: 'ERR_STORE_ACCESS',
  bucket: 'ERR_STORE_BUCKET',
  region: 'ERR_STORE_REGION',
  full: 'ERR_STORE_FULL',
  answer: 'ERR_STORE_ANSWER'
} as const satisfies Record<string, ErrorCode>
export type StoreFailure = keyof typeof storeErrors
const storeFailures = Object.keys(storeErrors) as [StoreFailure, ...StoreFailure[]]

/** Why a run ended without an archive: the store, or the server itself. */
export const scheduleFailures = [...storeFailures, 'disk-full', 'stopped', 'internal'] as const
export type ScheduleFailure = (typeof scheduleFailures)[number]

export const archiveScheduleSchema = z.object({
  companyId: z.number(),
  every: z.enum(archiveIntervals),
  /** Archives of the company that stay in the store; null for all. */
  keep: z.number().nullable(),
  /** Without the secret; null when the server cannot open it any more. */
  store: z
    .object({
      endpoint: z.string(),
      region: z.string(),
      bucket: z.string(),
      /** Empty for none. */
      folder: z.string(),
      accessKey: z.string()
    })
    .nullable(),
  /** Public key (age1…) of whoever opens the archives. */
  recipient: z.string(),
  isRunning: z.boolean(),
  nextAt: instant,
  lastRun: z
    .object({
      at: instant,
      failure: z.enum(scheduleFailures).nullable(),
      /** In the store; null after a failure. */
      fileName: z.string().nullable(),
      /** Bytes. */
      size: z.number().nullable()
    })
    .nullable(),
  /** Who set it. */
  userName: z.string()
})
export type ArchiveSchedule = z.infer<typeof archiveScheduleSchema>

const filled = (max: number) => text(max).trim().min(1, 'Obrigatório')

export const archiveScheduleDraft = z.object({
  every: z.enum(archiveIntervals),
  keep: z.number().int().min(1).max(mostArchives).nullable(),
  /** Address of the store, such as https://s3.sa-east-1.amazonaws.com. */
  endpoint: filled(300).pipe(z.url({ protocol: /^https?$/, error: 'ERR_ADDRESS_INVALID' })),
  /** Empty for us-east-1, which stores of one's own mostly take. */
  region: text(40)
    .trim()
    .regex(/^[a-z0-9-]*$/, 'ERR_VALIDATION'),
  bucket: filled(63).regex(/^[A-Za-z0-9][\w.-]+$/, 'ERR_VALIDATION'),
  folder: text(120)
    .trim()
    .regex(/^(?!.*\.\.)(?:[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*)?$/, 'ERR_VALIDATION'),
  accessKey: filled(200),
  /** Empty: the stored one stays, as long as address and access key do. */
  secretKey: text(500).trim().nullish(),
  /** A public key (age1…); empty: the one of before stays, and where there is none a key is made. */
  recipient: text(3000).trim().nullish(),
  /** Makes a key although there is one. */
  newKey: z.boolean().default(false)
})
export type ArchiveScheduleDraft = z.output<typeof archiveScheduleDraft>

const path = '/companies/:id/archive-schedule'
const asks = 'With the own password, if the login is older than five minutes'

export const showArchiveSchedule = endpoint({
  method: 'GET',
  path,
  access: 'super',
  params: idParams,
  response: z.object({ schedule: archiveScheduleSchema.nullable() }),
  summary: 'When the archive of a company goes into a store by itself; null where it does not'
})
export const saveArchiveSchedule = endpoint({
  method: 'PUT',
  path,
  access: 'super',
  params: idParams,
  body: archiveScheduleDraft.extend({ currentPassword: z.string().max(200).nullish() }),
  response: z.object({ schedule: archiveScheduleSchema, identity: z.string().nullable() }),
  recentLogin: 'always',
  callsPerMinute: 10,
  summary: `Tries the store first: a small file is put there, looked at and removed. \`identity\` opens the archives where a key was made; it is told here once and kept nowhere. ${asks}`
})
export const deleteArchiveSchedule = endpoint({
  method: 'DELETE',
  path,
  access: 'super',
  params: idParams,
  response: z.object({ message: z.string() }),
  summary: 'No further archive goes into the store; those that are there stay'
})
export const runArchiveSchedule = endpoint({
  method: 'POST',
  path: `${path}/run`,
  access: 'super',
  params: idParams,
  response: z.object({ schedule: archiveScheduleSchema }),
  callsPerMinute: 10,
  summary: 'Writes an archive into the store now, in the background; one that is under way goes on'
})
