// Program: gives a company of the demonstration its past, in the database of a running server.
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { clusterLocation, readPassword } from '#database/embedded-cluster.ts'
import { findRunning } from '#database/embedded-process.ts'
import { bakeries } from './bakeries.ts'
import { writePast } from './write-past.ts'

const { values } = parseArgs({ options: { 'data-dir': { type: 'string' }, language: { type: 'string' } } })
const place = clusterLocation(values['data-dir'] ?? '')
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
const bakery = Object.values(bakeries).find(({ language }) => language === values.language)
if (!bakery) throw new Error(`No bakery speaks ${values.language}.`)
const { email } = bakery.people.admin
const [owner] = await sql<{ company_id: number }[]>`
  select company_id::int from users where lower(email) = ${email}`
if (!owner) throw new Error(`Nobody has the address ${email}.`)
process.stdout.write(`${await writePast(sql, bakery, owner.company_id, new Date())} past tickets\n`)
await sql.end()
