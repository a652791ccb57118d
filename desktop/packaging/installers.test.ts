// How the installers are described: each kind is prepared by the real code and stopped where its own tool would take over.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Edition } from '#icons/draw-signs.ts'
import { packSample } from './testing/pack-sample.ts'

interface LinuxPackage {
  /** Arguments of the tool that writes .deb and .rpm. */
  args: string[]
  desktop: string
}

/** Packs and catches what is told before a package of that kind would be written. */
async function describeLinux(edition: Edition, target: string): Promise<LinuxPackage> {
  let told: LinuxPackage = { args: [], desktop: '' }
  await packSample({
    edition,
    system: 'linux',
    targets: [target],
    effectiveOptionComputed: (options: [string[], string] | { desktop: string }) => {
      told = Array.isArray(options)
        ? { args: options[0], desktop: readFileSync(options[1], 'utf8') }
        : { args: [], desktop: options.desktop }
      return Promise.resolve(true)
    }
  })
  return told
}

/** Lines `key=value` of a .desktop file. */
function entriesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.split(/=(.*)/s) as [string, string])
      .filter(([, value]) => value !== undefined)
  )
}

const valueAfter = (args: string[], name: string): string | undefined => args[args.indexOf(name) + 1]

test.each([
  ['standard', 'deb', 'guiche', 'Guichê', '/opt/guiche/guiche'],
  ['standard', 'rpm', 'guiche', 'Guichê', '/opt/guiche/guiche'],
  ['admin', 'deb', 'guiche-admin', 'Guichê Admin', '/opt/guiche-admin/guiche-admin']
] as const)('the %s .%s installs %s with its launcher and its icons', async (edition, target, name, title, program) => {
  const { args, desktop } = await describeLinux(edition, target)
  expect(valueAfter(args, '--name')).toBe(name)
  expect(valueAfter(args, '--package')).toMatch(new RegExp(`/${name}-\\d+\\.\\d+\\.\\d+-linux-\\w+\\.${target}$`))
  expect(args.find((one) => one.endsWith(`=/usr/share/applications/${name}.desktop`))).toBeDefined()
  const icons = args.filter((one) => one.includes('=/usr/share/icons/hicolor/'))
  expect(icons.length).toBeGreaterThan(7)
  expect(icons.every((one) => one.includes(`/icons/${edition}/`) && one.endsWith(`/apps/${name}.png`))).toBe(true)
  expect(entriesOf(desktop)).toMatchObject({
    Name: title,
    Exec: `${program} %U`,
    Icon: name,
    StartupWMClass: name,
    MimeType: 'x-scheme-handler/guiche;',
    Categories: 'Network;',
    'Comment[pt_BR]': expect.stringContaining('WhatsApp'),
    'Comment[es]': expect.stringContaining('WhatsApp')
  })
})

test('the AppImage brings the same launcher', async () => {
  const { desktop } = await describeLinux('standard', 'AppImage')
  expect(entriesOf(desktop)).toMatchObject({ Name: 'Guichê', Exec: 'AppRun %U', MimeType: 'x-scheme-handler/guiche;' })
})

/** The project that the MSI is made from. */
async function describeMsi(edition: Edition): Promise<string> {
  let project = ''
  const enough = new Error('enough seen')
  const msiProjectCreated = (path: string): never => {
    project = readFileSync(path, 'utf8')
    throw enough
  }
  const packing = packSample({ edition, system: 'win', targets: ['msi'], overrides: { msiProjectCreated } })
  await expect(packing).rejects.toBe(enough)
  return project
}

test('the MSIs install for everybody, each edition beside the other', async () => {
  const [standard, admin] = [await describeMsi('standard'), await describeMsi('admin')]
  expect(standard).toContain('Id="ALLUSERS" Secure="yes" Value="1"')
  expect(standard).toContain('<Directory Id="APPLICATIONFOLDER" Name="guiche"/>')
  expect(standard).toContain('Key="System.AppUserModel.ID" Value="app.guiche.desktop"')
  expect(standard).toContain('Id="startMenuShortcut" Directory="ProgramMenuFolder" Name="Guichê"')
  expect(standard).toContain('win32-x64/keytar.node')
  expect(admin).toContain('<Directory Id="APPLICATIONFOLDER" Name="guiche-admin"/>')
  expect(admin).toContain('Key="System.AppUserModel.ID" Value="app.guiche.admin"')
  const codeOf = (project: string) => /UpgradeCode="([\dA-F-]{36})"/.exec(project)?.[1]
  expect(codeOf(standard)).toMatch(/^[\dA-F-]{36}$/)
  expect(codeOf(admin)).not.toBe(codeOf(standard))
})

interface Target {
  target: string
  arch: string[]
}
type Settings = Record<'linux' | 'win' | 'mac', { target: Target[] }> & Record<'nsis' | 'deb', Record<string, unknown>>

test('every kind of package is made, for both kinds of processor where it exists', () => {
  const settings = parse(readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8')) as Settings
  const kinds = [settings.linux, settings.win, settings.mac].flatMap(({ target }) => target)
  const both = ['x64', 'arm64']
  expect(Object.fromEntries(kinds.map(({ target, arch }) => [target, arch]))).toEqual({
    deb: both,
    rpm: both,
    AppImage: both,
    nsis: both,
    msi: ['x64'],
    dmg: both,
    zip: both
  })
  // Without being told otherwise the Windows assistant asks whom to install for.
  expect(settings.nsis).toMatchObject({ oneClick: false, perMachine: false, allowElevation: true })
  expect(settings.deb['depends']).toContain('libsecret-1-0')
})
