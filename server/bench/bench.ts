// Prints the benchmarks: all of them, or those named.
import { benchDashboard } from './dashboard-bench.ts'
import { benchFailover } from './failover-bench.ts'
import { benchFiles } from './files-bench.ts'
import { benchImport } from './import-bench.ts'
import { benchInbound } from './inbound-bench.ts'
import { benchLists } from './lists-bench.ts'
import { benchMemory } from './memory-bench.ts'
import { benchOutbound } from './outbound-bench.ts'
import { benchSoak } from './soak-bench.ts'

const parts = {
  inbound: benchInbound,
  outbound: benchOutbound,
  lists: benchLists,
  dashboard: benchDashboard,
  import: benchImport,
  files: benchFiles,
  failover: benchFailover,
  memory: benchMemory,
  soak: benchSoak
}
/** Takes the better part of an hour. */
const onRequest = ['soak']
const words = process.argv.slice(2)
const named = words.filter((word): word is keyof typeof parts => word in parts)
const options = ['--quick', '--timeline', '--statements']
const unknown = words.filter((word) => !(word in parts) && !options.includes(word))
if (unknown.length > 0) {
  console.info(`${unknown.join(' ')}? Takes any of: ${[...Object.keys(parts), 'desktop', ...options].join(' ')}`)
  process.exit(1)
}
const scale = words.includes('--quick') ? 0.1 : 1

for (const part of named.length > 0
  ? named
  : (Object.keys(parts) as (keyof typeof parts)[]).filter((name) => !onRequest.includes(name))) {
  console.info(`\n${part}`)
  await parts[part](scale)
}
process.exit(0)
