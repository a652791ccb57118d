// `npm test`: the checks, every test of the buildings and the journeys; the last line counts what passed and failed.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, findingsOf, lineOf, runChecks } from './checks.ts'
import { listFiles } from './list-files.ts'
import { root, runPackage, type Ran } from './run-tool.ts'
import { browserTag, systemTag, whenInstalled } from './system-programs.ts'
import { addCounts, countPlaywright, countVitest, type Counted } from './test-results.ts'

const reports = mkdtempSync(join(tmpdir(), 'guiche-test-'))
// Runners and their servers may be ended hard: what they leave in the place for temporary files goes with the reports.
process.env['TMPDIR'] = mkdtempSync(join(reports, 't-'))
// As the usual place: what other accounts are let run there, they reach.
for (const folder of [reports, process.env['TMPDIR']]) chmodSync(folder, 0o755)

/** Reads what a runner wrote; a runner that failed without telling why counts as one failure. */
function countRun(ran: Ran, file: string, count: (text: string) => Counted): Counted {
  const counted = existsSync(file) ? count(readFileSync(file, 'utf8')) : noTests
  if (ran.code === 0 || counted.failed > 0) return counted
  const tail = ran.output.split('\n').slice(-40).join('\n')
  return { ...counted, failed: 1, failures: [`the run ended with status ${ran.code}:\n${tail}`] }
}

const noTests: Counted = { passed: 0, failed: 0, skipped: 0, reasons: {}, failures: [] }

async function checkHouse(): Promise<Counted> {
  const results = await runChecks(Object.keys(checks), (result) => console.log(lineOf(result)))
  const failed = results.filter(({ code }) => code !== 0)
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    skipped: 0,
    reasons: {},
    failures: failed.map((result) => findingsOf([result]))
  }
}

interface Selection {
  /** Only these files and tests. */
  only?: string[]
  env?: Record<string, string>
}

async function runVitest(building: string, { only = [], env = {} }: Selection = {}): Promise<Counted> {
  const report = join(reports, `${building}.json`)
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', `--root=${building}`, '--passWithNoTests', ...reporters, ...only]
  return countRun(await runPackage('vitest', args, { isLoud: true, limit: 30, env }), report, countVitest)
}

const unitTests = (building: string) => () => runVitest(building)

/** A run of the tests of one tag: the others of the same files were not asked for. */
function asked(run: Counted): Counted {
  return { ...run, skipped: Object.values(run.reasons).reduce((sum, count) => sum + count, 0) }
}

/** What needs programs of the system: these tests alone, and what a browser itself does in the installed Chromium too. */
async function systemTests(): Promise<Counted> {
  const runs: Counted[] = []
  for (const building of ['server', 'desktop']) {
    const needy = listFiles(join(root, building), /\.test\.ts$/).filter((path) =>
      readFileSync(join(root, building, path), 'utf8').includes(`${whenInstalled.name}(`)
    )
    runs.push(asked(await runVitest(building, { only: [...needy, `--tagsFilter=${systemTag.name}`] })))
  }
  const chromium = '/usr/bin/chromium'
  if (existsSync(chromium)) {
    const only = ['simulator/page.test.ts', `--tagsFilter=${browserTag.name}`]
    runs.push(asked(await runVitest('server', { only, env: { CHROME_PATH: chromium } })))
  } else {
    runs.push({ ...noTests, skipped: 1, reasons: { [`no ${chromium}`]: 1 } })
  }
  return addCounts(runs)
}

async function journeys(): Promise<Counted> {
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

/** Parts that run only when they are asked for. */
const extras: Record<string, () => Promise<Counted>> = { system: systemTests }

const wanted = process.argv.slice(2)
const results: [string, Counted][] = []
try {
  const chosen = Object.entries({ ...parts, ...extras }).filter(([name]) =>
    wanted.length > 0 ? wanted.includes(name) : name in parts
  )
  for (const [name, run] of chosen) {
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
const total = addCounts(results.map(([, counted]) => counted))
for (const [reason, count] of Object.entries(total.reasons)) console.log(`skipped: ${count}, ${reason}`)
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
console.log(`${total.passed} passed, ${total.failed} failed`)
