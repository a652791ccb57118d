// What `import … from 'electron'` means where there is no Electron: the app's main process in Node, windows in Chromium.
// Types come from the global namespace of electron.d.ts, never by import: `tsconfig.json` here maps the name to this file.
import { dirname, join } from 'node:path'
import { app } from './shell/app.ts'
import { appPath } from './shell/app-state.ts'
import { BrowserWindow } from './browser-window.ts'
import { Notification, Tray } from './desktop-parts.ts'
import { DownloadItem } from './shell/downloads.ts'
import { nativeImage, NativeImage } from './shell/images.ts'
import { ipcMain } from './ipc-main.ts'
import { Menu, MenuItem } from './shell/menus.ts'
import { net } from './shell/net.ts'
import { safeStorage } from './shell/safe-storage.ts'
import { protocol, session } from './shell/session.ts'
import {
  autoUpdater,
  clipboard,
  crashReporter,
  dialog,
  globalShortcut,
  nativeTheme,
  powerMonitor,
  screen,
  shell
} from './shell/system-parts.ts'
import { WebContents } from './web-contents.ts'

const facts = { type: 'browser', resourcesPath: join(dirname(appPath), 'resources'), defaultApp: true }
for (const [name, value] of Object.entries(facts)) {
  Object.defineProperty(process, name, { value, configurable: true })
}
Object.defineProperty(process.versions, 'electron', { value: '45.0.0-host', enumerable: true, configurable: true })

/** Names of the renderer; packages that import both sides find them, and nothing in them. */
const ipcRenderer = undefined
const contextBridge = undefined

const electron = {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  contextBridge,
  crashReporter,
  dialog,
  DownloadItem,
  globalShortcut,
  ipcMain,
  ipcRenderer,
  Menu,
  MenuItem,
  nativeImage,
  NativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  WebContents
}
export {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  contextBridge,
  crashReporter,
  dialog,
  DownloadItem,
  globalShortcut,
  ipcMain,
  ipcRenderer,
  Menu,
  MenuItem,
  nativeImage,
  NativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  WebContents,
  electron as default,
  electron as 'module.exports'
}

/** Types that the app imports by name. */
export type ContextMenuParams = Electron.ContextMenuParams
export type IpcMainInvokeEvent = Electron.IpcMainInvokeEvent
export type MenuItemConstructorOptions = Electron.MenuItemConstructorOptions
export type NotificationConstructorOptions = ConstructorParameters<typeof Notification>[0] & object
export type Rectangle = Electron.Rectangle
export type Session = typeof session.defaultSession
