// Which addresses belong to the server in use: its own origin, and the one it writes into the links it gives.
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import type { Servers } from './servers.ts'
import type { Settings } from '../platform/settings.ts'
import { ownOrigin } from '../platform/own-page.ts'

export interface ServerFiles {
  /** Origins that the page may talk to. */
  origins(): string[]
  /** Remembers the origin of a server's links. */
  learn(server: string, linkOrigin: string | null): void
  /** True for a stored file of the server in use. */
  isFile(url: string): boolean
  /** Whether a file may be saved; `initiator` is the origin that asked, empty for the shell itself. */
  mayDownload(url: string, initiator: string): boolean
}

export function createServerFiles(servers: Servers, settings: Settings): ServerFiles {
  const origins = (): string[] => {
    const server = servers.current()
    if (server === null) return []
    return [...new Set([server, settings.read('linkOrigins')[server] ?? server])]
  }
  const isFromServer = (url: string): boolean => URL.canParse(url) && origins().includes(new URL(url).origin)
  return {
    origins,
    learn: (server, linkOrigin) => {
      const known = settings.read('linkOrigins')
      settings.write('linkOrigins', { ...known, [server]: linkOrigin ?? server })
    },
    isFile: (url) => isFromServer(url) && new URL(url).pathname.startsWith(`${serverPaths.media}/`),
    mayDownload: (url, initiator) =>
      (initiator === '' || initiator === ownOrigin) && (isFromServer(url) || url.startsWith(`blob:${ownOrigin}/`))
  }
}
