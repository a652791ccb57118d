// Holds the counting of test runs against a real vitest run and against reports as Playwright writes them.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root, runPackage } from './run-tool.ts'
import { addCounts, countPlaywright, countVitest } from './test-results.ts'

test('a vitest run is counted: passed, failed, skipped, and a file that cannot be loaded', async () => {
  const tree = mkdtempSync(join(tmpdir(), 'guiche-results-'))
  onTestFinished(() => rmSync(tree, { recursive: true }))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction')
  const header = `import { expect, test } from 'vitest'\n`
  writeFileSync(
    join(tree, 'some.test.ts'),
    `${header}test('holds', () => expect(1).toBe(1))
    test('breaks', () => expect(1).toBe(2))
    test('waits', { skip: true, meta: { skippedFor: 'no redis-server' } }, () => {})
    test.skip('waits too', () => {})`
  )
  writeFileSync(join(tree, 'broken.test.ts'), `throw new Error('cannot be loaded')`)
  const report = join(tree, 'report.json')
  const ran = await runPackage('vitest', ['run', `--root=${tree}`, '--reporter=json', `--outputFile=${report}`])
  const { failures, ...counts } = countVitest(readFileSync(report, 'utf8'))
  expect(ran.code).toBe(1)
  expect(counts).toEqual({ passed: 1, failed: 2, skipped: 2, reasons: { 'no redis-server': 1 } })
  expect(failures.join('\n')).toMatch(/breaks[^]*expected 1 to be 2/)
  expect(failures.join('\n')).toContain('cannot be loaded')
})

const result = (message?: string) => ({ results: [{ error: message === undefined ? undefined : { message } }] })
const suites = [
  {
    title: 'sign-in.test.ts',
    specs: [
      { title: 'signs in', file: 'sign-in.test.ts', line: 4, tests: [{ status: 'expected', ...result() }] },
      {
        title: 'signs out',
        file: 'sign-in.test.ts',
        line: 9,
        tests: [{ status: 'unexpected', ...result('no button') }]
      }
    ],
    suites: [
      {
        title: 'in Spanish',
        specs: [
          { title: 'greets', file: 'sign-in.test.ts', line: 20, tests: [{ status: 'flaky', ...result('too late') }] }
        ]
      }
    ]
  }
]

test('a Playwright run is counted, and what passes only when tried again has failed', () => {
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 2 }
  const { failures, ...counts } = countPlaywright(JSON.stringify({ stats, suites }))
  expect(counts).toEqual({ passed: 1, failed: 2, skipped: 2, reasons: {} })
  expect(failures).toEqual([
    'sign-in.test.ts:9\n  signs out\n    no button',
    'sign-in.test.ts:20\n  greets\n    too late'
  ])
})

test('a journey that fails says what stood on the screen', () => {
  const tree = mkdtempSync(join(tmpdir(), 'guiche-results-'))
  onTestFinished(() => rmSync(tree, { recursive: true }))
  const path = join(tree, 'error-context.md')
  const rows = Array.from({ length: 100 }, (_, i) => `- row ${i}`)
  writeFileSync(path, ['# Error details', '```', 'no button', '```', '```yaml', ...rows, '```', '# Source'].join('\n'))
  const failed = { error: { message: 'no button' }, attachments: [{ name: 'error-context', path }] }
  const tests = [{ status: 'unexpected', results: [failed] }]
  const specs = [{ title: 'signs out', file: 'a.journey.ts', line: 9, tests }]
  const stats = { expected: 0, unexpected: 1, flaky: 0, skipped: 0 }
  const [text] = countPlaywright(JSON.stringify({ stats, suites: [{ title: 'a', specs }] })).failures
  const shown = rows.slice(-60).map((row) => `    ${row}`)
  expect(text).toBe(['a.journey.ts:9', '  signs out', '    no button', '  on the screen', ...shown].join('\n'))
})

test('a Playwright run that cannot start counts as a failure', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  const counted = countPlaywright(JSON.stringify({ stats, suites: [], errors: [{ message: 'no configuration' }] }))
  expect(counted).toEqual({ passed: 0, failed: 1, skipped: 0, reasons: {}, failures: ['    no configuration'] })
})

test('runs are added up, and so is what they were skipped for', () => {
  const run = { passed: 2, failed: 1, skipped: 3, reasons: { 'no redis-server': 2 }, failures: ['one'] }
  const other = { ...run, reasons: { 'no redis-server': 1, 'no dbus-run-session': 1 }, failures: ['two'] }
  const reasons = { 'no redis-server': 3, 'no dbus-run-session': 1 }
  expect(addCounts([run, other])).toEqual({ passed: 4, failed: 2, skipped: 6, reasons, failures: ['one', 'two'] })
})
