// `npm run db:generate -- --name what_it_does`: the next migration, and the snapshot of the tables it leads to. drizzle-kit
// compares with the newest snapshot alone; the ones before it are deleted, because each repeats every table.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runPackage } from '../run-tool.ts'

const folder = join(root, 'server/src/database/migrations/meta')

if (!process.argv.some((argument) => argument.startsWith('--name'))) {
  console.error('say what it does: npm run db:generate -- --name let_tickets_be_urgent')
  process.exit(1)
}
const { code } = await runPackage(
  'drizzle-kit',
  ['generate', '--config', 'server/drizzle.config.ts', ...process.argv.slice(2)],
  { isLoud: true }
)
if (code === 0) {
  const snapshots = readdirSync(folder).filter((file) => file.endsWith('_snapshot.json'))
  for (const file of snapshots.sort().slice(0, -1)) rmSync(join(folder, file))
}
process.exitCode = code
