// Prints every route with its access: `npm run routes` as a table, `-- --json` as one JSON array.
import { features } from './features.ts'

const rows = features
  .flatMap((feature) => feature.routes ?? [])
  .map(({ endpoint }) => ({
    method: endpoint.method,
    path: endpoint.path,
    access: endpoint.access,
    ...(endpoint.permission ? { permission: endpoint.permission } : {}),
    ...(endpoint.planFlag ? { planFlag: endpoint.planFlag } : {})
  }))
  .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(rows)}\n`)
else {
  for (const row of rows) {
    const access = row.permission ? `${row.access} (${row.permission})` : row.access
    process.stdout.write(
      `${row.method.padEnd(7)} ${row.path.padEnd(48)} ${access}${row.planFlag ? `  plan: ${row.planFlag}` : ''}\n`
    )
  }
}
