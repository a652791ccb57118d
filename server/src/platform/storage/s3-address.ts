// The address of an S3-compatible store, as one line.
import { BadConfiguration } from '../config/env.ts'
import { checkKey } from './storage-keys.ts'

export interface S3Target {
  endpoint: string
  region: string
  bucket: string
  /** Before every key, with its slash; empty for none. */
  prefix: string
  credentials: { accessKeyId: string; secretAccessKey: string }
}

/**
 * Reads `s3://key:secret@host/bucket[/prefix]?region=..&endpoint=..`; key and secret percent-encoded, `endpoint` where
 * the store is not at https://host. Errors: BadConfiguration, which does not quote the secret.
 */
export function readS3Url(text: string): S3Target {
  const url = URL.parse(text)
  const [bucket, ...prefix] = url?.pathname.split('/').filter(Boolean) ?? []
  if (url?.protocol !== 's3:' || !bucket || !url.host || !url.username || !url.password) {
    throw new BadConfiguration('STORAGE_URL: must look like s3://key:secret@host/bucket')
  }
  const endpoint = url.searchParams.get('endpoint') ?? `https://${url.host}`
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new BadConfiguration('STORAGE_URL: the endpoint must be an http or https address')
  }
  return {
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    prefix: prefix.length > 0 ? `${checkKey(prefix.join('/'))}/` : '',
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password)
    }
  }
}

/** The line that `readS3Url` reads. */
export function writeS3Url({ endpoint, region, bucket, prefix, credentials }: S3Target): string {
  const { accessKeyId, secretAccessKey } = credentials
  const who = `${encodeURIComponent(accessKeyId)}:${encodeURIComponent(secretAccessKey)}`
  const path = `${bucket}/${prefix}`.replace(/\/$/, '')
  return `s3://${who}@${new URL(endpoint).host}/${path}?${new URLSearchParams({ region, endpoint }).toString()}`
}
