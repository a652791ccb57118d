// Keeps each socket in the rooms of its person's present rights, and ends those whose login has ended.
import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import type { ActorDirectory } from '#platform/actor.ts'
import { roomOf, roomsOf } from './rooms.ts'
import type { SocketData, SocketServer } from './socket-server.ts'

interface PlacingParts {
  io: SocketServer
  directory: Pick<ActorDirectory, 'again'>
  /** Milliseconds between two looks at whether the logins of open sockets still run. */
  roundEvery: number
  log: Logger
}

type Placed = Pick<Socket, 'id' | 'data' | 'rooms' | 'connected' | 'join' | 'leave' | 'disconnect'>

export interface SocketPlacing {
  /** Joins the rooms of the rights that it came with. */
  enter(socket: Placed): void
  /** Looks at its rights again. */
  place(socket: Placed): void
  /** The same for the sockets that this node has of a person. */
  placeUser(companyId: number, userId: number): void
  stop(): Promise<void>
}

function roomsFor({ actor, readsContract }: SocketData): string[] {
  return [
    ...roomsOf(actor),
    roomOf.login(actor.companyId, actor.sessionId),
    readsContract ? roomOf.contract(actor.companyId) : roomOf.older(actor.companyId)
  ]
}

export function createSocketPlacing({ io, directory, roundEvery, log }: PlacingParts): SocketPlacing {
  async function place(socket: Placed): Promise<void> {
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

  /** One after the other, so that a thousand sockets are no burst; while the database is away, the next round does it. */
  async function placeAll(): Promise<void> {
    for (const socket of io.sockets.sockets.values()) await place(socket)
  }
  let round: Promise<void> | null = null
  // A login that expires ends silently; and a node that was cut off has not heard of one that was ended.
  const rounds = setInterval(() => {
    round ??= placeAll()
      .catch(unplaced)
      .finally(() => (round = null))
  }, roundEvery).unref()

  return {
    enter: (socket) => void socket.join(roomsFor(socket.data as SocketData)),
    place: (socket) => void place(socket).catch(unplaced),
    placeUser: (companyId, userId) => {
      const room = io.sockets.adapter.rooms.get(roomOf.user(companyId, userId)) ?? []
      const sockets = [...room].flatMap((id) => io.sockets.sockets.get(id) ?? [])
      Promise.all(sockets.map(place)).catch(unplaced)
    },
    stop: async () => {
      clearInterval(rounds)
      await round
    }
  }
}
