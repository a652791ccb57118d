// Program: gives the company of an administrator the past of the demonstration, in the database of a running server.
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { clusterPlace, readPassword } from '#database/embedded-cluster.ts'
import { findRunning } from '#database/embedded-process.ts'
import { writePast } from './write-past.ts'

const { values } = parseArgs({ options: { 'data-dir': { type: 'string' }, email: { type: 'string' } } })
const place = clusterPlace(values['data-dir'] ?? '')
const running = await findRunning(place)
if (!running) throw new Error('No embedded PostgreSQL runs there: start the server first.')
const sql = postgres({
  host: '127.0.0.1',
  port: running.port,
  user: 'guiche',
  password: readPassword(place),
  database: 'guiche',
  max: 1
})
const [owner] = await sql<{ company_id: number }[]>`
  select company_id::int from users where lower(email) = lower(${values.email ?? ''})`
if (!owner) throw new Error(`Nobody has the address ${values.email}.`)
process.stdout.write(`${await writePast(sql, owner.company_id, new Date())} past tickets\n`)
await sql.end()
