// What the console leaves on this computer, per server and person: its last picture of the desk, and what waits.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { largestWaitingFile, mostWaitingBytes, type SnapshotOwner } from '#bridge/snapshot-channels.ts'
import { createDataKey } from '../login/data-key.ts'
import { factsOf, type Log } from '../app/log.ts'
import { plainName, sealedFolder, type SealedFolder } from './sealed-folder.ts'
import type { SecureStore } from '../login/secure-store.ts'
import { pendingMessages, type PendingMessages } from './pending-messages.ts'

/** Bytes of pictures and voices. */
const largestMedia = 160_000_000
/** Bytes of a picture, and milliseconds after which what nobody has looked at leaves it. */
const largestSnapshot = 48_000_000
const longestSnapshotAge = 14 * 86_400_000
/** Bytes that are written between two looks at the size. */
const betweenTrims = 2_000_000

export interface SnapshotStore {
  /** Somebody is signed in at the server in use; what another person has left of the desk goes. */
  signedIn(who: Person): Promise<void>
  /** Nobody is: the picture goes, what waits to be sent stays for its writer. */
  signedOut(): Promise<void>
  /** Everything of a server that is no longer known. */
  forgetServer(server: string): Promise<void>
  /** The keychain may be open now. */
  lookAgain(isOpen: boolean): Promise<void>
  /** Gets the key and looks whose the picture is, so that the page does not wait for the keychain when it asks. */
  warmUp(): Promise<void>
  desk(): Promise<string | null>
  read(owner: SnapshotOwner, part: string): Promise<string | null>
  write(owner: SnapshotOwner, part: string, text: string): Promise<void>
  /** Who is signed in at the server in use, as far as it is known here. */
  present(): Promise<SnapshotOwner | null>
  readMedia(owner: SnapshotOwner, name: string): Promise<Buffer | null>
  writeMedia(owner: SnapshotOwner, name: string, bytes: Buffer): Promise<void>
  /** Nothing of it stays on the disk. */
  drop(owner: SnapshotOwner, what: { parts: string[]; media: string[] }): Promise<void>
  waiting<T>(owner: SnapshotOwner, work: (room: PendingMessages) => Promise<T>): Promise<T>
  /** What somebody has written into notifications, whether or not they are signed in. For main alone. */
  replies<T>(owner: SnapshotOwner, work: (room: PendingMessages) => Promise<T>): Promise<T>
}

interface Parts {
  /** Of the app's data. */
  folder: string
  server: () => string | null
  secrets: SecureStore
  log: Log
}

const person = z.object({ companyId: z.number(), userId: z.number() })
export type Person = z.infer<typeof person>
const isSame = (a: Person | null, b: Person): boolean => a?.companyId === b.companyId && a.userId === b.userId

