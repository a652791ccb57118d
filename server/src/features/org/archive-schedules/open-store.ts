// The store of a schedule, behind the guard of addresses that people name, and what it has against an archive.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StoreFailure } from '@guiche/shared/features/org/archive-schedules.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { CallOutError, guardedAgents, type OutgoingCaller } from '#platform/outgoing/call-out.ts'
import { readS3Url, type S3Target } from '#platform/storage/s3-address.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** Milliseconds in which a trial has to be done. */
const trialTime = 25_000

/** Works with a store, whose connections end with it; `signal` ends what is written. Errors: those of the store, CallOutError. */
export async function withStore<T>(
  caller: OutgoingCaller,
  address: string,
  work: (store: Storage) => Promise<T>,
  signal?: AbortSignal
): Promise<T> {
  const target = readS3Url(address)
  const agents = guardedAgents(caller, target.endpoint)
  try {
    // Twenty megabytes of client that a server without such a store never needs.
    const { createS3Storage } = await import('#platform/storage/s3-storage.ts')
    return await work(createS3Storage(target, { ...agents, ...(signal && { signal }) }))
  } finally {
    agents.httpAgent.destroy()
    agents.httpsAgent.destroy()
  }
}

/** Thrown by a store that has something else than it was given. */
class StoreMismatch extends Error {}

/** What an archive will need: to write, to look, to list and to remove. Errors: those of the store, CallOutError. */
export async function tryStore(caller: OutgoingCaller, address: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new CallOutError('timeout', 'no answer in time')), trialTime)
  })
  const trial = withStore(caller, address, async (store) => {
    const name = `guiche-trial-${randomUUID()}.txt`
    const text = Buffer.from('Guichê')
    await store.save(name, Readable.from([text]))
    try {
      if ((await store.size(name)) !== text.length) throw new StoreMismatch()
      await store.list()[Symbol.asyncIterator]().next()
    } finally {
      await store.remove(name)
    }
  })
  try {
    await Promise.race([trial, late])
  } finally {
    clearTimeout(timer)
  }
}

const byCall = {
  address: 'address',
  internal: 'internal-address',
  unreachable: 'unreachable',
  timeout: 'unreachable'
} as const satisfies Record<CallOutError['failure'], StoreFailure>

/** By the code of an error of the store or of the network. */
const byCode: [RegExp, StoreFailure][] = [
  [/^(?:ENOTFOUND|EAI_|ENODATA)/, 'name'],
  [/CERT|^ERR_TLS|^ERR_SSL|^EPROTO|UNABLE_TO_|ISSUER/, 'certificate'],
  [/^(?:ECONN|ETIMEDOUT|EHOST|ENET|EPIPE|EADDR|TimeoutError)/, 'unreachable'],
  [/^(?:NoSuchBucket|InvalidBucketName)$/, 'bucket'],
  [
    /^(?:PermanentRedirect|AuthorizationHeaderMalformed|TemporaryRedirect|IllegalLocationConstraintException)$/,
    'region'
  ],
  [/quota|storagefull/i, 'full'],
  [
    /^(?:AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSecurity|AllAccessDisabled|AccountProblem)$/,
    'access'
  ]
]
const byStatus: Record<number, StoreFailure> = {
  301: 'region',
  307: 'region',
  401: 'access',
  403: 'access',
  404: 'bucket',
  507: 'full'
}

interface StoreAnswer {
  code?: unknown
  name?: unknown
  cause?: unknown
  $metadata?: { httpStatusCode?: number }
}

/** What a store said, or what kept it from saying anything; null for what has to do with no store. */
export function storeFailureOf(error: unknown): StoreFailure | null {
  if (error instanceof CallOutError) return byCall[error.failure]
  if (error instanceof AppError) return error.code === 'ERR_STORAGE_FULL' ? 'full' : null
  if (!(error instanceof Error)) return null
  const { code, name, cause, $metadata } = error as StoreAnswer
  for (const said of [code, name]) {
    const known = typeof said === 'string' ? byCode.find(([form]) => form.test(said)) : undefined
    if (known) return known[1]
  }
  const status = $metadata?.httpStatusCode
  if (status !== undefined) return byStatus[status] ?? 'answer'
  return cause === undefined ? null : storeFailureOf(cause)
}

/** The same place under the same key: a stored secret may go on to it. */
export const isSameStore = (one: S3Target, other: S3Target): boolean =>
  one.endpoint === other.endpoint && one.credentials.accessKeyId === other.credentials.accessKeyId
