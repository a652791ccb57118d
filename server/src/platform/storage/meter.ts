// Counts the bytes of a stream that is being stored and ends it when there are too many.
import { Transform } from 'node:stream'
import { AppError } from '@guiche/shared/kernel/app-error.ts'

export interface Meter extends Transform {
  /** Bytes so far. */
  bytes: number
}

/** `limit` in bytes. The stream fails with ERR_MEDIA_TOO_LARGE at the first byte beyond it. */
export function createMeter(limit = Number.POSITIVE_INFINITY): Meter {
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      meter.bytes += chunk.length
      if (meter.bytes <= limit) done(null, chunk)
      else done(new AppError('ERR_MEDIA_TOO_LARGE', { values: { megabytes: Math.floor(limit / 1_048_576) } }))
    }
  }) as Meter
  meter.bytes = 0
  return meter
}
