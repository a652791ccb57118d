// Writes Electron's types without its module names, so that for `tsc -p desktop/host` the name `electron` is the host.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const types = readFileSync(createRequire(import.meta.url).resolve('electron/electron.d.ts'), 'utf8')
const modules = /^declare module 'electron(?:\/\w+)?' \{\n[^}]*\}\n/gm
const found = types.match(modules)?.length ?? 0
// A module name that stays would be taken before the host, and the check would see nothing.
if (found < 5) throw new Error(`electron.d.ts declares ${found} of its five modules in a form that is known here`)

const file = join(import.meta.dirname, '../dist/host/electron-namespace.d.ts')
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, types.replaceAll(modules, ''))
