// What the console leaves on this computer, per server and person: its last snapshot of the screens, and what waits.
import type { SnapshotOwner } from '#bridge/snapshot-channels.ts'
import { factsOf, type Log } from '../platform/log.ts'
import { isSamePerson, type Person } from '../login/person.ts'
import type { SecureStore } from '../login/secure-store.ts'
import { createSerialQueue, type SerialQueue } from '../platform/serial-queue.ts'
import type { PendingMessages } from './pending-messages.ts'
import { createPendingRooms, type PendingRooms } from './pending-rooms.ts'
import type { SealedFolder } from './sealed-folder.ts'
import { createSnapshotFiles, type SnapshotFiles } from './snapshot-files.ts'
import { createSnapshotOwners, type SnapshotOwners } from './snapshot-owners.ts'

/** Bytes of images and voices. */
const largestMedia = 160_000_000
/** Bytes of a snapshot, and milliseconds after which what nobody has looked at leaves it. */
const largestSnapshot = 48_000_000
const longestSnapshotAge = 14 * 86_400_000
/** Bytes that are written between two looks at the size. */
const betweenTrims = 2_000_000

export interface SnapshotStore {
  /** Somebody is signed in at the server in use; what another person has left of the desk goes. */
  signedIn(who: Person): Promise<void>
  /** Nobody is: the snapshot goes, what waits to be sent stays for its writer. */
  signedOut(): Promise<void>
  /** Everything of a server that is no longer known. */
  forgetServer(server: string): Promise<void>
  /** The keychain may be open now. */
  lookAgain(isOpen: boolean): Promise<void>
  /** Gets the key and looks whose the snapshot is, so that the page does not wait for the keychain when it asks. */
  warmUp(): Promise<void>
  openingSnapshot(): Promise<string | null>
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

/** Trims a folder after so many bytes were written; what is written meanwhile counts for the next time. */
function trimmer(largest: number): (folder: SealedFolder | null, bytes: number) => Promise<void> {
  // The first to be written after a start is looked at in any case.
  let written = betweenTrims
  return async (folder, bytes) => {
    written += bytes
    if (written < betweenTrims) return
    written = 0
    await folder?.trim(largest, longestSnapshotAge)
  }
}

interface Inside {
  files: SnapshotFiles
  owners: SnapshotOwners
  /** One after the other: what was taken back is never written after that. */
  inTurn: SerialQueue
  atServer: <T>(otherwise: T, work: (address: string) => Promise<T>) => Promise<T>
  /** True for whoever is signed in at the server in use. */
  isPresent: (owner: SnapshotOwner) => Promise<boolean>
}

/** What begins and ends with a login, and what the keychain has to do with it. */
function loginParts({ files, owners, inTurn, atServer }: Inside, rooms: PendingRooms) {
  return {
    signedIn: (who) =>
      atServer(undefined, async (address) => {
        if (isSamePerson(await owners.at(address), who)) return
        owners.set(address, null)
        files.wipeSnapshot(address)
        owners.set(address, who)
        await owners.store(address, who)
      }),
    signedOut: () =>
      atServer(undefined, async (address) => {
        owners.set(address, null)
        files.wipeSnapshot(address)
      }),
    forgetServer: (address) =>
      inTurn(async () => {
        owners.forget(address)
        rooms.forget(address)
        files.wipeServer(address)
      }),
    lookAgain: (isOpen) =>
      inTurn(async () => {
        files.lookAgain(isOpen)
        await owners.storeAll()
        await rooms.settle()
      }),
    warmUp: () => atServer(undefined, async (address) => void (await owners.at(address))),
    present: () =>
      atServer(null, async (address) => {
        const owner = await owners.at(address)
        return owner && { ...owner, server: address }
      })
  } satisfies Partial<SnapshotStore>
}

/** What the console leaves there, for its owner alone. */
function contentParts({ files, owners, inTurn, atServer, isPresent }: Inside) {
  const trimSnapshot = trimmer(largestSnapshot)
  const trimMedia = trimmer(largestMedia)
  return {
    openingSnapshot: () =>
      atServer(null, async (address) => {
        if ((await owners.at(address)) === null) return null
        return (await (await files.snapshot(address))?.read('desk'))?.toString() ?? null
      }),
    read: (owner, part) =>
      inTurn(async () => {
        if (!(await isPresent(owner))) return null
        return (await (await files.snapshot(owner.server))?.read(part))?.toString() ?? null
      }),
    write: (owner, part, text) =>
      inTurn(async () => {
        if (!(await isPresent(owner))) return
        const snapshot = await files.snapshot(owner.server)
        const bytes = Buffer.from(text)
        await snapshot?.write(part, bytes)
        await trimSnapshot(snapshot, bytes.length)
      }),
    readMedia: (owner, name) =>
      inTurn(async () =>
        (await isPresent(owner)) ? ((await (await files.media(owner.server))?.read(name)) ?? null) : null
      ),
    writeMedia: (owner, name, bytes) =>
      inTurn(async () => {
        if (!(await isPresent(owner))) return
        const media = await files.media(owner.server)
        await media?.write(name, bytes)
        await trimMedia(media, bytes.length)
      }),
    drop: (owner, { parts, media }) =>
      inTurn(async () => {
        if (!(await isPresent(owner))) return
        const snapshot = await files.snapshot(owner.server)
        for (const part of parts) await snapshot?.remove(part)
        const folder = await files.media(owner.server)
        for (const name of media) await folder?.remove(name)
      })
  } satisfies Partial<SnapshotStore>
}

export function createSnapshotStore({ folder, server, secrets, log }: Parts): SnapshotStore {
  const files = createSnapshotFiles({ folder, secrets, log })
  const owners = createSnapshotOwners(files)
  const rooms = createPendingRooms(files)
  const inTurn = createSerialQueue((error) => log.warn('kept data not at hand', factsOf(error)))
  const isPresent = async (owner: SnapshotOwner): Promise<boolean> =>
    owner.server === server() && isSamePerson(await owners.at(owner.server), owner)
  const atServer: Inside['atServer'] = (otherwise, work) =>
    inTurn(async () => {
      const address = server()
      return address === null ? otherwise : work(address)
    })
  const inside: Inside = { files, owners, inTurn, atServer, isPresent }
  return {
    ...loginParts(inside, rooms),
    ...contentParts(inside),
    waiting: (owner, work) =>
      inTurn(async () => {
        if (!(await isPresent(owner))) throw new Error('somebody else is signed in')
        return work(rooms.of('waiting', owner))
      }),
    replies: (owner, work) => inTurn(() => work(rooms.of('replies', owner)))
  }
}
