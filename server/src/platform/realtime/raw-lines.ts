// Plain WebSockets for other programs: texts out, nothing in; who does not take what was sent is cut off.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'

export interface RawLine {
  isOpen(): boolean
  /** True when the other side's line took all of it in time. */
  send(texts: string[], patience: number): Promise<boolean>
  close(code: number, reason: string): void
  /** Called once, whoever ended it. */
  onClose(listener: () => void): void
}

/** What the caller named when the line was opened. */
export interface RawRequest {
  query: URLSearchParams
  /** From the header, or from the query for those who cannot set headers. */
  token: string | undefined
  /** Of the caller, behind the proxies that are trusted. */
  address: string
}

export interface RawRoute {
  path: string
  /** Milliseconds within which the other side must answer a ping. */
  heartbeat: number
  open: (line: RawLine, request: RawRequest) => void
}

export interface RawLines {
  /** False for an address that is not served here. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  close(): void
}

/** Milliseconds a closing line has for its farewell. */
const closeTimeout = 2_000

function lineOf(socket: WebSocket): RawLine {
  const closed = new Set<() => void>()
  socket.once('close', () => {
    for (const listener of closed) listener()
  })
  return {
    isOpen: () => socket.readyState === socket.OPEN,
    send: async (texts, patience) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(resolve, patience, false)
      for (const [place, text] of texts.entries()) {
        // Texts leave in order: when the last one has gone, all have.
        if (place < texts.length - 1) socket.send(text)
        else socket.send(text, (error) => resolve(error === undefined || error === null))
      }
      try {
        return await promise
      } finally {
        clearTimeout(timer)
      }
    },
    close: (code, reason) => {
      socket.close(code, reason)
      // Whoever takes nothing would not take the farewell either.
      setTimeout(() => socket.terminate(), closeTimeout).unref()
    },
    onClose: (listener) => void closed.add(listener)
  }
}

/** Ends a line whose other side has gone without a word. */
function watchPulse(socket: WebSocket, heartbeat: number): void {
  let isAlive = true
  socket.on('pong', () => (isAlive = true))
  const pulse = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, heartbeat)
  socket.once('close', () => clearInterval(pulse))
}

/** Serves these addresses. */
export function createRawLines(routes: RawRoute[], addressOf: (request: IncomingMessage) => string): RawLines {
  const server = new WebSocketServer({ noServer: true, maxPayload: 4_096, perMessageDeflate: false })
  return {
    take: (request, socket, head) => {
      const url = URL.parse(request.url ?? '/', 'http://server')
      const route = url && routes.find(({ path }) => path === url.pathname.replace(/\/+$/, ''))
      if (!route) return false
      // While the socket still knows it: one that has gone has no address any more.
      const address = addressOf(request)
      server.handleUpgrade(request, socket, head, (opened) => {
        // A broken line closes next; what was wrong with it concerns nobody.
        opened.on('error', () => {})
        watchPulse(opened, route.heartbeat)
        const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
        const token = given ?? url.searchParams.get('token') ?? undefined
        route.open(lineOf(opened), { query: url.searchParams, token, address })
      })
      return true
    },
    close: () => {
      for (const opened of server.clients) {
        opened.close(1001, 'the server ends')
        setTimeout(() => opened.terminate(), closeTimeout).unref()
      }
      server.close()
    }
  }
}
