// `npm run check`: types, lint, format, boundaries, dead code, duplicates, file rules, texts, lock, licences and data model, all at once.
import { checks, findingsOf, lineOf, runChecks } from './checks.ts'

const asked = process.argv.slice(2)
const results = await runChecks(asked.length > 0 ? asked : Object.keys(checks), (result) => console.log(lineOf(result)))
const failed = results.filter(({ code }) => code !== 0)
if (failed.length > 0) {
  console.log(`\n${findingsOf(results)}`)
  process.exitCode = 1
}
console.log(`${results.length - failed.length} checks passed, ${failed.length} failed`)
