// A server on this machine that stands in for models, voices and flows outside of the house, and remembers what it was asked.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedCall {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The body where it is JSON. */
  json: Record<string, unknown>
}

export interface Reply {
  status?: number
  /** JSON, unless it is bytes. */
  body?: unknown
  /** Waited for before it answers. */
  after?: Promise<unknown>
}

export interface StandIn {
  url: string
  heard: ReceivedCall[]
  /** Calls of a path, by its beginning. */
  of(path: string): ReceivedCall[]
  /** Answers for paths, by their beginning; `null` lets the next one that fits answer. */
  on(path: string, reply: (call: ReceivedCall) => Reply | null): void
  reset(): void
  close(): Promise<void>
}

function jsonIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** What it is not told to answer is 404. */
export async function startStandIn(): Promise<StandIn> {
  let heard: ReceivedCall[] = []
  let replies: [string, (call: ReceivedCall) => Reply | null][] = []
  const answer = async (call: ReceivedCall): Promise<Reply> => {
    for (const [path, reply] of replies.toReversed()) {
      const given = call.path.startsWith(path) ? reply(call) : null
      await given?.after
      if (given) return given
    }
    return { status: 404, body: {} }
  }
  const server = createServer((request, response) => {
    void request.toArray().then(async (chunks) => {
      const body = Buffer.concat(chunks as Buffer[]).toString()
      const call = { path: request.url ?? '', headers: request.headers, body, json: jsonIn(body) }
      heard.push(call)
      const { status = 200, body: given } = await answer(call)
      const isBytes = Buffer.isBuffer(given)
      const type = isBytes ? 'application/octet-stream' : 'application/json'
      response.writeHead(status, { 'content-type': type }).end(isBytes ? given : JSON.stringify(given ?? {}))
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get heard() {
      return heard
    },
    of: (path) => heard.filter((call) => call.path.startsWith(path)),
    on: (path, reply) => replies.push([path, reply]),
    reset: () => {
      heard = []
      replies = []
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  }
}
