// Socket.IO: one socket a console, in the rooms its user may hear; joins of older clients are accepted.
import { type IncomingMessage, Server as HttpServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { contractField } from '@guiche/shared/kernel/contract-client.ts'
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import type { Actor, ActorDirectory } from '#platform/actor.ts'
import type { Config } from '#platform/config/env.ts'
import type { RealtimePort } from '#platform/ctx.ts'
import type { WireMessage } from '#platform/events/domain-event.ts'
import { isAllowedOrigin } from '#platform/http/http-server.ts'
import type { Translator } from '#platform/text/translator.ts'
import { createOthersWatch } from './between-nodes.ts'
import type { BetweenNodes } from './node-link.ts'
import type { RawLines } from './raw-lines.ts'
import { roomOf, roomsOf } from './rooms.ts'
import { createSocketSender } from './send-to-sockets.ts'

/** Milliseconds, as the specification gives them. */
const pingTime = 18_000

export interface RealtimeServer extends RealtimePort {
  /** Takes Socket.IO's upgrades; returns false for those of others. */
  io: Server
  close(): Promise<void>
}

interface SocketData {
  actor: Actor
  /** Messages are sent to it as the contract has them. */
  readsContract: boolean
}

/** What nodes tell one another beside what their sockets hear. */
interface NodeEvents {
  tell: (messages: WireMessage[]) => void
  placeUser: (companyId: number, userId: number) => void
}

export interface RealtimeParts {
  app: FastifyInstance
  config: Config
  directory: ActorDirectory
  nodes: BetweenNodes
  lastSeq: (companyId: number) => Promise<number>
  /** Takes upgrades that are not Socket.IO's; false for what nobody serves. */
  takeOther: RawLines['take']
  translator: Translator
  /** Milliseconds between two looks at whether the logins of open sockets still run. */
  roundEvery: number
  log: Logger
}

/** Builds the realtime side on the HTTP server of `app`. */
export function createRealtimeServer({
  app,
  config,
  directory,
  nodes,
  lastSeq,
  takeOther,
  translator,
  roundEvery,
  log
}: RealtimeParts): RealtimeServer {
  // Socket.IO gets a server of its own that never listens: both it and the raw event stream want every upgrade.
  const gate = new HttpServer()
  const io = new Server<Record<string, never>, Record<string, (payload: unknown) => void>, NodeEvents, SocketData>(
    gate,
    {
      ...(nodes.adapter === undefined ? {} : { adapter: nodes.adapter }),
      transports: ['websocket'],
      serveClient: false,
      destroyUpgrade: false,
      pingInterval: pingTime,
      pingTimeout: pingTime,
      maxHttpBufferSize: 100_000,
      cors: { origin: (origin, answer) => answer(null, isAllowedOrigin(config, origin)), credentials: true }
    }
  )
  // All that is told in one turn of the loop leaves in one write: a system call for every frame costs more than the frame.
  io.engine.on('flush', ({ request }: { request: IncomingMessage }) => {
    request.socket.cork()
    process.nextTick(() => request.socket.uncork())
  })
  app.server.on('upgrade', (request, socket, head) => {
    // Nobody catches what a listener throws: a stranger's request would end the process with every session on it.
    try {
      if (request.url?.startsWith(`${serverPaths.sockets}/`)) gate.emit('upgrade', request, socket, head)
      else if (!takeOther(request, socket, head)) socket.destroy()
    } catch (error) {
      log.error({ err: error }, 'an upgrade failed')
      socket.destroy()
    }
  })

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

  const hasOthers = createOthersWatch(nodes, () => io.sockets.adapter)
  const userSockets = (companyId: number, userId: number) => io.in(roomOf.user(companyId, userId))
  /** A node that ended without a word keeps the others from answering for a while: then this one counts alone. */
  const isStillHere = async (companyId: number, userId: number): Promise<boolean> => {
    if ((await userSockets(companyId, userId).local.fetchSockets()).length > 0) return true
    if (nodes.adapter === undefined) return false
    return userSockets(companyId, userId)
      .fetchSockets()
      .then((sockets) => sockets.length > 0)
      .catch(() => false)
  }
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

  const roomsFor = ({ actor, readsContract }: SocketData): string[] => [
    ...roomsOf(actor),
    roomOf.login(actor.companyId, actor.sessionId),
    readsContract ? roomOf.contract(actor.companyId) : roomOf.older(actor.companyId)
  ]
  /** Puts a socket into the rooms of present rights, or ends it with its login. */
  const place = async (
    socket: Pick<Socket, 'id' | 'data' | 'rooms' | 'connected' | 'join' | 'leave' | 'disconnect'>
  ) => {
    const data = socket.data as SocketData
    const actor = await directory.again(data.actor)
    // Rooms hold on to whoever joins them after it has left.
    if (!socket.connected) return
    if (!actor) {
      socket.disconnect(true)
      return
    }
    data.actor = actor
    const wanted = new Set(roomsFor(data))
    for (const room of socket.rooms) if (room !== socket.id && !wanted.has(room)) void socket.leave(room)
    void socket.join([...wanted])
  }
  const unplaced = (error: unknown) => log.warn({ err: error }, 'rooms not refreshed')
  const watchers = new Set<(companyId: number) => void>()
  const notifyWatchers = (companyId: number): void => {
    for (const watcher of watchers) watcher(companyId)
  }
  /** Every node places the sockets it holds itself. Who watches looks again too: a company that ends says nothing else. */
  const placeUser = (companyId: number, userId: number): void => {
    notifyWatchers(companyId)
    const room = io.sockets.adapter.rooms.get(roomOf.user(companyId, userId)) ?? []
    const sockets = [...room].flatMap((id) => io.sockets.sockets.get(id) ?? [])
    Promise.all(sockets.map(place)).catch(unplaced)
  }
  io.on('placeUser', placeUser)

  /** One after the other, so that a thousand sockets are no burst; while the database is away, the next round does it. */
  const placeAll = async (): Promise<void> => {
    for (const socket of io.sockets.sockets.values()) await place(socket)
  }
  let round: Promise<void> | null = null
  // A login that expires ends silently; and a node that was cut off has not heard of one that was ended.
  const rounds = setInterval(() => {
    round ??= placeAll()
      .catch(unplaced)
      .finally(() => (round = null))
  }, roundEvery).unref()

  io.on('connection', (socket: Socket) => {
    const { actor } = socket.data as SocketData
    void socket.join(roomsFor(socket.data as SocketData))
    // A login that ended, or rights that changed, before the rooms were joined: nobody told this socket.
    place(socket).catch(unplaced)
    setOnline(actor, true)
    for (const name of [...translator.joins, 'userStatus']) {
      socket.on(name, (...args: unknown[]) => {
        if (name === 'userStatus') {
          setOnline(actor, true)
          // Whoever says that it is there is looked at without waiting for the next round.
          place(socket).catch(unplaced)
        }
        const answer = args.at(-1)
        if (typeof answer === 'function') answer({ ok: true })
      })
    }
    socket.on('disconnect', () => {
      setOnline(actor, false, () => isStillHere(actor.companyId, actor.id))
    })
    // The number tells a console from where on it would have to catch up; the rooms are joined by now.
    lastSeq(actor.companyId).then(
      (seq) => socket.emit('ready', { seq }),
      () => socket.emit('ready')
    )
  })

  /** Sends to the sockets of this node. */
  const sender = createSocketSender({ io: io as Server, translator, log })
  const tellOwn = (message: WireMessage): void => {
    notifyWatchers(message.companyId)
    sender.send(message)
  }
  /** Own sockets hear it at once; other nodes are told with one word, and only where there are any. */
  const tell = (messages: WireMessage[]): void => {
    for (const message of messages) tellOwn(message)
    if (messages.length > 0 && hasOthers()) io.serverSideEmit('tell', messages)
  }
  io.on('tell', (messages) => {
    for (const message of messages) tellOwn(message)
  })

  return {
    io: io as Server,
    publish: (message) => tell([message]),
    deliver: (messages) =>
      tell(messages.map(({ seq, ...message }) => ({ ...message, payload: { ...message.payload, seq } }))),
    watch: (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    refreshUser: (companyId, userId) => {
      placeUser(companyId, userId)
      if (nodes.adapter !== undefined) io.serverSideEmit('placeUser', companyId, userId)
    },
    disconnect: ({ companyId, userId, sessionId, exceptSessionId }) => {
      const meant = sessionId === undefined ? userSockets(companyId, userId) : io.in(roomOf.login(companyId, sessionId))
      const others = exceptSessionId === undefined ? meant : meant.except(roomOf.login(companyId, exceptSessionId))
      others.disconnectSockets(true)
    },
    close: async () => {
      clearInterval(rounds)
      // Those of this node only.
      io.local.disconnectSockets(true)
      io.engine.close()
      await new Promise<void>((done) => void io.close(() => done()))
      while (writing.size > 0) await Promise.all(writing)
      await sender.settle()
      await round
      await nodes.close()
    }
  }
}
