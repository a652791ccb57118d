// `npm run desktop`: builds the desktop app and opens it, with Electron fetched where that has not been done.
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { electronBinary } from '../desktop/host/electron-binary.ts'
import { startProgram, stopAll, stopAtEnd } from './children.ts'
import { root } from './run-tool.ts'

async function run(name: string, args: string[]): Promise<number> {
  const child = startProgram(name, { args, onEnd: () => undefined })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

/** Electron comes without its program; its own installer fetches that once. */
async function fetchElectron(): Promise<string | null> {
  const folder = dirname(createRequire(join(root, 'desktop/package.json')).resolve('electron/package.json'))
  console.info('Fetching Electron …')
  await run('The installer of Electron', [join(folder, 'install.js')])
  return electronBinary()
}

stopAtEnd()
const electron = electronBinary() ?? (await fetchElectron())
if (electron === null) {
  console.error(
    'Electron cannot be fetched from github.com here: name a mirror in ELECTRON_MIRROR or an unpacked copy in ELECTRON_OVERRIDE_DIST_PATH, or work with the console in the browser, which `npm run demo` opens.'
  )
  await stopAll(1)
} else {
  if ((await run('The build', ['desktop/build-shell.ts'])) !== 0) await stopAll(1)
  startProgram('The app', {
    command: electron,
    args: [join(root, 'desktop/dist/app'), ...process.argv.slice(2)],
    onEnd: (code) => void stopAll(code ?? 0)
  })
}
