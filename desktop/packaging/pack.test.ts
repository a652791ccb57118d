// The real packing on stand-in distributions, read back: what is in the package, what is switched off, how it is called.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRawHeader, listPackage } from '@electron/asar'
import { FuseV1Options } from '@electron/fuses'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { expect, onTestFinished, test } from 'vitest'
import type { Edition } from '#icons/draw-signs.ts'
import type { System } from './pack.ts'
import { checkFuses, programsIn, wantedFuses } from './check-fuses.ts'
import { packSample, type PackedSample } from './testing/pack-sample.ts'
import { makeStandIn } from './testing/stand-in.ts'

const cases: { system: System; arch: 'x64' | 'arm64'; native: string }[] = [
  { system: 'linux', arch: 'x64', native: 'linux-x64' },
  { system: 'linux', arch: 'arm64', native: 'linux-arm64' },
  { system: 'win', arch: 'x64', native: 'win32-x64' },
  { system: 'mac', arch: 'x64', native: 'darwin-x64' },
  { system: 'mac', arch: 'arm64', native: 'darwin-arm64' }
]

/** Files in the archive, without its folders and without the drawings, which are many. */
function filesIn({ resources }: PackedSample): string[] {
  return listPackage(join(resources, 'app.asar'), { isPack: false })
    .map((path) => path.replaceAll('\\', '/').slice(1))
    .filter((path) => /\.\w+$/.test(path) && !path.startsWith('icons/shell/'))
    .sort()
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/')
    )
    .sort()
}

function hashOfHeader({ resources }: PackedSample): string {
  return createHash('sha256')
    .update(getRawHeader(join(resources, 'app.asar')).headerString)
    .digest('hex')
}

/** Each switch by name, so that a change of the settings shows here as well. */
const fuses: [FuseV1Options, boolean][] = [
  [FuseV1Options.RunAsNode, false],
  [FuseV1Options.EnableCookieEncryption, true],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
  [FuseV1Options.EnableNodeCliInspectArguments, false],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true],
  [FuseV1Options.OnlyLoadAppFromAsar, true],
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, false],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, false]
]

test('the settings name the fuses that are meant', () => {
  expect([...wantedFuses()]).toEqual(fuses)
})

test('a program whose fuses were not set is found out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-fuses-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await makeStandIn.linux(folder)
  expect(await checkFuses(join(folder, 'electron'))).toContain(`${join(folder, 'electron')}: RunAsNode is not off`)
})

test.each(cases)('packed for $system on $arch, the archive holds the app and nothing besides', async (given) => {
  const packed = await packSample({ edition: 'standard', ...given })
  expect(filesIn(packed)).toEqual([
    'console/assets/screen.js',
    'console/index.html',
    'node_modules/keytar/LICENSE.md',
    'node_modules/keytar/lib/keytar.js',
    'node_modules/keytar/package.json',
    `node_modules/keytar/prebuilds/${given.native}/keytar.node`,
    'package.json',
    'shell/main.js',
    'shell/preload.cjs'
  ])
  expect(filesBelow(join(packed.resources, 'app.asar.unpacked'))).toEqual([
    `node_modules/keytar/prebuilds/${given.native}/keytar.node`
  ])
  const programs = programsIn(join(packed.folder, 'out'))
  expect(programs).toEqual([given.system === 'mac' ? packed.app : packed.program])
  expect((await Promise.all(programs.map(checkFuses))).flat()).toEqual([])
  const licences = readFileSync(join(packed.resources, 'licences.txt'), 'utf8')
  expect(
    ['react-dom', 'zod', 'keytar'].filter(
      (name) =>
        !licences.includes(`
${name} `)
    )
  ).toEqual([])
})

test.each(['linux', 'win'] as const)(
  'packed for %s, Chromium keeps its licence and the languages we speak',
  async (system) => {
    const { app } = await packSample({ edition: 'standard', system })
    expect(readdirSync(app)).toEqual(expect.arrayContaining(['LICENSE.electron.txt', 'LICENSES.chromium.html']))
    expect(readdirSync(join(app, 'locales')).sort()).toEqual([
      'en-US.pak',
      'es-419.pak',
      'es.pak',
      'pt-BR.pak',
      'pt-PT.pak'
    ])
  }
)

