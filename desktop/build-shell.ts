// Builds the desktop app into dist/app: main process and preload, the console at app://bundle, icons, keytar.
// GUICHE_EDITION chooses the edition, GUICHE_SERVER fixes the server, GUICHE_UPDATE_KEY and GUICHE_UPDATE_TRUSTED say whose
// updates it takes; `npm run build:shell -w desktop`. With `--console` only the console is built, into an app that is there and may be running.
import { join } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { editions } from '#icons/draw-signs.ts'
import { makeIcons } from '#icons/make-icons.ts'
import { stageApp, stageConsole } from './packaging/stage-app.ts'
import { trustedKeys } from './packaging/update-key.ts'

const root = import.meta.dirname
const edition = editions.find((one) => one === (process.env['GUICHE_EDITION'] ?? 'standard'))
if (!edition) throw new Error(`GUICHE_EDITION is ${editions.join(' or ')}`)

const isConsoleAlone = process.argv.includes('--console')
const dist = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? join(root, 'dist')
const parts = { shell: join(dist, 'parts/shell'), console: join(dist, 'parts/console'), icons: join(dist, 'icons') }

/** Everything but Electron and the native module goes into one file, so that the package needs no other modules. */
function program(entry: string, file: string, format: 'es' | 'cjs'): InlineConfig {
  return {
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      __GUICHE_EDITION__: JSON.stringify(edition),
      __GUICHE_SERVER__: JSON.stringify(process.env['GUICHE_SERVER'] ?? ''),
      __GUICHE_UPDATE_KEYS__: JSON.stringify(trustedKeys(process.env))
    },
    ssr: { noExternal: true, external: ['electron', 'keytar'], target: 'node' },
    build: {
      ssr: entry,
      outDir: parts.shell,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        external: ['electron', 'keytar', /^node:/],
        output: { format, entryFileNames: file, codeSplitting: false }
      }
    }
  }
}

const withoutSuperScreens: Plugin = {
  name: 'without-super-screens',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/app/menu/super-screens.ts')
      ? 'export const superTabs = []\nexport const superRoutes = []\nexport const superMenu = []'
      : null
}

function buildConsole() {
  return build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    base: '/',
    plugins: edition === 'admin' ? [] : [withoutSuperScreens],
    build: { outDir: parts.console, emptyOutDir: true }
  })
}

if (isConsoleAlone) {
  await buildConsole()
  stageConsole(join(dist, 'app'), parts)
} else {
  await build({ ...program('src/main/app/main.ts', 'main.js', 'es') })
  // A sandboxed preload is no module, and can load none.
  await build({ ...program('src/preload/preload.ts', 'preload.cjs', 'cjs') })
  await buildConsole()
  await makeIcons(parts.icons)
  stageApp(edition, join(dist, 'app'), parts)
}
