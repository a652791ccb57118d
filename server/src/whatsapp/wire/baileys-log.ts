// The log Baileys writes to: warnings and errors only, reduced to what never holds keys or message content.
import type { SocketConfig } from '@whiskeysockets/baileys'
import type { Logger } from 'pino'

export type ILogger = SocketConfig['logger']

const kept = ['msgId', 'id', 'jid', 'from', 'attempt', 'retryCount', 'count', 'statusCode'] as const

function brief(data: unknown): Record<string, unknown> {
  if (typeof data !== 'object' || data === null) return {}
  const given = data as Record<string, unknown>
  const error = given.err ?? given.error ?? given.e ?? (data instanceof Error ? data : undefined)
  const result: Record<string, unknown> = {}
  for (const name of kept)
    if (typeof given[name] === 'string' || typeof given[name] === 'number') result[name] = given[name]
  // Baileys' errors carry stanzas in their data: only the message goes on.
  if (error instanceof Error) result.error = error.message.slice(0, 300)
  else if (typeof given.trace === 'string') result.error = given.trace.split('\n')[0]?.slice(0, 300)
  return result
}

/** A ping under way when its socket ends, and the end itself, which every pairing has one of: the session tells of ends. */
const loggedBySession = new Set(['error in sending keep alive', 'stream errored out'])

/** Said several times with each message of somebody whose LID is not told: whoever asks for LIDs tells of trouble. */
const saidWithEveryMessage = 'USync fetch yielded no results for pending PNs'

/** Makes Baileys' logger on ours. */
export function baileysLog(log: Logger): ILogger {
  const quiet = () => {}
  const at = (level: 'warn' | 'error') => (data: unknown, text?: string) => {
    if (loggedBySession.has(text ?? '') || data === saidWithEveryMessage) return
    log[level](brief(data), typeof data === 'string' ? data.split('\n')[0]?.slice(0, 200) : (text ?? 'baileys'))
  }
  const made: ILogger = {
    // Baileys builds whole dumps of stanzas for the levels below.
    level: 'warn',
    child: () => made,
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: at('warn'),
    error: at('error')
  }
  return made
}
