// Who is online: written when a socket of a person comes, and when the last one of all nodes has gone.
import type { Logger } from 'pino'
import type { Actor, ActorDirectory } from '#platform/actor.ts'
import type { BetweenNodes } from './node-link.ts'
import { roomOf } from './rooms.ts'
import type { SocketServer } from './socket-server.ts'

interface PresenceParts {
  io: SocketServer
  directory: Pick<ActorDirectory, 'setOnline'>
  nodes: BetweenNodes
  log: Logger
}

export interface Presence {
  here(actor: Actor): void
  /** A socket has gone; its person is there as long as another one is. */
  gone(actor: Actor): void
  /** Resolves when nothing is being written: the database closes next. */
  settle(): Promise<void>
}

export function createPresence({ io, directory, nodes, log }: PresenceParts): Presence {
  const writing = new Set<Promise<void>>()

  /** A node that ended without a word keeps the others from answering for a while: then this one counts alone. */
  async function isStillHere({ companyId, id }: Actor): Promise<boolean> {
    const sockets = io.in(roomOf.user(companyId, id))
    if ((await sockets.local.fetchSockets()).length > 0) return true
    if (nodes.adapter === undefined) return false
    return sockets
      .fetchSockets()
      .then((found) => found.length > 0)
      .catch(() => false)
  }
  function write(change: () => Promise<void>): void {
    const work = change()
      .catch((error: unknown) => log.warn({ err: error }, 'online state not stored'))
      .finally(() => writing.delete(work))
    writing.add(work)
  }

  return {
    here: ({ companyId, id }) => write(() => directory.setOnline(companyId, id, true)),
    gone: (actor) =>
      write(async () => {
        if (!(await isStillHere(actor))) await directory.setOnline(actor.companyId, actor.id, false)
      }),
    settle: async () => {
      while (writing.size > 0) await Promise.all(writing)
    }
  }
}
