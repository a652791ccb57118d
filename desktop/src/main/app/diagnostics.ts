// A report for whoever helps: versions, settings, the last lines of the log. No message, no token, no name.
import { app } from 'electron'
import { readdirSync } from 'node:fs'
import { release } from 'node:os'
import type { Preferences } from '#bridge/preference-channels.ts'
import type { Keeping } from '#bridge/login-channels.ts'
import type { Log } from '../platform/log.ts'

const lines = 200

interface State {
  edition: string
  server: string | null
  isServerFixed: boolean
  isSignedIn: boolean
  keeping: Keeping
  preferences: Preferences
  language: string
}

/** Reports of crashes, by the day alone: their names say nothing more. */
function crashCount(): number {
  try {
    return readdirSync(app.getPath('crashDumps'), { recursive: true }).filter((name) => String(name).endsWith('.dmp'))
      .length
  } catch {
    return 0
  }
}

/** The report as text. */
export function diagnosticsText(state: State, log: Log): string {
  const { preferences, ...rest } = state
  const facts = {
    app: `${app.getName()} ${app.getVersion()}`,
    electron: process.versions.electron,
    chrome: process.versions['chrome'] ?? '',
    system: `${process.platform} ${release()} ${process.arch}`,
    uptime: `${Math.round(process.uptime())} s`,
    crashes: crashCount(),
    graphics: app.getGPUFeatureStatus().gpu_compositing,
    ...rest,
    ...preferences
  }
  const head = Object.entries(facts).map(([name, value]) => `${name}: ${String(value)}`)
  return [...head, '', ...log.tail(lines)].join('\n')
}
