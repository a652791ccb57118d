// What holds for every page before a window opens: where it comes from, what it may do, and where it may lead.
import { session } from 'electron'
import type { Log } from '../platform/log.ts'
import { serveApp } from './app-protocol.ts'
import { contentPolicy } from './content-policy.ts'
import { lockWindows } from './locks.ts'
import { guardPermissions } from './permissions.ts'
import { introduceToPlayer } from './player-referrer.ts'

interface Parts {
  /** Folder of the built console. */
  console: string
  server: () => string | null
  /** Origins that the page may talk to. */
  origins: () => string[]
  isServerFile: (url: string) => boolean
  media: (request: Request) => Promise<Response>
  log: Log
}

export function guardPages({ console, server, origins, isServerFile, media, log }: Parts): void {
  serveApp(console, () => contentPolicy(origins()), media)
  guardPermissions(session.defaultSession, log)
  introduceToPlayer(session.defaultSession, server)
  lockWindows({ isServerFile, log })
}
