// Lays out the app's folder as it is packed: a package.json of its own, the built parts, and keytar for every system.
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Edition } from '#icons/draw-signs.ts'

/** Folders with what was built. */
export interface BuiltParts {
  /** Main process and preload. */
  shell: string
  console: string
  icons: string
}

const desktop = join(import.meta.dirname, '..')
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>

/** Names without spaces and accents: of the package, the executable, the .desktop file and the folder with its data. */
export const packageNames: Record<Edition, string> = { standard: 'guiche', admin: 'guiche-admin' }

/** The package.json inside the package; the version is that of desktop/package.json. */
function packageOf(edition: Edition): object {
  return {
    name: packageNames[edition],
    version: readJson(join(desktop, 'package.json'))['version'],
    description: "Answer your company's WhatsApp as a team",
    author: { name: 'Guichê', email: 'desktop@guiche.example' },
    homepage: 'https://guiche.example',
    license: 'UNLICENSED',
    type: 'module',
    main: 'shell/main.js',
    // By this name Linux knows which windows belong to which launcher.
    desktopName: `${packageNames[edition]}.desktop`
  }
}

/** Writes the folder anew. Errors: a part that was not built. */
export function stageApp(edition: Edition, folder: string, parts: BuiltParts): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageOf(edition), null, 2)}\n`)
  cpSync(parts.shell, join(folder, 'shell'), { recursive: true })
  cpSync(parts.console, join(folder, 'console'), { recursive: true })
  cpSync(join(parts.icons, 'shell'), join(folder, 'icons/shell'), { recursive: true })
  if (edition === 'admin') cpSync(join(parts.icons, 'admin/app.png'), join(folder, 'icons/shell/app.png'))
  const keytar = dirname(createRequire(import.meta.url).resolve('keytar/package.json'))
  for (const part of ['package.json', 'LICENSE.md', 'lib', 'prebuilds']) {
    cpSync(join(keytar, part), join(folder, 'node_modules/keytar', part), { recursive: true })
  }
}

/** Puts a newly built console into the folder of an app, whole at once: the app may be running. */
export function stageConsole(folder: string, { console: built }: Pick<BuiltParts, 'console'>): void {
  const next = join(folder, 'console.next')
  rmSync(next, { recursive: true, force: true })
  cpSync(built, next, { recursive: true })
  rmSync(join(folder, 'console'), { recursive: true, force: true })
  renameSync(next, join(folder, 'console'))
}
