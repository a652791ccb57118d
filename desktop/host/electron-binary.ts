// Where the Electron program is on this computer, if anywhere.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Path of the Electron binary, or null. Never by `require('electron')`, which tries to fetch it. */
export function electronBinary(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const pathFile = join(folder, 'path.txt')
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron'
  const path = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), name)
  return existsSync(path) ? path : null
}
