// Speaks with clamd, the daemon of ClamAV: one line a file, its bytes in pieces as they come, one sentence back.
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { ScannerAddress } from '#platform/config/scanner-address.ts'

export type Verdict =
  | { kind: 'clean' }
  /** `name` as the signatures call it. */
  | { kind: 'found'; name: string }
  /** Beyond what clamd takes or looks into. */
  | { kind: 'too-large'; why: string }
  | { kind: 'failed'; why: string }

export interface Scan {
  /** Hands over a piece; null when more may follow, the verdict when nothing more is wanted. Never rejects. */
  write(piece: Buffer): Promise<Verdict | null>
  /** Nothing follows. Never rejects. */
  end(): Promise<Verdict>
  /** Nobody wants the verdict any more. */
  close(): void
}

/** Characters of an answer; a longer one is none. */
const longestAnswer = 4_096
const longestName = 120

/** Bytes that are handed over before clamd's answer is looked for. */
const stepSize = 65_536

/** What clamd says with AlertExceedsMax of a file that it did not look through. */
const isLimit = (name: string): boolean => /^Heuristics\.Limits\.Exceeded/i.test(name)

/** Names come from signatures that anybody may have written: what is shown has no control characters and an end. */
const cleanName = (name: string): string => name.replace(/[^\x20-\x7e]/g, '').slice(0, longestName) || 'unknown'

function readAnswer(text: string): Verdict {
  const said = (text.split('\0')[0] ?? '').trim()
  if (said === 'stream: OK') return { kind: 'clean' }
  const found = /^stream: (.+) FOUND$/.exec(said)?.[1]
  if (found !== undefined) {
    return isLimit(found) ? { kind: 'too-large', why: found } : { kind: 'found', name: cleanName(found) }
  }
  const why = said.slice(0, longestAnswer)
  return /size limit exceeded/i.test(said) ? { kind: 'too-large', why } : { kind: 'failed', why: why || 'no answer' }
}

/** Milliseconds for a word of life. */
const pingPatience = 5_000

/** Whether clamd answers: whoever hung up and lives did so on purpose. */
function isAlive(address: ScannerAddress): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let said = ''
  const socket = connect(address)
  socket.setTimeout(pingPatience, () => socket.destroy())
  socket.on('data', (text) => (said += text.toString('latin1')))
  socket.on('error', () => {})
  socket.on('close', () => resolve(said.startsWith('PONG')))
  socket.write('zPING\0')
  return promise
}

const isHangUp = (error: NodeJS.ErrnoException): boolean => ['EPIPE', 'ECONNRESET'].includes(error.code ?? '')

/** Begins a scan. `patience` in milliseconds: how long clamd may neither take a piece nor answer. */
export function openScan(address: ScannerAddress, patience: number): Scan {
  const socket = connect(address)
  const { promise: answered, resolve } = Promise.withResolvers<Verdict>()
  let verdict: Verdict | null = null
  let taken = 0
  let isCut = false
  let answer = ''
  const settle = (found: Verdict): void => {
    verdict ??= found
    resolve(verdict)
    socket.destroy()
  }
  const given = (): Verdict | null => verdict
  /** Until `work` is done or clamd has answered: also that it is too much, in the middle. */
  const wait = async (work: Promise<unknown>): Promise<void> => {
    const timer = setTimeout(settle, patience, { kind: 'failed', why: `nothing for ${patience / 1000} seconds` })
    await Promise.race([work, answered])
    clearTimeout(timer)
  }
  const send = (bytes: Buffer | string): Promise<void> =>
    new Promise((done) => {
      socket.write(bytes, () => done())
    })
  /** A step of no length would end the file; there is none. */
  const sendStep = (step: Buffer): Promise<void> => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(step.length)
    socket.cork()
    void send(length)
    const sent = send(step)
    socket.uncork()
    return sent
  }
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    answer += text
    if (answer.includes('\0') || answer.length > longestAnswer) settle(readAnswer(answer))
  })
  const judgeBreak = async (error: Error): Promise<void> => {
    const why = `${error.message} after ${taken} bytes`
    if (taken === 0 || !isHangUp(error)) return settle({ kind: 'failed', why })
    // What is too much is answered in the middle; a write that meets the closed line ends it before that is read.
    isCut = true
    settle({ kind: (await isAlive(address)) ? 'too-large' : 'failed', why })
  }
  socket.on('error', (error) => void judgeBreak(error))
  socket.on('close', () => {
    if (!isCut) settle(readAnswer(answer))
  })
  void send('zINSTREAM\0')
  return {
    write: async (piece) => {
      for (let at = 0; at < piece.length && verdict === null; at += stepSize) {
        const step = piece.subarray(at, at + stepSize)
        taken += step.length
        await wait(isCut ? answered : sendStep(step))
        // An answer in the middle is read before more is written, as a rule.
        await setImmediate()
      }
      return given()
    },
    end: async () => {
      if (verdict === null) {
        void send(Buffer.alloc(4))
        await wait(answered)
      }
      return answered
    },
    close: () => settle({ kind: 'failed', why: 'nobody waited' })
  }
}
