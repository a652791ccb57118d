// What is told of a login to the windows that it ends: from where, and with what.
import type { LoginOrigin } from '@guiche/shared/features/org/auth.ts'

/** The first that fits counts: Edge calls itself Chrome as well, and Chrome Safari. */
const browsers: [RegExp, string][] = [
  [/Electron\//, 'Guichê'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari']
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux']
]

const nameIn = (names: [RegExp, string][], text: string): string | null =>
  names.find(([form]) => form.test(text))?.[1] ?? null

/** `agent` is the header as it came: only names that are known here are told, never a stranger's words. */
export function loginOrigin(agent: string | undefined, address: string, at: Date): LoginOrigin {
  const text = (agent ?? '').slice(0, 500)
  return { at: at.toISOString(), address, browser: nameIn(browsers, text), system: nameIn(systems, text) }
}
