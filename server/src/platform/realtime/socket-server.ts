// Socket.IO on the HTTP server of the app: its settings, its upgrades, and who is let in.
import { type IncomingMessage, Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { contractField } from '@guiche/shared/kernel/contract-client.ts'
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import type { Actor, ActorDirectory } from '#platform/actor.ts'
import type { Config } from '#platform/config/env.ts'
import type { WireMessage } from '#platform/events/domain-event.ts'
import { isAllowedOrigin, mayUpgrade } from '#platform/http/http-server.ts'
import type { Translator } from '#platform/text/translator.ts'
import type { BetweenNodes } from './node-link.ts'
import type { RawLines } from './raw-lines.ts'

/** Milliseconds, as the specification gives them. */
const pingTime = 18_000

export interface SocketData {
  actor: Actor
  /** Messages are sent to it as the contract has them. */
  readsContract: boolean
}

/** What nodes tell one another beside what their sockets hear. */
interface NodeEvents {
  tell: (messages: WireMessage[]) => void
  placeUser: (companyId: number, userId: number) => void
}

export type SocketServer = Server<
  Record<string, never>,
  Record<string, (payload: unknown) => void>,
  NodeEvents,
  SocketData
>

export interface SocketServerParts {
  app: FastifyInstance
  config: Config
  directory: ActorDirectory
  nodes: BetweenNodes
  /** Takes upgrades that are not Socket.IO's; false for what nobody serves. */
  takeOther: RawLines['take']
  translator: Translator
  log: Logger
}

/** Lets in whoever brings a token that is good. */
function admitSockets(io: SocketServer, { directory, translator, log }: SocketServerParts): void {
  io.use((socket, next) => {
    const { auth, query } = socket.handshake
    directory.byAccessToken(translator.tokenOf({ auth, query })).then(
      (actor) => {
        socket.data = { actor, readsContract: auth[contractField] !== undefined }
        next()
      },
      (error: unknown) => {
        if (error instanceof AppError) return next(error)
        // What went wrong inside is not for the other side to read.
        log.error({ err: error }, 'a socket could not be let in')
        next(new AppError('ERR_INTERNAL'))
      }
    )
  })
}

function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => {})
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy())
}

export function openSocketServer(parts: SocketServerParts): SocketServer {
  const { app, config, nodes, takeOther, log } = parts
  // Socket.IO gets a server of its own that never listens: both it and the raw event stream want every upgrade.
  const gate = new HttpServer()
  const io: SocketServer = new Server(gate, {
    ...(nodes.adapter === undefined ? {} : { adapter: nodes.adapter }),
    transports: ['websocket'],
    serveClient: false,
    destroyUpgrade: false,
    pingInterval: pingTime,
    pingTimeout: pingTime,
    maxHttpBufferSize: 100_000,
    cors: { origin: (origin, answer) => answer(null, isAllowedOrigin(config, origin)), credentials: true }
  })
  // All that is told in one turn of the loop leaves in one write: a system call for every frame costs more than the frame.
  io.engine.on('flush', ({ request }: { request: IncomingMessage }) => {
    request.socket.cork()
    process.nextTick(() => request.socket.uncork())
  })
  app.server.on('upgrade', (request, socket, head) => {
    // Nobody catches what a listener throws: a stranger's request would end the process with every session on it.
    try {
      if (request.url?.startsWith(`${serverPaths.sockets}/`)) {
        // A WebSocket is not held to the rules for calls of other origins: browsers open it for every page.
        if (mayUpgrade(config, request.headers)) gate.emit('upgrade', request, socket, head)
        else refuseUpgrade(socket)
      } else if (!takeOther(request, socket, head)) socket.destroy()
    } catch (error) {
      log.error({ err: error }, 'an upgrade failed')
      socket.destroy()
    }
  })
  admitSockets(io, parts)
  return io
}
