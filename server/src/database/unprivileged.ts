// Finds a user for PostgreSQL when we are root, because PostgreSQL refuses to run as root.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

export interface SystemUser {
  name: string
  uid: number
  gid: number
}

export const isRoot = (): boolean => process.getuid?.() === 0

/** What `spawn` needs to run a program as this user. */
export const spawnAs = (user: SystemUser | undefined): { uid?: number; gid?: number } =>
  user ? { uid: user.uid, gid: user.gid } : {}

/** The users of a passwd file. initdb looks its own name up there, so a uid without a name is of no use. */
export function usersOf(passwd: string): SystemUser[] {
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    // macOS writes `nobody` as -2.
    const [u, g] = [Number(uid) >>> 0, Number(gid) >>> 0]
    return name && uid && gid && !name.startsWith('#') && u !== 0 ? [{ name, uid: u, gid: g }] : []
  })
}

const ownerOf = (place: string): number | undefined => statSync(place, { throwIfNoEntry: false })?.uid

/**
 * Users that may run the database of `dataDir`, best first: whoever owns the cluster already, then the owner of the
 * data or project folder (who can reach both and keeps access when the server later runs without root), then the
 * users made for such work. Errors: the passwd file cannot be read.
 */
export function serverUsers(
  dataDir: string,
  cluster: string,
  users: SystemUser[] = usersOf(readFileSync('/etc/passwd', 'utf8'))
): SystemUser[] {
  const owners = [cluster, dataDir, path.dirname(dataDir)].map(ownerOf)
  const byOwner = owners.flatMap((uid) => users.find((user) => user.uid === uid) ?? [])
  const byName = ['postgres', 'nobody'].flatMap((name) => users.find((user) => user.name === name) ?? [])
  return [...new Set([...byOwner, ...byName, ...users])]
}

/** True when the mode bits let this user pass through every folder down to and including `folder`. */
export function canEnter(folder: string, user: SystemUser): boolean {
  const real = realpathSync(folder)
  for (let place = real; ; place = path.dirname(place)) {
    const { uid, gid, mode } = statSync(place)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (place === path.dirname(place)) return true
  }
}
