// Socket.IO: one socket a console, in the rooms its user may hear; joins of older clients are accepted.
import { Server as HttpServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
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

/** What a socket of this node and one of another have in common. */
interface Placed {
  id: string
  data: unknown
  rooms: Set<string>
  join(rooms: string[]): unknown
  leave(room: string): unknown
  disconnect(close: boolean): unknown
}

/** Builds the realtime side on the HTTP server of `app`. */
export const createRealtimeServer = (
  app: FastifyInstance,
  config: Config,
  directory: ActorDirectory,
  lastSeq: (companyId: number) => Promise<number>,
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
    else socket.destroy()
  })

  io.use((socket, next) => {
    const given: unknown = socket.handshake.auth['token'] ?? socket.handshake.query['token']
    const token = typeof given === 'string' ? given.replace(/^"|"$/g, '') : undefined
    directory.byAccessToken(token).then(
      (actor) => {
        socket.data = { actor }
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

  /** Puts a socket into the rooms of present rights, or ends it with its login. */
  const place = async (socket: Placed): Promise<void> => {
    const data = socket.data as SocketData
    const actor = await directory.again(data.actor)
    if (!actor) {
      socket.disconnect(true)
      return
    }
    data.actor = actor
    const wanted = new Set(roomsOf(actor))
    for (const room of socket.rooms) if (room !== socket.id && !wanted.has(room)) socket.leave(room)
    socket.join([...wanted])
  }
  const unplaced = (error: unknown) => log.warn({ err: error }, 'rooms not refreshed')

  io.on('connection', (socket: Socket) => {
    const { actor } = socket.data as SocketData
    void socket.join(roomsOf(actor))
    // A login that ended, or rights that changed, before the rooms were joined: nobody told this socket.
    place(socket).catch(unplaced)
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
    // The number tells a console from where on it would have to catch up; the rooms are joined by now.
    lastSeq(actor.companyId).then(
      (seq) => socket.emit('ready', { seq }),
      () => socket.emit('ready')
    )
  })

  const send: RealtimePort['publish'] = ({ rooms, except, name, payload }) => {
    if (rooms.length > 0)
      io.to(rooms)
        .except(except ?? [])
        .emit(name, payload)
  }

  return {
    io: io as Server,
    publish: send,
    deliver: (messages) => {
      for (const { seq, ...message } of messages) send({ ...message, payload: { ...message.payload, seq } })
    },
    refreshUser: (companyId, userId) => {
      socketsOf(companyId, userId)
        .then((sockets) => Promise.all(sockets.map(place)))
        .catch(unplaced)
    },
    disconnect: ({ companyId, userId, sessionId, exceptSessionId }) => {
      socketsOf(companyId, userId)
        .then((sockets) => {
          for (const socket of sockets) {
            const own = socket.data.actor.sessionId
            if ((sessionId === undefined || own === sessionId) && own !== exceptSessionId) socket.disconnect(true)
          }
        })
        .catch((error: unknown) => log.warn({ err: error }, 'sockets not closed'))
    },
    close: async () => {
      io.disconnectSockets(true)
      io.engine.close()
      await new Promise<void>((done) => void io.close(() => done()))
      while (writing.size > 0) await Promise.all(writing)
    }
  }
}
