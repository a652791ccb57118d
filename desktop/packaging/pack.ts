// Builds and packs the app for one system: `npm run package -w desktop -- [--linux|--mac|--win] [--x64|--arm64] [--dir]`.
// GUICHE_EDITION chooses the edition, GUICHE_UPDATE_URL the address that updates come from, GUICHE_UPDATE_KEY signs them;
// GUICHE_SIGNING=required refuses to pack without the certificates and the key of a release.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Arch, build, DIR_TARGET, Platform, type CliOptions, type Configuration } from 'electron-builder'
import { editions, type Edition } from '#icons/draw-signs.ts'
import { packageNames } from './stage-app.ts'
import { readUpdateKey, signFeed } from './update-key.ts'

const root = join(import.meta.dirname, '../..')
const configs: Record<Edition, string> = { standard: 'electron-builder.yml', admin: 'desktop/packaging/admin.yml' }

export const systems = ['linux', 'mac', 'win'] as const
export type System = (typeof systems)[number]
const platforms: Record<System, Platform> = { linux: Platform.LINUX, mac: Platform.MAC, win: Platform.WINDOWS }

export interface PackOptions {
  edition: Edition
  system: System
  /** All that the configuration names when left out. */
  arch?: 'x64' | 'arm64'
  /** Kinds of package; those of the configuration when left out. */
  targets?: string[]
  /** Beyond the configuration; the tests put their stand-ins here. */
  overrides?: Configuration
  /** Sees how a package is described, and may end it there by answering true. */
  effectiveOptionComputed?: CliOptions['effectiveOptionComputed']
}

/** Marks a package that was given no address: `updater.ts` looks for nothing there. */
const noFeed = 'https://feed.invalid'

/** A variable of the environment; pipelines give an empty one where they know no value. */
const given = (name: string): string | undefined => process.env[name] || undefined

const certificates: Record<System, string[]> = {
  linux: [],
  mac: ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  win: ['CSC_LINK', 'CSC_KEY_PASSWORD']
}

/** Variables that a signed release of this system still needs; none when the package is for trying out. */
export function missingForRelease(system: System): string[] {
  const needed = ['GUICHE_UPDATE_URL', 'GUICHE_UPDATE_KEY', ...certificates[system]]
  return given('GUICHE_SIGNING') === 'required' ? needed.filter((name) => given(name) === undefined) : []
}

/** What depends on the system or on the machine that builds. */
function adjustmentsFor(system: System, edition: Edition): Configuration {
  // Paths below /opt and their tools are safest in ASCII; people read the name in the .desktop file.
  if (system === 'linux') return { productName: packageNames[edition] }
  const isSigned = given('CSC_LINK') !== undefined || given('CSC_NAME') !== undefined
  // Without a certificate the hardened runtime would refuse the app's own frameworks: such a package is for trying out.
  return system === 'mac' && !isSigned ? { mac: { hardenedRuntime: false } } : {}
}

/** Runs electron-builder on the staged app and answers with the files it made. Errors: its own. */
export async function pack(options: PackOptions): Promise<string[]> {
  const { edition, system, arch, targets, overrides = {}, effectiveOptionComputed } = options
  process.env['GUICHE_UPDATE_URL'] = given('GUICHE_UPDATE_URL') ?? noFeed
  // Hooks are named by their path from here.
  process.chdir(root)
  const archs = arch === undefined ? [] : [Arch[arch]]
  const config = { extends: configs[edition], ...adjustmentsFor(system, edition), ...overrides }
  const files = await build({
    projectDir: root,
    targets: platforms[system].createTarget(targets ?? null, ...archs),
    publish: 'never',
    config,
    ...(effectiveOptionComputed ? { effectiveOptionComputed } : {})
  })
  const pem = given('GUICHE_UPDATE_KEY')
  if (pem === undefined) return files
  const output = overrides.directories?.output ?? join(root, 'desktop/dist/packages', edition)
  return [...files, ...signFeed(output, edition, readUpdateKey(pem))]
}

/** Writes the licences that go along. */
export function writeNotices(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const notices = execFileSync(process.execPath, ['scripts/notices.ts', 'desktop'], { cwd: root, maxBuffer: 1 << 26 })
  writeFileSync(file, notices)
}

const hostSystem = { linux: 'linux', darwin: 'mac', win32: 'win' } as const

function readArguments(args: string[]): PackOptions {
  const isFlag = (name: string) => args.includes(`--${name}`)
  const edition = editions.find((one) => one === (given('GUICHE_EDITION') ?? 'standard'))
  if (!edition) throw new Error(`GUICHE_EDITION is ${editions.join(' or ')}`)
  const system = systems.find(isFlag) ?? hostSystem[process.platform as keyof typeof hostSystem]
  const arch = (['x64', 'arm64'] as const).find(isFlag)
  return { edition, system, ...(arch ? { arch } : {}), ...(isFlag('dir') ? { targets: [DIR_TARGET] } : {}) }
}

if (import.meta.main) {
  const options = readArguments(process.argv.slice(2))
  if (!(given('GUICHE_UPDATE_URL') ?? noFeed).startsWith('https://'))
    throw new Error('GUICHE_UPDATE_URL begins with https://')
  if (given('GUICHE_UPDATE_URL') !== undefined && given('GUICHE_UPDATE_KEY') === undefined)
    throw new Error('GUICHE_UPDATE_URL needs GUICHE_UPDATE_KEY: the app takes no unsigned updates')
  const missing = missingForRelease(options.system)
  if (missing.length > 0) throw new Error(`a release is signed; there is no ${missing.join(', ')}`)
  execFileSync(process.execPath, ['desktop/build-shell.ts'], { cwd: root, stdio: 'inherit' })
  writeNotices(join(root, 'desktop/dist/licences.txt'))
  for (const file of await pack(options)) process.stdout.write(`${file}\n`)
}
