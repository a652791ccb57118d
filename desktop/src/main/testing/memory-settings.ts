// Settings and a log for tests: in memory, with what was written to be looked at.
import type { Log } from '../platform/log.ts'
import type { Settings } from '../platform/settings.ts'

const defaults: Record<string, unknown> = {
  servers: [],
  currentServer: null,
  logins: [],
  linkOrigins: {},
  pausedUntil: null,
  language: null
}

export function memorySettings(values: Record<string, unknown> = {}): Settings & { values: Record<string, unknown> } {
  const kept = { ...defaults, ...values }
  return {
    values: kept,
    read: (key) => kept[key] as never,
    write: (key, value) => {
      kept[key] = value
    }
  }
}

export function memoryLog(): Log & { lines: string[] } {
  const lines: string[] = []
  const write = (event: string, facts?: object) => void lines.push(`${event} ${JSON.stringify(facts ?? {})}`)
  return { folder: '/logs', lines, info: write, warn: write, error: write, tail: (count) => lines.slice(-count) }
}
