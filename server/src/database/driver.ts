// postgres.js with its handling of broken connections mended, until a version does it by itself.
// As released, a connection that breaks at the wrong moment ends the process, hangs for good once it is open again, or
// lets the statements of a dead transaction run inside the next one (porsager/postgres 1130, 1208, 1216).
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compileFunction } from 'node:vm'
import type postgres from 'postgres'

interface Mend {
  /** Stands in the driver's source once, unless `times` says how often. */
  found: string
  becomes: string
  times?: number
}

const ofConnection: Mend[] = [
  // Bytes that were not written yet belong to the old line, and so does the timer that would write them.
  {
    found: '\n    clearImmediate(nextWriteTimer)\n',
    becomes: '\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
    times: 2
  },
  { found: 'const x = socket.write(chunk, fn)', becomes: 'const x = socket ? socket.write(chunk, fn) : false' },
  // Whoever waits for a line that does not open is told; one host alone is tried by the next statement.
  {
    found: 'if (initial)\n      return reconnect()',
    becomes: `if (initial && options.host.length > 1)
      return reconnect()
    initial && errored(Errors.connection('CONNECTION_CLOSED', options, socket))`
  },
  // Statements given to a line between its error and its close fail with it, and nothing of it is left for the next one.
  {
    found: "!hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))",
    becomes: `;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = final = null
    result = new Result()
    rows = 0`
  },
  // The driver's own question fails with the statement that opened the line; nobody waits for it.
  { found: 'return fetchArrayTypes()', becomes: 'return fetchArrayTypes().catch(() => {})' }
]

const ofIndex: Mend[] = [
  { found: ', prepare = null\n', becomes: ', prepare = null\n      , gone = null\n      , committing = null\n' },
  // A transaction may send its commit behind its last statement, without waiting for the answer to get here.
  {
    found: 'sql.savepoint = savepoint\n',
    becomes: 'sql.savepoint = savepoint\n      sql.commit = () => (committing = sql`commit`.execute())\n'
  },
  { found: ': await sql`commit`', becomes: ': await (committing || sql`commit`)' },
  // The commit of a transaction that has failed undoes it, and ends the line's part in it: nothing can be sent after it.
  { found: ': sql`rollback`\n', becomes: ': committing ? committing.catch(() => {}) : sql`rollback`\n' },
  // What a transaction still wants to do after its line broke must not happen on the line's next life.
  {
    found: 'connection.onclose = reject)',
    becomes: `connection.onclose = (error) => {
          gone = error
          while (queries.length)
            queries.shift().reject(error)
          reject(error)
        })`
  },
  {
    found: 'q.catch(e => uncaughtError || (uncaughtError = e))',
    becomes: 'q.catch(e => uncaughtError || (uncaughtError = e))\n        if (gone)\n          return q.reject(gone)'
  }
]

const folder = dirname(createRequire(import.meta.url).resolve('postgres'))

function mended(source: string, mends: Mend[]): string {
  return mends.reduce((text, { found, becomes, times = 1 }) => {
    const parts = text.split(found)
    if (parts.length !== times + 1) throw new Error(`another version of postgres.js: is this mended in it? ${found}`)
    return parts.join(becomes)
  }, source)
}

/** Runs one file of the driver mended; `others` stand in for files it asks for. */
function load(name: string, mends: Mend[], others: Record<string, unknown> = {}): unknown {
  const file = join(folder, name)
  const ask = createRequire(file)
  const loaded: { exports: unknown } = { exports: {} }
  const run = compileFunction(mended(readFileSync(file, 'utf8'), mends), ['require', 'module'], { filename: file })
  run((id: string): unknown => others[id] ?? ask(id), loaded)
  return loaded.exports
}

/** Use it like the package's own default export. */
export const driver = load('index.js', ofIndex, {
  './connection.js': load('connection.js', ofConnection)
}) as typeof postgres
