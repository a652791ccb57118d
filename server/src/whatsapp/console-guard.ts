// Keeps libsignal off the console: it prints whole sessions, private keys included, when it closes or opens one.
import { format } from 'node:util'

type Sink = (text: string) => void

const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const
const chatter =
  /^(Closing|Opening|Removing old closed) |^Session (already|error)|^Failed to decrypt message|^Decrypted message with closed|^Migrating session|^V1 session storage|^Unhandled bucket/

function holdsKeys(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    ('currentRatchet' in value || 'indexInfo' in value || 'privKey' in value || '_chains' in value)
  )
}

function isFromSignal(args: unknown[]): boolean {
  return (
    args.some(holdsKeys) ||
    (typeof args[0] === 'string' && chatter.test(args[0])) ||
    /[\\/]libsignal[\\/]/.test(new Error('trace').stack ?? '')
  )
}

let sink: Sink | null = null

/** Sends what libsignal prints to `to`, first text only, never the values. Later calls only replace `to`. */
export function guardConsole(to: Sink): void {
  const isGuarded = sink !== null
  sink = to
  if (isGuarded) return
  for (const method of methods) {
    const print = console[method].bind(console)
    console[method] = (...args: unknown[]) => {
      if (!isFromSignal(args)) return print(...args)
      const [first] = args
      sink?.(typeof first === 'string' ? format(first.split('\n')[0]).slice(0, 200) : 'libsignal message')
    }
  }
}
