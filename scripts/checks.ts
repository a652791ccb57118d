// Every check of the house, by name; `npm run check` runs them all, `npm run check -- lint` only those named.
import { runPackage, runScript, type Ran } from './run-tool.ts'

const types = (building: string) => () => runPackage('tsc', ['-p', building], { from: 'typescript' })

function copies(format: string, lines: number, tokens: number) {
  return () =>
    runPackage('jscpd', [`--format=${format}`, `--min-lines=${lines}`, `--min-tokens=${tokens}`, '--no-colors'])
}

export const checks: Record<string, () => Promise<Ran>> = {
  'types:shared': types('shared'),
  'types:server': types('server'),
  'types:desktop': types('desktop'),
  'types:scripts': types('scripts'),
  // The shell must use nothing that the test host lacks.
  'types:host': async () => {
    const written = await runScript('desktop/host/write-namespace.ts')
    return written.code === 0 ? types('desktop/host')() : written
  },
  lint: () => runPackage('oxlint', ['--format=unix']),
  format: () =>
    runPackage('prettier', [
      '--check',
      '--log-level=warn',
      '--cache',
      '--cache-location=node_modules/.cache/format',
      '.'
    ]),
  boundaries: () => runScript('scripts/boundaries.ts'),
  files: () => runScript('scripts/file-rules.ts'),
  'dead-code': () => runPackage('knip', ['--no-progress', '--reporter=compact']),
  'copies:code': copies('typescript', 10, 80),
  // Screens that use the same components look alike: only whole passages count.
  'copies:markup': copies('tsx', 25, 150),
  texts: () => runScript('scripts/texts/unused-texts.ts'),
  lock: () => runScript('scripts/lock-complete.ts'),
  decisions: () => runScript('scripts/decisions/decisions.ts'),
  asvs: () => runScript('scripts/asvs/asvs.ts'),
  'data-model': () => runScript('scripts/data-model/page.ts', ['--check']),
  licences: () => runScript('scripts/licences.ts')
}

export interface CheckResult extends Ran {
  name: string
}

/** Runs checks at the same time and tells of each as it ends. */
export function runChecks(names: string[], tell: (result: CheckResult) => void): Promise<CheckResult[]> {
  return Promise.all(
    names.map(async (name) => {
      const check = checks[name]
      if (!check) throw new Error(`no check is called ${name}; there are: ${Object.keys(checks).join(', ')}`)
      const result = { name, ...(await check()) }
      tell(result)
      return result
    })
  )
}

/** One line for a check that ended. */
export const lineOf = ({ name, code, took }: CheckResult): string =>
  `${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(14)} ${(took / 1000).toFixed(1)} s`

/** What the failed checks found, each under its name. */
export function findingsOf(results: CheckResult[]): string {
  return results
    .filter(({ code }) => code !== 0)
    .map(({ name, output }) => `--- ${name}\n${output}\n`)
    .join('\n')
}
