// Socket.IO: one socket a console, in the rooms its user may hear; joins of older clients are accepted.
import type { Server, Socket } from 'socket.io'
import type { RealtimePort } from '#platform/ctx.ts'
import type { WireMessage } from '#platform/events/domain-event.ts'
import { createOthersWatch } from './between-nodes.ts'
import { createNewestSeqs } from './newest-seq.ts'
import { createSocketPlacing, type SocketPlacing } from './join-rooms.ts'
import { createPresence, type Presence } from './presence.ts'
import { roomOf } from './rooms.ts'
import { createSocketSender } from './send-to-sockets.ts'
import { openSocketServer, type SocketData, type SocketServerParts } from './socket-server.ts'

export interface RealtimeServer extends RealtimePort {
  /** Takes Socket.IO's upgrades; returns false for those of others. */
  io: Server
  close(): Promise<void>
}

export interface RealtimeParts extends SocketServerParts {
  lastSeq: (companyId: number) => Promise<number>
  /** A copy of a payload without the numbers of a company's customers. */
  hide: (companyId: number, payload: object) => Promise<object>
  /** Milliseconds between two looks at whether the logins of open sockets still run. */
  roundEvery: number
}

/** What a socket is listened to for from its first moment on. */
function serveSocket(
  socket: Socket,
  { translator, lastSeq }: Pick<RealtimeParts, 'translator' | 'lastSeq'>,
  { placing, presence }: { placing: SocketPlacing; presence: Presence }
): void {
  const { actor } = socket.data as SocketData
  placing.enter(socket)
  // A login that ended, or rights that changed, before the rooms were joined: nobody told this socket.
  placing.place(socket)
  presence.here(actor)
  for (const name of [...translator.joins, 'userStatus']) {
    socket.on(name, (...args: unknown[]) => {
      if (name === 'userStatus') {
        presence.here(actor)
        // Whoever says that it is there is looked at without waiting for the next round.
        placing.place(socket)
      }
      const answer = args.at(-1)
      if (typeof answer === 'function') answer({ ok: true })
    })
  }
  socket.on('disconnect', () => presence.gone(actor))
  // The number tells a console from where on it would have to catch up; the rooms are joined by now.
  lastSeq(actor.companyId).then(
    (seq) => socket.emit('ready', { seq }),
    () => socket.emit('ready')
  )
}

/** Builds the realtime side on the HTTP server of `app`. */
export function createRealtimeServer(parts: RealtimeParts): RealtimeServer {
  const { directory, nodes, translator, hide, roundEvery, log } = parts
  const io = openSocketServer(parts)
  const placing = createSocketPlacing({ io, directory, roundEvery, log })
  const presence = createPresence({ io, directory, nodes, log })
  const sender = createSocketSender({ io: io as Server, translator, hide, log })
  const hasOthers = createOthersWatch(nodes, () => io.sockets.adapter)
  const watchers = new Set<(companyId: number) => void>()
  const notifyWatchers = (companyId: number): void => {
    for (const watcher of watchers) watcher(companyId)
  }
  /** Every node places the sockets it holds itself. Who watches looks again too: a company that ends says nothing else. */
  const placeUser = (companyId: number, userId: number): void => {
    notifyWatchers(companyId)
    placing.placeUser(companyId, userId)
  }
  const newest = createNewestSeqs()
  const tellOwn = (message: WireMessage): void => {
    newest.note(message.companyId, (message.payload as { seq?: unknown }).seq)
    notifyWatchers(message.companyId)
    sender.send(message)
  }
  /** Own sockets hear it at once; other nodes are told with one word, and only where there are any. */
  const tell = (messages: WireMessage[]): void => {
    for (const message of messages) tellOwn(message)
    if (messages.length > 0 && hasOthers()) io.serverSideEmit('tell', messages)
  }
  io.on('placeUser', placeUser)
  io.on('tell', (messages) => {
    for (const message of messages) tellOwn(message)
  })
  const lastSeq = async (companyId: number): Promise<number> => {
    const seq = await parts.lastSeq(companyId)
    newest.note(companyId, seq)
    return seq
  }
  io.on('connection', (socket: Socket) => serveSocket(socket, { translator, lastSeq }, { placing, presence }))

  return {
    io: io as Server,
    publish: (message) => tell([message]),
    newestSeq: newest.of,
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
      const meant = io.in(sessionId === undefined ? roomOf.user(companyId, userId) : roomOf.login(companyId, sessionId))
      const others = exceptSessionId === undefined ? meant : meant.except(roomOf.login(companyId, exceptSessionId))
      others.disconnectSockets(true)
    },
    close: async () => {
      const placed = placing.stop()
      // Those of this node only.
      io.local.disconnectSockets(true)
      io.engine.close()
      await new Promise<void>((done) => void io.close(() => done()))
      await presence.settle()
      await sender.settle()
      await placed
      await nodes.close()
    }
  }
}
