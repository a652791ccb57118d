// `npm test`: the checks, every test of the buildings and the journeys; the last line counts what passed and failed.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, findingsOf, lineOf, runChecks } from './checks.ts'
import { root, runPackage, type Ran } from './run-tool.ts'
import { countPlaywright, countVitest, type Counted } from './test-results.ts'

const reports = mkdtempSync(join(tmpdir(), 'guiche-test-'))
// Runners and their servers may be ended hard: what they leave in the place for temporary files goes with the reports.
process.env['TMPDIR'] = mkdtempSync(join(reports, 't-'))
// As the usual place: what other accounts are let run there, they reach.
for (const folder of [reports, process.env['TMPDIR']]) chmodSync(folder, 0o755)

/** Reads what a runner wrote; a runner that failed without telling why counts as one failure. */
const countRun = (ran: Ran, file: string, count: (text: string) => Counted): Counted => {
  const counted = existsSync(file) ? count(readFileSync(file, 'utf8')) : noTests
  if (ran.code === 0 || counted.failed > 0) return counted
  const tail = ran.output.split('\n').slice(-40).join('\n')
  return { ...counted, failed: 1, failures: [`the run ended with status ${ran.code}:\n${tail}`] }
}

const noTests: Counted = { passed: 0, failed: 0, skipped: 0, failures: [] }

const checkHouse = async (): Promise<Counted> => {
  const results = await runChecks(Object.keys(checks), (result) => console.log(lineOf(result)))
  const failed = results.filter(({ code }) => code !== 0)
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    skipped: 0,
    failures: failed.map((result) => findingsOf([result]))
  }
}

const unitTests = (building: string) => async (): Promise<Counted> => {
  const report = join(reports, `${building}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', `--root=${building}`, '--passWithNoTests', ...reporters]
  return countRun(await runPackage('vitest', args, { isLoud: true, limit: 20 }), report, countVitest)
}

const journeys = async (): Promise<Counted> => {
  const config = 'desktop/e2e/playwright.config.ts'
  if (!existsSync(join(root, config))) {
    console.log('no journeys yet')
    return noTests
  }
  const built = await runPackage('vite', ['build', 'desktop', '--logLevel=warn'], { isLoud: true })
  if (built.code !== 0) return { ...noTests, failed: 1, failures: [`the console cannot be built:\n${built.output}`] }
  const report = join(reports, 'journeys.json')
  const ran = await runPackage('playwright', ['test', '-c', config, '--pass-with-no-tests', '--reporter=list,json'], {
    isLoud: true,
    limit: 30,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  })
  return countRun(ran, report, countPlaywright)
}

const parts: Record<string, () => Promise<Counted>> = {
  checks: checkHouse,
  scripts: unitTests('scripts'),
  shared: unitTests('shared'),
  server: unitTests('server'),
  desktop: unitTests('desktop'),
  journeys
}

const asked = process.argv.slice(2)
const results: [string, Counted][] = []
try {
  for (const [name, run] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    console.log(`\n== ${name}`)
    results.push([name, await run()])
  }
} finally {
  // A browser that is just ending may still write.
  rmSync(reports, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

for (const [name, { failures }] of results) {
  for (const failure of failures) console.log(`\n== failed in ${name}\n${failure}`)
}
console.log('')
for (const [name, { passed, failed, skipped }] of results) {
  const aside = skipped > 0 ? `, ${skipped} skipped` : ''
  console.log(`${name.padEnd(10)} ${passed} passed, ${failed} failed${aside}`)
}
const sum = (field: 'passed' | 'failed') => results.reduce((total, [, counted]) => total + counted[field], 0)
if (sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
