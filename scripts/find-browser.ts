// Finds the Chromium of tests, journeys and benchmarks: the one that npm brings, elsewhere one that is installed.
import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import chromium, { inflate } from '@sparticuz/chromium'

const packages = join(import.meta.dirname, '../node_modules')

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe'
]

/**
 * Starts the browser with the libraries of its package, on every machine: with those of the system it would depend on what
 * else is installed there. Fonts are the system's, where it has some and they are not to be hidden.
 */
const start = `#!/bin/sh
here="\${0%/*}"
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -z "$TEST_WITHOUT_SYSTEM" ] && [ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface FoundBrowser {
  executablePath: string
  args: string[]
}

/** The browser that npm brings: the same one on every Linux of x64, whatever is installed there. */
async function packagedBrowser(): Promise<FoundBrowser> {
  // The package has no sandbox helper, and many machines forbid a sandbox without one. The arguments that the package
  // itself proposes are those of a small cloud function: one process for everything, and no rules between origins.
  return { executablePath: await unpackBrowser(), args: ['--no-sandbox'] }
}

/** A browser of this machine, or null; `CHROME_PATH` names one that stands elsewhere. */
function installedBrowser(): FoundBrowser | null {
  const named = process.env['CHROME_PATH'] ?? ''
  const executablePath = named === '' ? places.find(canRun) : named
  const isRoot = process.getuid?.() === 0
  return executablePath === undefined ? null : { executablePath, args: isRoot ? ['--no-sandbox'] : [] }
}

/**
 * Path of a browser and the arguments it needs here. `CHROME_PATH` wins over everything; who wants to watch (`HEADED`) gets
 * an installed one, because the one of the package has no window. Errors: there is none for this system.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64'
  const isInstalledWanted = (process.env['CHROME_PATH'] ?? '') !== '' || process.env['HEADED'] !== undefined
  const installed = isInstalledWanted || !isPackaged ? installedBrowser() : null
  if (installed !== null) return installed
  if (isPackaged) return packagedBrowser()
  throw new Error('no Chromium is installed: set CHROME_PATH to the program of one')
}

/** Unpacks the browser once for all runs; whoever comes at the same time unpacks as well, and the first one counts. */
async function unpackBrowser(): Promise<string> {
  // Another way to start it stands elsewhere: folders of runs before are not touched.
  const edition = createHash('sha256').update(start).digest('hex').slice(0, 8)
  const folder = join(packages, '.cache', `chromium-${versionOf('@sparticuz/chromium')}-${edition}`)
  const program = join(folder, 'start')
  if (existsSync(program)) return program
  mkdirSync(join(packages, '.cache'), { recursive: true })
  const fresh = mkdtempSync(`${folder}-`)
  await unpackInto(fresh)
  writeFileSync(join(fresh, 'fonts.conf'), fontsOf(folder))
  writeFileSync(join(fresh, 'start'), start, { mode: 0o755 })
  // Tests start it under other accounts as well.
  for (const path of [fresh, join(fresh, 'chromium')]) chmodSync(path, 0o755)
  try {
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(program)) throw error
  }
  return program
}

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as { version: string }).version

async function unpackInto(folder: string): Promise<void> {
  const usual = process.env['TMPDIR']
  // The package unpacks into the place for temporary files, which it reads before the first of its calls gives way.
  process.env['TMPDIR'] = folder
  const all = [chromium.executablePath(), inflate(join(packages, '@sparticuz/chromium/bin/al2023.tar.br'))]
  if (usual === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = usual
  await Promise.all(all)
}

/** A machine without fonts shows the ones of the package. */
const fontsOf = (folder: string): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig><dir>${folder}/fonts</dir></fontconfig>\n`
