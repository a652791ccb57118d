// What this computer keeps for whoever is signed in, encrypted by the shell; a browser keeps nothing here.
import {
  dropSnapshotParts,
  readSnapshotPart,
  writeSnapshotPart,
  type SnapshotOwner
} from '#bridge/snapshot-channels.ts'
import { invoke, hasShell, send } from '../device/bridge.ts'
import { serverAddress } from '../session/server-address.ts'

let owner: SnapshotOwner | null = null

/** Names the person to whom everything belongs from now on; null at the end of a login. */
export function persistFor(user: { id: number; companyId: number } | null): void {
  owner = user && hasShell() ? { server: serverAddress(), companyId: user.companyId, userId: user.id } : null
}

/** Null in a browser, and while nobody is signed in. */
export const snapshotOwner = (): SnapshotOwner | null => owner

/** A part as it was written last; null when there is none. */
export async function readPart(part: string): Promise<unknown> {
  if (owner === null) return null
  try {
    return JSON.parse((await invoke(readSnapshotPart, owner, part)) ?? 'null') as unknown
  } catch {
    // The shell says in its log why it cannot; there is nothing to show then.
    return null
  }
}

export function writePart(part: string, value: unknown): void {
  if (owner !== null) send(writeSnapshotPart, owner, part, JSON.stringify(value))
}

/** Takes parts, and files by the links that the server gave, off this computer. */
export function dropParts(parts: string[], media: string[]): void {
  if (owner !== null) send(dropSnapshotParts, owner, { parts, media })
}
