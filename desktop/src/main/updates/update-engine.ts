// Sets electron-updater up for a feed.
import { app } from 'electron'
import type { AppUpdater } from 'electron-updater'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../platform/log.ts'
import { signedProvider, type SignedFeed } from './signed-feed.ts'

/** An app that runs from its sources has no file beside it that says where its updates are kept. */
function standInConfig(feed: string): string {
  const file = join(app.getPath('userData'), 'app-update.yml')
  mkdirSync(app.getPath('userData'), { recursive: true })
  writeFileSync(
    file,
    `provider: generic\nurl: ${JSON.stringify(feed)}\nupdaterCacheDirName: ${app.getName()}-updater\n`
  )
  return file
}

/** Gives an engine its feed, its log and its limits. */
export async function setUpEngine(engine: AppUpdater, source: SignedFeed, log: Log): Promise<AppUpdater> {
  const { GenericProvider } = await import('electron-updater/out/providers/GenericProvider.js')
  engine.logger = {
    info: (words) => log.info('updater', { words: String(words) }),
    warn: (words) => log.warn('updater', { words: String(words) }),
    error: (words) => log.error('updater', { words: String(words) })
  }
  engine.disableWebInstaller = true
  if (!app.isPackaged) {
    engine.forceDevUpdateConfig = true
    // Meant for tests by its makers, and the one way to name the file.
    Object.assign(engine, { updateConfigPath: standInConfig(source.feed) })
  }
  // An older release is signed as well: it stays where it is, however its description is served.
  engine.allowDowngrade = false
  engine.setFeedURL({ provider: 'custom', updateProvider: signedProvider(GenericProvider, source) })
  return engine
}

/** electron-updater for the kind of package that runs, asking `feed`. It is loaded only here, after the start. */
export async function openUpdateEngine(source: SignedFeed, log: Log): Promise<AppUpdater> {
  const { autoUpdater } = (await import('electron-updater')).default
  return setUpEngine(autoUpdater, source, log)
}
