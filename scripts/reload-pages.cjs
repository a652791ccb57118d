// Loaded into the app by `npm run dev` before its main module: its pages are loaded anew when the console was built again.
const { watchFile } = require('node:fs')
const { join } = require('node:path')
const { app, BrowserWindow } = require('electron')

/** Milliseconds between looks. */
const interval = 200

void app.whenReady().then(() => {
  watchFile(join(app.getAppPath(), 'console/index.html'), { interval }, ({ mtimeMs }) => {
    // No time: the old console is gone and the new one not yet in its place.
    if (mtimeMs > 0) for (const { webContents } of BrowserWindow.getAllWindows()) webContents.reload()
  })
})
