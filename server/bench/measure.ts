// Reads processor time and memory of processes, and summarises samples.
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second of /proc (Linux). */
const ticks = 100

/** Processor seconds of a process so far; with `family` also of its children and PostgreSQL workers. */
export function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // utime, stime, and those of children that have ended (cutime, cstime).
    return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) / ticks
  } catch {
    return 0
  }
}

/** Pids of a process and all its descendants. */
export function processTreeOf(pid: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const parent = Number(
        readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1]
      )
      parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
    } catch {
      // It ended while we looked.
    }
  }
  const all = [pid]
  for (const one of all) all.push(...(parents.get(one) ?? []))
  return all
}

export const cpuOfTree = (pid: number): number => processTreeOf(pid).reduce((sum, one) => sum + cpuSeconds(one), 0)

/** Resident megabytes. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes ?? 0) / 1024)
}

export interface Summary {
  p50: number
  p99: number
  max: number
}

/** Percentiles of samples in milliseconds, one digit. */
export function summarise(samples: number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN) * 10) / 10
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** One line of the report. */
export function report(label: string, values: Record<string, unknown>): void {
  return console.info(
    `${label.padEnd(44)} ${Object.entries(values)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join('   ')}`
  )
}