/** The value after a key, as it is written: `<true/>`, `<string>…</string>`, a whole `<array>`. */
const valueIn = (plist: string, key: string): string | undefined =>
  new RegExp(`<key>${key}</key>\\s*(<(true|false)/>|<(\\w+)>[\\s\\S]*?</\\3>)`).exec(plist)?.[1]?.replace(/\s+/g, ' ')

const macNames: Record<Edition, [id: string, name: string]> = {
  standard: ['app.guiche.desktop', 'Guichê'],
  admin: ['app.guiche.admin', 'Guichê Admin']
}

test.each(['standard', 'admin'] as const)(
  'the Info.plist of the %s edition says what macOS must know',
  async (edition) => {
    const packed = await packSample({ edition, system: 'mac' })
    const plist = readFileSync(join(packed.app, 'Contents/Info.plist'), 'utf8').normalize('NFC')
    const [id, name] = macNames[edition]
    expect(valueIn(plist, 'CFBundleIdentifier')).toBe(`<string>${id}</string>`)
    expect(valueIn(plist, 'CFBundleDisplayName')).toBe(`<string>${name}</string>`)
    expect(valueIn(plist, 'CFBundleURLSchemes')).toBe('<array> <string>guiche</string> </array>')
    expect(valueIn(plist, 'NSAllowsArbitraryLoads')).toBe('<false/>')
    // Updates are handed to the system through a server on the loopback address.
    expect(valueIn(plist, 'NSAllowsLocalNetworking')).toBe('<true/>')
    expect(valueIn(plist, 'NSMicrophoneUsageDescription')).toContain('voice messages')
    expect(valueIn(plist, 'NSCameraUsageDescription')).toBeUndefined()
    expect(valueIn(plist, 'LSMinimumSystemVersion')).toBe('<string>13.0.0</string>')
    expect(valueIn(plist, 'hash')).toBe(`<string>${hashOfHeader(packed)}</string>`)
    for (const language of ['pt_BR', 'en', 'es']) {
      const strings = readFileSync(join(packed.resources, `${language}.lproj/InfoPlist.strings`), 'utf8')
      expect(strings).toMatch(/^NSMicrophoneUsageDescription = ".+";$/m)
    }
  }
)

test.each([
  ['standard', 'Guichê'],
  ['admin', 'Guichê Admin']
] as const)(
  'the Windows program of the %s edition carries its name, its icon and the seal of the archive',
  async (edition, name) => {
    const packed = await packSample({ edition, system: 'win' })
    const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(packed.program), { ignoreCert: true }))
    const [version] = Resource.VersionInfo.fromEntries(entries)
    const [language] = version!.getAllLanguagesForStringValues()
    expect(version!.getStringValues(language!)).toMatchObject({ ProductName: name, FileDescription: name })
    const [group] = Resource.IconGroupEntry.fromEntries(entries)
    expect(group!.icons.map(({ width }) => width || 256)).toEqual(expect.arrayContaining([16, 24, 32, 48, 256]))
    const seal = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR')
    const [sealed] = JSON.parse(Buffer.from(seal!.bin).toString()) as object[]
    expect(sealed).toEqual({ file: 'resources\\app.asar', alg: 'SHA256', value: hashOfHeader(packed) })
  }
)

test.each(['standard', 'admin'] as const)('the %s edition looks for updates in a feed of its own', async (edition) => {
  const { resources } = await packSample({ edition, system: 'linux' })
  expect(readFileSync(join(resources, 'app-update.yml'), 'utf8').trim().split('\n')).toEqual([
    'provider: generic',
    `url: https://feed.invalid/${edition}`,
    `updaterCacheDirName: guiche${edition === 'admin' ? '-admin' : ''}-updater`
  ])
})
