// Has files of strangers scanned while they are stored: whoever reads one to its end knows that nothing was found.
import { pipeline, Transform, type Readable } from 'node:stream'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Logger } from 'pino'
import type { ScannerAddress } from '#platform/config/scanner-address.ts'
import { openScan, type Verdict } from './clamd.ts'
import { countScan } from './count-scans.ts'

export interface VirusScanner {
  /**
   * The same bytes as they come, whose end comes only when nothing was found in them; `source` is taken in from the start.
   * `about` is for the log. Errors, in the stream: ERR_FILE_INFECTED with `virus`, ERR_FILE_NOT_CHECKED when the scanner is
   * away, ERR_FILE_TOO_LARGE_TO_CHECK.
   */
  scan(source: Readable, about: object): Readable
}

/** Milliseconds in which clamd neither takes a piece nor answers. */
const usualPatience = 60_000

type Refusal = Exclude<Verdict, { kind: 'clean' }>

/** What the person hears; what the operator has to know is logged. */
function refuse(log: Logger, refusal: Refusal, about: object): AppError {
  if (refusal.kind === 'found') {
    countScan('found')
    log.warn({ ...about, virus: refusal.name }, 'a file with a virus was refused')
    return new AppError('ERR_FILE_INFECTED', { values: { virus: refusal.name } })
  }
  countScan('failed')
  if (refusal.kind === 'too-large') {
    log.warn(
      { ...about, answer: refusal.why },
      'a file was not checked: it is beyond the limits of clamd, whose StreamMaxLength, MaxFileSize and MaxScanSize have to reach MAX_UPLOAD_MB'
    )
    return new AppError('ERR_FILE_TOO_LARGE_TO_CHECK')
  }
  log.warn({ ...about, answer: refusal.why }, 'a file was not checked: the virus scanner does not do its work')
  return new AppError('ERR_FILE_NOT_CHECKED')
}

/** The scanner that VIRUS_SCANNER names; without one every file passes as it is. */
export function createScanner(
  address: ScannerAddress | undefined,
  log: Logger,
  patience = usualPatience
): VirusScanner {
  if (!address) return { scan: (source) => source }
  return {
    scan: (source, about) => {
      const scan = openScan(address, patience)
      let bytes = 0
      const refusalOf = (refusal: Refusal) => refuse(log, refusal, { ...about, bytes })
      const scanned = new Transform({
        transform(piece: Buffer, _encoding, done) {
          bytes += piece.length
          void scan.write(piece).then((verdict) => {
            if (scanned.destroyed) return
            // An answer before the end is none of a whole file.
            if (verdict === null) done(null, piece)
            else done(refusalOf(verdict.kind === 'clean' ? { kind: 'failed', why: 'answered too early' } : verdict))
          })
        },
        flush(done) {
          void scan.end().then((verdict) => {
            if (scanned.destroyed) return undefined
            if (verdict.kind !== 'clean') return done(refusalOf(verdict))
            countScan('clean')
            done()
          })
        },
        destroy(error, done) {
          scan.close()
          done(error)
        }
      })
      // Whoever reads hears of every error; until then nobody listens, and it may fail already.
      scanned.on('error', () => {})
      pipeline(source, scanned, () => {})
      return scanned
    }
  }
}
