// Socket.IO: one socket a console, in the rooms its user may hear; joins of older clients are accepted.
import { Server as HttpServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import type { Actor, ActorDirectory } from '#platform/actor.ts'
import type { Config } from '#platform/config/env.ts'
import type { RealtimePort } from '#platform/ctx.ts'
import { isAllowedOrigin } from '#platform/http/http-server.ts'
import { roomOf, roomsOf } from './rooms.ts'

/** Milliseconds, as the specification gives them. */
const pingTime = 18_000

/** Joins that clients of the family ask for; rooms already follow rights, so they are acknowledged only. */
const joins = [
  'joinTickets',
  'joinChatBox',
  'joinNotification',
  'leaveTickets',
  'leaveChatBox',
  'leaveNotification',
  'userStatus'
]

export interface RealtimeServer extends RealtimePort {
  /** Takes Socket.IO's upgrades; returns false for those of others. */
  io: Server
  close(): Promise<void>
}

interface SocketData {
  actor: Actor
}

/** Builds the realtime side on the HTTP server of `app`. */
export const createRealtimeServer = (
  app: FastifyInstance,
  config: Config,
  directory: ActorDirectory,
  log: Logger
): RealtimeServer => {
  // Socket.IO gets a server of its own that never listens: both it and the raw event stream want every upgrade.
  const gate = new HttpServer()
  const io = new Server<
    Record<string, never>,
    Record<string, (payload: unknown) => void>,
    Record<string, never>,
    SocketData
  >(gate, {
    transports: ['websocket'],
    serveClient: false,
    destroyUpgrade: false,
    pingInterval: pingTime,
    pingTimeout: pingTime,
    maxHttpBufferSize: 100_000,
    cors: { origin: (origin, answer) => answer(null, isAllowedOrigin(config, origin)), credentials: true }
  })
  app.server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith('/socket.io/')) gate.emit('upgrade', request, socket, head)
  })

  io.use((socket, next) => {
    const given: unknown = socket.handshake.auth['token'] ?? socket.handshake.query['token']
    const token = typeof given === 'string' ? given.replace(/^"|"$/g, '') : undefined
    directory.byAccessToken(token).then(
      (actor) => {
        socket.data = { actor }
        next()
      },
      (error: Error) => next(error)
    )
  })

  const socketsOf = (companyId: number, userId: number) => io.in(roomOf.user(companyId, userId)).fetchSockets()
  /** Presence that is being written; a stop waits for it, since the database closes next. */
  const writing = new Set<Promise<void>>()
  const setOnline = (actor: Actor, online: boolean, unless: () => Promise<boolean> = async () => false): void => {
    const work = (async () => {
      if (!(await unless())) await directory.setOnline(actor.companyId, actor.id, online)
    })()
      .catch((error: unknown) => log.warn({ err: error }, 'online state not stored'))
      .finally(() => writing.delete(work))
    writing.add(work)
  }

  io.on('connection', (socket: Socket) => {
    const { actor } = socket.data as SocketData
    void socket.join(roomsOf(actor))
    setOnline(actor, true)
    for (const name of joins) {
      socket.on(name, (...args: unknown[]) => {
        if (name === 'userStatus') setOnline(actor, true)
        const answer = args.at(-1)
        if (typeof answer === 'function') answer({ ok: true })
      })
    }
    socket.on('disconnect', () => {
      setOnline(actor, false, async () => (await socketsOf(actor.companyId, actor.id)).length > 0)
    })
    socket.emit('ready')
  })

  const send: RealtimePort['publish'] = ({ rooms, except, name, payload }) => {
    if (rooms.length > 0)
      io.to(rooms)
        .except(except ?? [])
        .emit(name, payload)
  }

  return {
    io: io as unknown as Server,
    publish: send,
    deliver: (messages) => {
      for (const { seq, ...message } of messages) send({ ...message, payload: { ...message.payload, seq } })
    },
    refreshUser: (companyId, userId) => {
      void (async () => {
        for (const socket of await socketsOf(companyId, userId)) {
          const data = socket.data as SocketData
          const actor = await directory.again(data.actor)
          if (!actor) {
            socket.disconnect(true)
            continue
          }
          data.actor = actor
          const wanted = new Set(roomsOf(actor))
          for (const room of socket.rooms) if (room !== socket.id && !wanted.has(room)) socket.leave(room)
          socket.join([...wanted])
        }
      })().catch((error: unknown) => log.warn({ err: error }, 'rooms not refreshed'))
    },
    disconnect: ({ companyId, userId, sessionId, exceptSessionId }) => {
      void socketsOf(companyId, userId).then((sockets) => {
        for (const socket of sockets) {
          const own = (socket.data as SocketData).actor.sessionId
          if ((sessionId === undefined || own === sessionId) && own !== exceptSessionId) socket.disconnect(true)
        }
      })
    },
    close: async () => {
      io.disconnectSockets(true)
      io.engine.close()
      await new Promise<void>((done) => void io.close(() => done()))
      while (writing.size > 0) await Promise.all(writing)
    }
  }
}
