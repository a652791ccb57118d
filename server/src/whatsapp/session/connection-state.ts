// What the end of a socket means: try again or stop, which status and reason people see, when the next try is.
import type { ConnectionReason, ConnectionStatus } from '@guiche/shared/features/inbox/connections.ts'

/** How a socket ended. `code` is WhatsApp's (or the web socket's) number; the others are found by the watchdog. */
export type Ending =
  | { kind: 'code'; code: number }
  /** The server answered the upgrade with an HTTP status instead of a web socket. */
  | { kind: 'refused'; httpStatus: number }
  /** Nothing came for too long while opening. */
  | { kind: 'no-answer' }
  /** Open, but nothing came for too long and a ping stayed unanswered. */
  | { kind: 'deaf' }

export interface EndedSession {
  ending: Ending
  /** Credentials are known: the account has been paired. */
  isPaired: boolean
  /** The phone has just scanned the QR code; the promised restart comes next. */
  isPairing: boolean
  /** QR codes shown so far, and how many may be. */
  qrShown: number
  qrLimit: number
  /** Tries since the session was last open for a while. */
  failures: number
}

export type Verdict =
  | {
      action: 'stop'
      status: 'DISCONNECTED'
      reason: ConnectionReason
      /** Credentials and keys are worthless and go. */
      wipe: boolean
    }
  | { action: 'retry'; status: ConnectionStatus; reason: ConnectionReason; /** Milliseconds. */ delay: number }

/** Codes of WhatsApp that Baileys passes on. */
export const closeCode = {
  loggedOut: 401,
  forbidden: 403,
  lost: 408,
  mismatch: 411,
  closed: 428,
  replaced: 440,
  bad: 500,
  unavailable: 503,
  restart: 515
} as const

const firstDelay = 1000
const longestDelay = 60_000

/** Doubles with every failure up to a minute, with half of it left to chance so that sessions do not come in step. */
export function backOff(failures: number, random: () => number = Math.random): number {
  const full = Math.min(longestDelay, firstDelay * 2 ** Math.min(failures, 10))
  return Math.round(full / 2 + (full / 2) * random())
}

function stop(reason: ConnectionReason, wipe = false): Verdict {
  return {
    action: 'stop',
    status: 'DISCONNECTED',
    reason,
    wipe
  }
}

function retryReason(ending: Ending): ConnectionReason {
  if (ending.kind === 'refused') return 'refused'
  return ending.kind === 'no-answer' ? 'no-answer' : 'network'
}

/** At once, as WhatsApp asks; one that asks again and again is not asked in a circle. */
function restart({ isPairing, failures }: EndedSession, random: () => number): Verdict {
  return {
    action: 'retry',
    status: isPairing ? 'PAIRING' : 'OPENING',
    reason: 'restarting',
    delay: failures === 0 ? 0 : backOff(failures - 1, random)
  }
}

/** Judges the end of a socket. Pure: chance comes in as `random`. */
export function judgeEnding(ended: EndedSession, random: () => number = Math.random): Verdict {
  const { ending, failures } = ended
  if (ending.kind === 'code') {
    switch (ending.code) {
      case closeCode.loggedOut:
        return stop('logged-out', true)
      case closeCode.replaced:
        return stop('replaced')
      case closeCode.forbidden:
        return stop('banned')
      case closeCode.mismatch:
        return stop('refused')
      case closeCode.restart:
        return restart(ended, random)
      default:
    }
  }
  if (!ended.isPaired && ended.qrShown > 0) {
    if (ended.qrShown >= ended.qrLimit) return stop('qr-expired')
    // All codes of this socket were shown: fresh ones come with a new one.
    return {
      action: 'retry',
      status: 'OPENING',
      reason: 'starting',
      delay: failures === 0 ? 0 : backOff(failures, random)
    }
  }
  const reason = retryReason(ending)
  // One short break is no news; from the second on people see that the connection is away.
  const isBrief = reason === 'network' && failures === 0
  return { action: 'retry', status: isBrief ? 'OPENING' : 'TIMEOUT', reason, delay: backOff(failures, random) }
}
