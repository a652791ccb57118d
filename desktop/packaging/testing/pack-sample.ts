// Packs an app with stand-ins for what takes long or cannot be had here (console, program, Electron), by the real settings.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Edition } from '#icons/draw-signs.ts'
import { pack, type PackOptions, type System } from '../pack.ts'
import { packageNames, stageApp } from '../stage-app.ts'
import { makeStandIn } from './stand-in.ts'

const icons = join(import.meta.dirname, '../../dist/icons')

function write(folder: string, names: string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), `// ${name}\n`)
  }
}

export interface PackedSample {
  /** Folder with everything of it. */
  folder: string
  /** Folder of the unpacked app; on macOS its bundle. */
  app: string
  resources: string
  /** What is started. */
  program: string
}

function outcome(folder: string, edition: Edition, system: System, arch: string): PackedSample {
  const suffix = arch === 'x64' ? '' : `-${arch}`
  if (system === 'mac') {
    // macOS writes accents apart from their letters.
    const name = (edition === 'admin' ? 'Guichê Admin' : 'Guichê').normalize('NFD')
    const app = join(folder, `out/mac${suffix}/${name}.app`)
    return { folder, app, resources: join(app, 'Contents/Resources'), program: join(app, 'Contents/MacOS', name) }
  }
  const app = join(folder, `out/${system}${suffix}-unpacked`)
  const program = join(app, `${packageNames[edition]}${system === 'win' ? '.exe' : ''}`)
  return { folder, app, resources: join(app, 'resources'), program }
}

/** Packs for a system; the folder is gone when the test ends. */
export async function packSample(options: PackOptions): Promise<PackedSample> {
  const { edition, system, arch = 'x64' } = options
  const folder = mkdtempSync(join(tmpdir(), 'guiche-pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  write(join(folder, 'shell'), ['main.js', 'main.js.map', 'preload.cjs', 'preload.cjs.map'])
  write(join(folder, 'console'), ['index.html', 'assets/screen.js', 'assets/screen.js.map'])
  stageApp(edition, join(folder, 'app'), { shell: join(folder, 'shell'), console: join(folder, 'console'), icons })
  // What somebody might leave there.
  write(join(folder, 'app'), [
    '.env',
    'notes.md',
    'shell.test.ts',
    'node_modules/left-pad/index.js',
    'test/secrets.json'
  ])
  await makeStandIn[system](join(folder, 'electron'))
  await pack({
    targets: ['dir'],
    ...options,
    arch,
    overrides: {
      electronDist: join(folder, 'electron'),
      directories: { app: join(folder, 'app'), output: join(folder, 'out') },
      ...options.overrides
    }
  })
  return outcome(folder, edition, system, arch)
}
