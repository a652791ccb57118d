// Whether this copy of the app may and can be updated, from what is known of the place it runs in.
import { posix, win32 } from 'node:path'
import type { OffReason } from '#bridge/update-channels.ts'

export interface UpdateFeed {
  platform: NodeJS.Platform
  isPackaged: boolean
  /** Path of the running program. */
  program: string
  /** Path of the AppImage that holds it. */
  appImage?: string | undefined
  /** The kind of package that a Linux package says it is. */
  packageType: string | null
  /** Address that the build was given; null for none. */
  builtInFeed: string | null
  /** What IT has decided: an address, `off`, or nothing. */
  managed: string | undefined
  /** False when the build was given no key to check a feed with. */
  hasKeys: boolean
  exists(path: string): boolean
  canWrite(folder: string): boolean
}

/** Packages that are built without an address carry one that leads nowhere. */
const isNowhere = (feed: string): boolean => new URL(feed).hostname.endsWith('.invalid')

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** True for an address whose answers nobody on the way can change. */
export function isSafeFeed(feed: string): boolean {
  if (!URL.canParse(feed)) return false
  const { protocol, hostname } = new URL(feed)
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname))
}

function canReplace({ platform, program, appImage, packageType, exists, canWrite }: UpdateFeed): boolean {
  // Installed from an MSI there is no such file, and who installed it brings the next one.
  if (platform === 'win32') {
    return exists(win32.join(win32.dirname(program), `Uninstall ${win32.basename(program, '.exe')}.exe`))
  }
  // Started from the disk image, or from where macOS puts what was just downloaded.
  if (platform === 'darwin') return !/^\/Volumes\/|\/AppTranslocation\//.test(program)
  if (appImage !== undefined) return canWrite(posix.dirname(appImage))
  return packageType === 'deb' || packageType === 'rpm'
}

/** Where updates come from, or why there are none. */
export function findFeed(place: UpdateFeed): { feed: string } | { why: OffReason } {
  const { managed, builtInFeed, isPackaged } = place
  if (managed === 'off') return { why: 'managed' }
  const feed = managed ?? builtInFeed
  // From its sources it looks for updates only when it is told where.
  if (!isPackaged && managed === undefined) return { why: 'unpacked' }
  if (feed === null || !place.hasKeys || !isSafeFeed(feed) || isNowhere(feed)) return { why: 'no-feed' }
  if (!canReplace(place)) return { why: 'not-installed' }
  return { feed }
}
