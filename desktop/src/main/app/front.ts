// What a person sees of the app: its window, and what speaks beside it; they call one another.
import { app, clipboard, type WebContents } from 'electron'
import { join } from 'node:path'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { intentsPending } from '#bridge/notification-channels.ts'
import { preferencesChanged } from '#bridge/preference-channels.ts'
import { send } from '../ipc/ipc.ts'
import { createSignals, type Signals } from '../notifications/signals.ts'
import { edition, productTitle } from '../platform/env.ts'
import type { Log } from '../platform/log.ts'
import { preferencesOf } from '../platform/settings.ts'
import { createIntents, type Intents } from '../system/intents.ts'
import { wasStartedHidden } from '../system/start-at-login.ts'
import { createWindow, type ShellWindow } from '../window/window.ts'
import { diagnosticsText } from './diagnostics.ts'
import type { Stores } from './stores.ts'

export interface Front {
  window: ShellWindow
  /** The console while its window exists. */
  page(): WebContents | undefined
  /** Opens a place of the console, once somebody is signed in. */
  open(path: string): void
  intents: Intents
  signals: Signals
  copyDiagnostics(): Promise<void>
}

/** Folders of the built app. */
interface Places {
  preload: string
  icons: string
}

async function copyDiagnostics({ settings, login, language }: Stores, log: Log): Promise<void> {
  const state = {
    edition,
    server: login.servers.current(),
    isServerFixed: login.servers.isFixed,
    isSignedIn: login.keeper.isKept(),
    keeping: login.secrets.keeping(),
    language: language(),
    preferences: preferencesOf(settings)
  }
  await clipboard.writeText(diagnosticsText(state, log))
}

export function createFront(stores: Stores, { preload, icons }: Places, log: Log): Front {
  const { settings, login, kept, say } = stores
  const page = () => window.present()?.webContents
  const sendIntentsPending = () => send(page(), intentsPending, {})
  const intents = createIntents(sendIntentsPending)
  const open = (path: string): void => {
    window.show()
    intents.add({ kind: 'open', path })
  }
  const window = createWindow({
    settings,
    log,
    say,
    preload,
    icon: join(icons, 'app.png'),
    title: productTitle,
    isHidden: wasStartedHidden(),
    onHidden: () => signals.notices.explainTray(),
    onShown: () => signals.status.windowShown(),
    onSpelling: () => send(page(), preferencesChanged, preferencesOf(settings))
  })
  const signals = createSignals({
    settings,
    login,
    kept,
    say,
    log,
    icons,
    window,
    actions: {
      open: window.show,
      openSettings: () => open(pages.desktop),
      copyDiagnostics: () => void copyDiagnostics(stores, log),
      reload: () => page()?.reload(),
      zoom: window.changeZoom,
      quit: () => app.quit()
    },
    open,
    sendIntentsPending
  })
  return { window, page, open, intents, signals, copyDiagnostics: () => copyDiagnostics(stores, log) }
}
