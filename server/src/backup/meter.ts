// Counts and hashes what passes through, on its way into an archive or out of it.
import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

export interface Meter extends Transform {
  bytes: number
  /** Of COPY text: each row is one line. */
  lines: number
  /** SHA-256 in hex, once everything has passed. */
  sha256: string
}

export function createMeter(): Meter {
  const hash = createHash('sha256')
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      meter.bytes += chunk.length
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) meter.lines++
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      meter.sha256 = hash.digest('hex')
      done()
    }
  }) as Meter
  return Object.assign(meter, { bytes: 0, lines: 0, sha256: '' })
}
