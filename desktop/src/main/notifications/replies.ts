// Replies written into notifications: kept sealed for whoever was asked, until the console says that its outbox has them.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { SnapshotOwner, Reply } from '#bridge/snapshot-channels.ts'
import type { SnapshotStore } from '../offline/snapshot-store.ts'
import { factsOf, type Log } from '../platform/log.ts'

/** `at`: milliseconds since 1970. */
const entry = z.object({
  id: z.string(),
  at: z.number(),
  ticket: z.string(),
  ticketId: z.number().nullable(),
  text: z.string()
})
type Entry = z.infer<typeof entry>

export interface Replies {
  /** A notification of this conversation is shown to whoever is signed in now. */
  noteShown(ticket: string): Promise<void>
  add(ticket: string, ticketId: number | null, text: string): Promise<void>
  /** Empty for anybody but whoever is signed in. */
  list(owner: SnapshotOwner): Promise<Reply[]>
  drop(owner: SnapshotOwner, id: string): Promise<void>
  /** The login that was kept is renewed: what came before its owner was known is theirs. */
  settle(): Promise<void>
  /** That login is over. What came before its owner was known is shown, and sent in nobody's name. */
  giveUp(): void
}

interface Parts {
  kept: Pick<SnapshotStore, 'present' | 'replies'>
  /** True while somebody is signed in, known by now or not. */
  isKept(): boolean
  /** Something waits for the console. */
  tell(): void
  /** Says that a reply waits for its writer to sign in again. */
  sayWaiting(text: string): void
  /** Says that a reply goes nowhere. */
  sayRefused(text: string): void
  log: Log
}

const isSame = (a: SnapshotOwner | null, b: SnapshotOwner): boolean =>
  a?.server === b.server && a.companyId === b.companyId && a.userId === b.userId

export function createReplies({ kept, isKept, tell, sayWaiting, sayRefused, log }: Parts): Replies {
  const shownTo = new Map<string, SnapshotOwner>()
  /** Written before the keychain has said whose login it is. */
  const unowned: Entry[] = []

  const present = (): Promise<SnapshotOwner | null> =>
    kept.present().catch((error: unknown) => {
      log.warn('owner of replies not known', factsOf(error))
      return null
    })
  const keep = async (owner: SnapshotOwner, one: Entry): Promise<void> => {
    await kept.replies(owner, (room) => room.keep(one.id, JSON.stringify(one)))
    if (isSame(await present(), owner)) tell()
    else sayWaiting(one.text)
  }
  return {
    noteShown: async (ticket) => {
      const owner = await present()
      if (owner) shownTo.set(ticket, owner)
      else shownTo.delete(ticket)
    },
    add: async (ticket, ticketId, text) => {
      const one = { id: randomUUID(), at: Date.now(), ticket, ticketId, text }
      const owner = shownTo.get(ticket) ?? (await present())
      if (owner) await keep(owner, one)
      else if (isKept()) unowned.push(one)
      else sayRefused(text)
    },
    list: async (owner) => {
      if (!isSame(await present(), owner)) return []
      const texts = await kept.replies(owner, (room) => room.list())
      return texts.map((text) => entry.parse(JSON.parse(text))).toSorted((a, b) => a.at - b.at)
    },
    drop: (owner, id) => kept.replies(owner, (room) => room.drop(id)),
    settle: async () => {
      const owner = unowned.length > 0 ? await present() : null
      if (owner) for (const one of unowned.splice(0)) await keep(owner, one)
    },
    giveUp: () => {
      for (const { text } of unowned.splice(0)) sayRefused(text)
    }
  }
}
