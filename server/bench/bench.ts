// Prints the benchmarks: all of them, or those named.
import { benchDashboard } from './dashboard-bench.ts'
import { benchInbound } from './inbound-bench.ts'
import { benchLists } from './lists-bench.ts'
import { benchMemory } from './memory-bench.ts'

const parts = { inbound: benchInbound, lists: benchLists, dashboard: benchDashboard, memory: benchMemory }
const named = process.argv.slice(2).filter((word): word is keyof typeof parts => word in parts)
const scale = process.argv.includes('--quick') ? 0.1 : 1

for (const part of named.length > 0 ? named : (Object.keys(parts) as (keyof typeof parts)[])) {
  console.info(`\n${part}`)
  await parts[part](scale)
}
process.exit(0)
