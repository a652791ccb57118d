// `npm run bench`: the benchmarks of the server, and with `desktop` that of the console and the app.
import { runScript } from './run-tool.ts'

const args = process.argv.slice(2)
const isDesktop = args.includes('desktop')
const others = args.filter((arg) => arg !== 'desktop')
const options = { isLoud: true, limit: 180 }
const codes: number[] = []
if (isDesktop) codes.push((await runScript('desktop/bench/desktop-bench.ts', others, options)).code)
if (!isDesktop || others.some((arg) => !arg.startsWith('--'))) {
  codes.push((await runScript('server/bench/bench.ts', others, options)).code)
}
process.exitCode = Math.max(...codes)
