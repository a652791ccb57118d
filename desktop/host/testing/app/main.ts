// A small app that uses what the host has; `host.test.ts` looks at it from outside.
import {
  app,
  BrowserWindow,
  ipcMain,
  Menu,
  nativeImage,
  Notification,
  protocol,
  safeStorage,
  session,
  shell,
  Tray
} from 'electron'
import Store from 'electron-store'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const origin = 'app://bundle'
const policy =
  "default-src 'self'; connect-src 'self' http://127.0.0.1:*; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const types: Record<string, string> = { html: 'text/html', js: 'text/javascript' }
const pixel = nativeImage.createFromDataURL(
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
)

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])

let isQuitting = false
let tray: Tray | undefined

async function openWindow(path: string): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    width: 900,
    height: 600,
    show: false,
    webPreferences: { preload: join(import.meta.dirname, 'preload.cjs'), sandbox: true, contextIsolation: true }
  })
  window.once('ready-to-show', () => window.show())
  window.on('close', (event) => {
    if (isQuitting) return
    event.preventDefault()
    window.hide()
  })
  await window.loadURL(origin + path)
  return window
}

async function start(): Promise<void> {
  const store = new Store<{ clicks: number }>({ defaults: { clicks: 0 } })
  const mayUseNetwork = !app.commandLine.hasSwitch('no-network')
  protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url)
    const name = pathname === '/' ? '/index.html' : pathname
    const body = await readFile(join(import.meta.dirname, name)).catch(() => null)
    if (body === null || !/^\/[a-z]+\.(?:html|js)$/.test(name)) return new Response('', { status: 404 })
    const type = types[name.split('.').at(-1) ?? ''] ?? ''
    return new Response(body, { headers: { 'content-type': type, 'content-security-policy': policy } })
  })
  session.defaultSession.setPermissionRequestHandler((_contents, permission, done) =>
    done(permission === 'notifications' || (mayUseNetwork && permission === 'local-network-access'))
  )
  session.defaultSession.on('will-download', (_event, item) => {
    item.setSavePath(join(app.getPath('userData'), 'saved', item.getFilename()))
    const tell = (state: string) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send('download', {
        state,
        name: item.getFilename(),
        received: item.getReceivedBytes(),
        total: item.getTotalBytes(),
        from: item.getInitiatorOrigin()
      })
    item.on('updated', (_done, state) => tell(state))
    item.on('done', (_done, state) => tell(state))
  })
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (!event.url.startsWith(`${origin}/`)) event.preventDefault()
    })
    contents.setWindowOpenHandler(({ url }) => {
      if (url.startsWith('https://')) void shell.openExternal(url)
      return { action: 'deny' }
    })
  })
  ipcMain.handle('add', (event, count: number) => {
    if (event.senderFrame?.url.startsWith(`${origin}/`) !== true) throw new Error('a stranger asks')
    if (!Number.isInteger(count)) throw new TypeError('count must be an integer')
    store.set('clicks', store.get('clicks') + count)
    return { clicks: store.get('clicks'), at: new Date(), bytes: Uint8Array.of(1, 2), version: app.getVersion() }
  })
  ipcMain.handle('slow', () => new Promise(() => {}))
  ipcMain.handle('keep', async (_event, text: string) => {
    const bytes = await safeStorage.encryptStringAsync(text)
    const { result } = await safeStorage.decryptStringAsync(bytes)
    return { isHidden: !bytes.includes(text), result, backend: safeStorage.getSelectedStorageBackend() }
  })
  ipcMain.handle('announce', (_event, title: string) => {
    const notification = new Notification({ title, body: 'Hello' })
    notification.on('click', () => BrowserWindow.getAllWindows()[0]?.show())
    notification.show()
  })
  tray = new Tray(pixel)
  tray.setToolTip('Sample')
  tray.setContextMenu(Menu.buildFromTemplate([{ id: 'quit', label: 'Quit', click: () => app.quit() }]))
  await openWindow('/')
}

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', (_event, argv) => {
    BrowserWindow.getAllWindows()[0]?.webContents.send('route', argv.at(-1))
  })
  app.on('before-quit', () => {
    isQuitting = true
  })
  app.on('window-all-closed', () => {})
  void app.whenReady().then(start)
} else app.quit()
