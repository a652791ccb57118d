// Joins updates to the place the app runs in and to the console.
import { app } from 'electron'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkForUpdate, installUpdate, readUpdate, reportBusy, type UpdateState } from '#bridge/update-channels.ts'
import { edition, updateKeys } from '../platform/env.ts'
import { handle } from '../ipc/ipc.ts'
import type { Log } from '../platform/log.ts'
import type { ManagedConfig } from '../platform/managed-config.ts'
import { openUpdateEngine } from './update-engine.ts'
import { findFeed } from './update-feed.ts'
import { createUpdates } from './updater.ts'

interface Parts {
  managed: ManagedConfig
  appImage: string | undefined
  isPagePresent: () => boolean
  onChange: (state: UpdateState) => void
  log: Log
}

/** What electron-builder has put beside the program. */
function besideProgram(name: string): string {
  const file = join(process.resourcesPath, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Looks for updates from now on, and answers the console's questions about them. */
export function startUpdates({ managed, appImage, isPagePresent, onChange, log }: Parts): void {
  const packageType = besideProgram('package-type').trim() || null
  const source = findFeed({
    platform: process.platform,
    isPackaged: app.isPackaged,
    program: app.getPath('exe'),
    appImage,
    packageType,
    builtInFeed: /^url: (.+)$/m.exec(besideProgram('app-update.yml'))?.[1] ?? null,
    managed: managed.updates,
    hasKeys: updateKeys.length > 0,
    exists: existsSync,
    canWrite
  })
  log.info('updates', 'why' in source ? { off: source.why } : { feed: source.feed })
  const updates = createUpdates({
    source,
    open: (feed) => openUpdateEngine({ feed, keys: updateKeys, edition }, log),
    // A system's package is installed with the password of an administrator.
    mayInstallOnQuit: packageType === null,
    isPagePresent,
    onChange,
    log
  })
  handle(readUpdate, updates.state)
  handle(checkForUpdate, updates.check)
  handle(reportBusy, updates.setBusy)
  handle(installUpdate, updates.install)
}
