// Counts what vitest and Playwright report as JSON, and keeps the failures for the end of the run.
import { existsSync, readFileSync } from 'node:fs'
import { root } from './run-tool.ts'

export interface Counted {
  passed: number
  failed: number
  skipped: number
  /** How many tests were skipped for each reason that one gave. */
  reasons: Record<string, number>
  /** One text a failure: where, what, why. */
  failures: string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: {
      status: string
      fullName: string
      failureMessages?: string[] | null
      meta?: { skippedFor?: string }
    }[]
  }[]
}

/** Counts a vitest run. A file that could not be loaded counts as one failure. */
export function countVitest(text: string): Counted {
  const report = JSON.parse(text) as VitestReport
  const failures: string[] = []
  let broken = 0
  for (const file of report.testResults) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    for (const one of failed)
      failures.push(`${fromRoot(file.name)}\n  ${one.fullName}\n${indent(one.failureMessages?.join('\n'))}`)
    if (file.status === 'failed' && failed.length === 0) {
      broken += 1
      failures.push(`${fromRoot(file.name)}\n${indent(file.message)}`)
    }
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
    reasons: countReasons(report),
    failures
  }
}

function countReasons(report: VitestReport): Record<string, number> {
  const reasons: Record<string, number> = {}
  for (const { status, meta } of report.testResults.flatMap((file) => file.assertionResults)) {
    if (status !== 'skipped' || meta?.skippedFor === undefined) continue
    reasons[meta.skippedFor] = (reasons[meta.skippedFor] ?? 0) + 1
  }
  return reasons
}

/** One run of several; reasons are added up. */
export function addCounts(runs: Counted[]): Counted {
  const total: Counted = { passed: 0, failed: 0, skipped: 0, reasons: {}, failures: [] }
  for (const run of runs) {
    total.passed += run.passed
    total.failed += run.failed
    total.skipped += run.skipped
    total.failures.push(...run.failures)
    for (const [reason, count] of Object.entries(run.reasons)) {
      total.reasons[reason] = (total.reasons[reason] ?? 0) + count
    }
  }
  return total
}

interface PlaywrightResult {
  error?: { message?: string; stack?: string }
  attachments?: { name: string; path?: string }[]
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    line: number
    tests: { status: string; results: PlaywrightResult[] }[]
  }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
  errors?: { message?: string; stack?: string }[]
}

/** Counts a Playwright run. What passes only when tried again counts as failed. */
export function countPlaywright(text: string): Counted {
  const report = JSON.parse(text) as PlaywrightReport
  const broken = (report.errors ?? []).map((error) => indent(error.stack ?? error.message))
  const failuresOf = (suite: PlaywrightSuite): string[] => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => {
          const failed = results.find(({ error }) => error)
          const why = indent(failed?.error?.stack ?? failed?.error?.message)
          return `${spec.file}:${spec.line}\n  ${spec.title}\n${why}${screenOf(failed)}`
        })
    ),
    ...(suite.suites ?? []).flatMap(failuresOf)
  ]
  return {
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky + broken.length,
    skipped: report.stats.skipped,
    reasons: {},
    failures: [...broken, ...report.suites.flatMap(failuresOf)]
  }
}

const mostLines = 25
/** Lines of what a screen showed; what lies over the rest comes last. */
const mostScreenLines = 60

/** What stood on the screen when a journey failed, as assistive technology reads it; empty when nobody wrote it down. */
function screenOf(result: PlaywrightResult | undefined): string {
  const path = result?.attachments?.find(({ name }) => name === 'error-context')?.path
  if (path === undefined || !existsSync(path)) return ''
  const [, screen] = /^```yaml\n(.*?)^```/ms.exec(readFileSync(path, 'utf8')) ?? []
  if (screen === undefined) return ''
  const lines = screen.trimEnd().split('\n').slice(-mostScreenLines)
  return ['', '  on the screen', ...lines.map((line) => `    ${line}`)].join('\n')
}

/** Paths as they are written in the project. */
const fromRoot = (text: string): string => text.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '')

function indent(text = 'no message'): string {
  return (
    fromRoot(text)
      // Colours of a terminal start with the escape character.
      // oxlint-disable-next-line no-control-regex
      .replace(/\u001B\[[\d;]*m/g, '')
      .split('\n')
      .slice(0, mostLines)
      .map((line) => `    ${line}`)
      .join('\n')
  )
}