export function createSnapshotStore({ folder, server, secrets, log }: Parts): SnapshotStore {
  const root = join(folder, 'kept')
  const remove = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  const dataKey = createDataKey({ secrets, log, hasFiles: () => existsSync(root), giveUp: () => remove(root) })
  const owners = new Map<string, Person | null>()
  const rooms = new Map<string, PendingMessages>()
  let written = betweenTrims
  let mediaWritten = betweenTrims

  const folderOf = (address: string): string => join(root, plainName(address))
  /** Null while there is no key. */
  const sealed = async (address: string, ...names: string[]): Promise<SealedFolder | null> => {
    const key = await dataKey.get()
    const place = [address, ...names].join('\n')
    return key && sealedFolder({ folder: join(folderOf(address), ...names.map(plainName)), place, key, log })
  }
  const ownerFiles = (address: string) => sealed(address, 'owner')
  const pictureOf = (address: string) => sealed(address, 'picture')
  /** Within the picture, so that it goes with it. */
  const mediaOf = (address: string) => sealed(address, 'picture', 'media')
  const wipePicture = (address: string): void => {
    try {
      remove(join(folderOf(address), plainName('picture')))
    } finally {
      // What could not be wiped belongs to nobody from now on, so that the next login tries again.
      remove(join(folderOf(address), plainName('owner')))
    }
  }

  const ownerOf = async (address: string): Promise<Person | null> => {
    const known = owners.get(address)
    if (known !== undefined) return known
    const text = (await (await ownerFiles(address))?.read('owner'))?.toString()
    const owner = text === undefined ? null : person.parse(JSON.parse(text))
    // Without a key nothing is known yet.
    if (owner !== null) owners.set(address, owner)
    return owner
  }
  const noteOwner = async (address: string, who: Person): Promise<void> => {
    await (await ownerFiles(address))?.write('owner', Buffer.from(JSON.stringify(who)))
  }
  const roomOf = (
    kind: 'waiting' | 'replies',
    { server: address, companyId, userId }: SnapshotOwner
  ): PendingMessages => {
    const name = `${kind} ${companyId} ${userId}`
    const key = `${address}\n${name}`
    const known = rooms.get(key)
    if (known) return known
    const room = pendingMessages({
      texts: () => sealed(address, name, 'texts'),
      files: () => sealed(address, name, 'files'),
      largest: largestWaitingFile,
      most: mostWaitingBytes
    })
    rooms.set(key, room)
    return room
  }

  /** One after the other: what was taken back is never written after that. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work)
    turn = next.catch((error: unknown) => log.warn('kept data not at hand', factsOf(error)))
    return next
  }
  /** True for whoever is signed in at the server in use. */
  const isPresent = async (owner: SnapshotOwner): Promise<boolean> =>
    owner.server === server() && isSame(await ownerOf(owner.server), owner)
  const atServer = <T>(otherwise: T, work: (address: string) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      const address = server()
      return address === null ? otherwise : work(address)
    })

  return {
    signedIn: (who) =>
      atServer(undefined, async (address) => {
        if (isSame(await ownerOf(address), who)) return
        owners.set(address, null)
        wipePicture(address)
        owners.set(address, who)
        await noteOwner(address, who)
      }),
    signedOut: () =>
      atServer(undefined, async (address) => {
        owners.set(address, null)
        wipePicture(address)
      }),
    forgetServer: (address) =>
      inTurn(async () => {
        owners.delete(address)
        for (const key of rooms.keys()) if (key.startsWith(`${address}\n`)) rooms.delete(key)
        remove(folderOf(address))
      }),
    lookAgain: (isOpen) =>
      inTurn(async () => {
        dataKey.lookAgain(isOpen)
        for (const [address, owner] of owners) if (owner !== null) await noteOwner(address, owner)
        for (const room of rooms.values()) await room.settle()
      }),
    warmUp: () => atServer(undefined, async (address) => void (await ownerOf(address))),
    desk: () =>
      atServer(null, async (address) => {
        if ((await ownerOf(address)) === null) return null
        return (await (await pictureOf(address))?.read('desk'))?.toString() ?? null
      }),
    read: (owner, part) =>
      inTurn(async () => {
        if (!(await isPresent(owner))) return null
        return (await (await pictureOf(owner.server))?.read(part))?.toString() ?? null
      }),
    write: (owner, part, text) =>
      inTurn(async () => {
        if (!(await isPresent(owner))) return
        const picture = await pictureOf(owner.server)
        const bytes = Buffer.from(text)
        await picture?.write(part, bytes)
        written += bytes.length
        if (written < betweenTrims) return
        written = 0
        await picture?.trim(largestSnapshot, longestSnapshotAge)
      }),
    present: () =>
      atServer(null, async (address) => {
        const owner = await ownerOf(address)
        return owner && { ...owner, server: address }
      }),
    readMedia: (owner, name) =>
      inTurn(async () =>
        (await isPresent(owner)) ? ((await (await mediaOf(owner.server))?.read(name)) ?? null) : null
      ),
    writeMedia: (owner, name, bytes) =>
      inTurn(async () => {
        if (!(await isPresent(owner))) return
        const media = await mediaOf(owner.server)
        await media?.write(name, bytes)
        mediaWritten += bytes.length
        if (mediaWritten < betweenTrims) return
        mediaWritten = 0
        await media?.trim(largestMedia, longestSnapshotAge)
      }),
    drop: (owner, { parts, media }) =>
      inTurn(async () => {
        if (!(await isPresent(owner))) return
        const picture = await pictureOf(owner.server)
        for (const part of parts) await picture?.remove(part)
        const files = await mediaOf(owner.server)
        for (const name of media) await files?.remove(name)
      }),
    waiting: (owner, work) =>
      inTurn(async () => {
        if (!(await isPresent(owner))) throw new Error('somebody else is signed in')
        return work(roomOf('waiting', owner))
      }),
    replies: (owner, work) => inTurn(() => work(roomOf('replies', owner)))
  }
}
