// The log: one line an event in a file of its own folder, scrubbed, cut off by size. No text of a message comes here.
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { scrub } from './scrub.ts'

/** Bytes of one file, and how many older ones are kept. */
const largest = 1_000_000
const kept = 3

type Fact = string | number | boolean | null
export type Facts = Record<string, Fact>

export interface Log {
  readonly folder: string
  info(event: string, facts?: Facts): void
  warn(event: string, facts?: Facts): void
  error(event: string, facts?: Facts): void
  /** The last lines, oldest first. */
  tail(lines: number): string[]
}

const fileOf = (folder: string, age: number): string => join(folder, age === 0 ? 'main.log' : `main.${age}.log`)

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

function rotate(folder: string): void {
  rmSync(fileOf(folder, kept), { force: true })
  for (let age = kept - 1; age >= 0; age--) {
    if (sizeOf(fileOf(folder, age)) > 0) renameSync(fileOf(folder, age), fileOf(folder, age + 1))
  }
}

function clean(facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? scrub(value) : value])
  )
}

/** Opens the log in `folder`. A disk that is full or gone stops no app. */
export function openLog(folder: string, now = () => new Date()): Log {
  const write = (level: string, event: string, facts: Facts = {}): void => {
    const line = `${now().toISOString()} ${level} ${scrub(event)} ${JSON.stringify(clean(facts))}\n`
    try {
      mkdirSync(folder, { recursive: true })
      if (sizeOf(fileOf(folder, 0)) + line.length > largest) rotate(folder)
      appendFileSync(fileOf(folder, 0), line)
    } catch {
      // There is no other place to say so.
    }
  }
  const linesOf = (age: number): string[] => {
    if (sizeOf(fileOf(folder, age)) === 0) return []
    return readFileSync(fileOf(folder, age), 'utf8').trimEnd().split('\n')
  }
  return {
    folder,
    info: (event, facts) => write('info', event, facts),
    warn: (event, facts) => write('warn', event, facts),
    error: (event, facts) => write('error', event, facts),
    tail: (lines) => {
      const last = linesOf(0)
      return (last.length >= lines ? last : [...linesOf(1), ...last]).slice(-lines)
    }
  }
}

/** What of an error may be kept: its kind, its words scrubbed, and where it happened. */
export function factsOf(error: unknown): Facts {
  if (!(error instanceof Error)) return { error: typeof error }
  const at = /^\s*at .*$/m.exec(error.stack ?? '')?.[0].trim() ?? ''
  return { error: error.name, words: error.message, at }
}
