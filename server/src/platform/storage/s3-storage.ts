// Files in an S3-compatible store; loaded only when STORAGE_URL asks for it.
import type { Agent } from 'node:http'
import type { Agent as SecureAgent } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { createMeter } from './meter.ts'
import type { S3Target } from './s3-address.ts'
import { checkKey, isKey } from './storage-keys.ts'
import type { Storage, StoredFile } from './storage.ts'

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
const isFull = (error: unknown): boolean =>
  statusOf(error) === 507 || /quota|storagefull/i.test(error instanceof S3ServiceException ? error.name : '')

/** All files below the prefix, by their keys. */
async function* filesIn(
  client: S3Client,
  { bucket, prefix }: Pick<S3Target, 'bucket' | 'prefix'>
): AsyncIterable<StoredFile> {
  let token: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(token ? { ContinuationToken: token } : {}) })
    )
    for (const { Key = '', Size = 0 } of page.Contents ?? []) {
      const key = Key.slice(prefix.length)
      if (isKey(key)) yield { key, size: Size }
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (token !== undefined)
}

export interface S3Calls {
  /** How connections are opened, where a guard stands in between. */
  httpAgent?: Agent
  httpsAgent?: SecureAgent
  /** Ends what is being written at once, also where the store is silent. */
  signal?: AbortSignal
}

/** The client by which files are written: what ends with the signal are all of its calls but taking parts back. */
function writerOf(client: S3Client, signal: AbortSignal | undefined): S3Client {
  if (!signal) return client
  const send = (command: Parameters<S3Client['send']>[0]) =>
    client.send(command, command instanceof AbortMultipartUploadCommand ? {} : { abortSignal: signal })
  return Object.create(client, { send: { value: send } }) as S3Client
}

/** Opens the storage. Nothing is asked of the store before the first file. */
export function createS3Storage(
  { endpoint, region, bucket, prefix, credentials }: S3Target,
  { signal, ...agents }: S3Calls = {}
): Storage {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Bucket names as host names need DNS and certificates that stores of one's own rarely have.
    forcePathStyle: true,
    // The checksums that AWS added in 2025 are unknown to many compatible stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, ...agents }
  })
  const writer = writerOf(client, signal)
  const sizes = () => filesIn(client, { bucket, prefix })
  const place = (key: string) => ({ Bucket: bucket, Key: prefix + checkKey(key) })

  return {
    save: async (key, source, limit) => {
      const meter = createMeter(limit)
      // An upload that fails takes its parts back before it rejects, so nothing half stays in the store.
      const upload = new Upload({ client: writer, params: { ...place(key), Body: meter }, queueSize: 2 })
      let cause: unknown
      const note = (error: unknown) => {
        // Either side ends the other; only the first error says what happened.
        cause ??= error
        meter.destroy()
      }
      await Promise.all([pipeline(source, meter).catch(note), upload.done().catch(note)])
      if (cause !== undefined) {
        source.destroy()
        throw isFull(cause) ? new AppError('ERR_STORAGE_FULL', { cause }) : (cause as Error)
      }
      return { key, size: meter.bytes }
    },
    open: async (key, range) => {
      try {
        const found = await client.send(
          new GetObjectCommand({ ...place(key), ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) })
        )
        return found.Body as Readable
      } catch (error) {
        throw statusOf(error) === 404 ? new AppError('ERR_NOT_FOUND') : error
      }
    },
    size: async (key) => {
      try {
        const found = await client.send(new HeadObjectCommand(place(key)))
        return found.ContentLength ?? 0
      } catch (error) {
        if (statusOf(error) === 404) return null
        throw error
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(place(key)))
    },
    list: async function* () {
      for await (const { key } of sizes()) yield key
    },
    sizes,
    removeFolder: async (name) => {
      for (;;) {
        // The first page anew each time: what it named is gone by then.
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}${checkKey(name)}/`, MaxKeys: 100 })
        )
        const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
        if (keys.length === 0) return
        // One by one: not every compatible store takes many at once.
        for (const key of keys) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
      }
    }
  }
}
