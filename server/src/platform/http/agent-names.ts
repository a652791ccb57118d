// What calls: the browser and the system of a header `User-Agent`, where they are known here.

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

/** Only names that are known here are told, never a stranger's words. */
export function agentNames(agent: string | undefined): { browser: string | null; system: string | null } {
  const text = (agent ?? '').slice(0, 500)
  return { browser: nameIn(browsers, text), system: nameIn(systems, text) }
}

/** Both in a line, such as `Chrome, Windows`; null where neither is known. */
export function agentSummary(agent: string | undefined): string | null {
  const { browser, system } = agentNames(agent)
  return [browser, system].filter((name) => name !== null).join(', ') || null
}
