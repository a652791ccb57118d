// Ends the lines to a database that takes them and says nothing: by itself TCP would wait for a quarter of an hour.
import { connect, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import postgres from 'postgres'

/** Milliseconds between two questions, and how long an answer may take. */
const interval = 1_000
const patience = 1_200
/** Questions without an answer, one after the other, after which the database counts as away. */
const mostUnanswered = 2

interface Line {
  socket: Socket
  /** Bytes heard at the last look. */
  heard: number
}

export interface LineWatch {
  /** For the driver: opens a line that is watched; while the database is away one that fails at once. */
  open(target: Pick<postgres.Options<Record<string, never>>, 'path'> & { host: string[]; port: number[] }): Socket
}

const away = (code: string) => Object.assign(new Error(`${code}: the database does not answer`), { code })

/** Makes the watch of one pool. It asks only while there are lines, on a line of its own. */
export function createLineWatch(url: string): LineWatch {
  const lines = new Set<Line>()
  let unanswered = 0
  let timer: NodeJS.Timeout | undefined
  let asker: postgres.Sql | null = null
  let opened = 0

  const isAway = () => unanswered >= mostUnanswered

  const answers = async (): Promise<boolean> => {
    asker ??= postgres(url, { max: 1, connect_timeout: 1, backoff: () => 0.1, fetch_types: false, onnotice: () => {} })
    const inTime = await Promise.race([
      asker`select 1`.then(
        () => true,
        // A refusal is an answer: the driver fails by itself then.
        (error: { code?: string }) => error.code !== 'CONNECT_TIMEOUT'
      ),
      new Promise<boolean>((done) => {
        setTimeout(done, patience, false).unref()
      })
    ])
    return inTime
  }

  const forgetAsker = () => {
    void asker?.end({ timeout: 0 })
    asker = null
  }

  const ask = async (): Promise<void> => {
    for (const line of lines) line.heard = line.socket.bytesRead
    const inTime = await answers()
    // A process that had no time to read is not a database that does not write.
    await nextTurn()
    const isHeard = inTime || [...lines].some(({ socket, heard }) => socket.bytesRead > heard)
    unanswered = isHeard ? 0 : unanswered + 1
    if (!inTime) forgetAsker()
    if (isAway()) for (const { socket } of lines) socket.destroy(away('CONNECTION_CLOSED'))
  }

  const goOn = () => {
    if (lines.size === 0 && !isAway()) {
      timer = undefined
      forgetAsker()
      return
    }
    timer = setTimeout(() => void ask().finally(goOn), interval).unref()
  }

  return {
    open: ({ host, port, path }) => {
      if (isAway()) {
        const refused = new Socket()
        // The driver listens to its errors a moment later.
        setImmediate(() => refused.destroy(away('CONNECT_TIMEOUT')))
        return refused
      }
      // Of several hosts the next one is tried each time.
      const place = opened++ % port.length
      const socket = path ? connect(path) : connect(port[place] ?? 5432, host[place])
      // Short statements one behind the other must not wait for the answer to the first.
      socket.setNoDelay(true)
      const line = { socket, heard: 0 }
      lines.add(line)
      socket.once('close', () => lines.delete(line))
      if (!timer) goOn()
      return socket
    }
  }
}
