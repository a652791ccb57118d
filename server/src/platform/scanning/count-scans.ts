// Counts what was scanned in this process, and shows it among the server's measurements.
import type { FastifyInstance } from 'fastify'

export type ScanResult = 'clean' | 'found' | 'failed'

const counts: Record<ScanResult, number> = { clean: 0, found: 0, failed: 0 }

export function countScan(result: ScanResult): void {
  counts[result]++
}

/** Adds the counts to what `GET /metrics` answers. */
export function exposeScans({ metrics }: FastifyInstance): void {
  const { Counter, register } = metrics.client
  const scans = new Counter({
    name: 'guiche_virus_scans_total',
    help: 'files handed to the virus scanner: clean, found (refused), failed (not checked)',
    labelNames: ['result'],
    registers: [],
    collect() {
      this.reset()
      for (const [result, n] of Object.entries(counts)) this.inc({ result }, n)
    }
  })
  register.registerMetric(scans)
}
