// Makes stand-ins for Electron's distributions: no code, only what packing reads and changes (names, plists, fuses).
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createPackage } from '@electron/asar'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import type { System } from '../pack.ts'

/** As Electron ships them: the sentinel, the version of the wire, its length, nine fuses. */
const fuses = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09', 'latin1'),
  Buffer.from('101100011')
])

function put(folder: string, name: string, content: string | Buffer = '', mode = 0o644): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content, { mode })
}

const locales = ['de', 'en-US', 'es', 'es-419', 'pt-BR', 'pt-PT', 'zh-CN']

function putCommon(folder: string): void {
  put(folder, 'version', '45.4.1')
  put(folder, 'LICENSE', 'Electron')
  put(folder, 'LICENSES.chromium.html', 'Chromium')
}

async function putDefaultApp(folder: string, name: string): Promise<void> {
  put(folder, 'default_app/main.js', 'throw new Error()')
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  await createPackage(join(folder, 'default_app'), join(folder, name))
  rmSync(join(folder, 'default_app'), { recursive: true })
}

async function makeLinux(folder: string): Promise<void> {
  putCommon(folder)
  put(folder, 'electron', Buffer.concat([Buffer.from('\x7fELF'), fuses]), 0o755)
  put(folder, 'chrome-sandbox', '', 0o755)
  for (const locale of locales) put(folder, `locales/${locale}.pak`)
  await putDefaultApp(folder, 'resources/default_app.asar')
}

/** A program without code, with the version resource that is edited, and with the fuses behind it. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty()
  const resources = NtExecutableResource.from(program)
  const version = Resource.VersionInfo.createEmpty()
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron', FileDescription: 'Electron' })
  version.outputToResourceEntries(resources.entries)
  resources.outputResource(program)
  return Buffer.concat([Buffer.from(program.generate()), fuses])
}

async function makeWindows(folder: string): Promise<void> {
  putCommon(folder)
  put(folder, 'electron.exe', windowsProgram())
  for (const locale of locales) put(folder, `locales/${locale}.pak`)
  await putDefaultApp(folder, 'resources/default_app.asar')
}

function plistOf(name: string, id: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIdentifier</key><string>${id}</string>
<key>CFBundleName</key><string>${name}</string>
<key>CFBundlePackageType</key><string>APPL</string>
</dict></plist>`
}

async function makeMac(folder: string): Promise<void> {
  putCommon(folder)
  const contents = 'Electron.app/Contents'
  const framework = `${contents}/Frameworks/Electron Framework.framework`
  put(folder, `${contents}/Info.plist`, plistOf('Electron', 'com.github.Electron'))
  put(folder, `${contents}/MacOS/Electron`, '', 0o755)
  put(folder, `${contents}/Resources/electron.icns`)
  for (const locale of ['de', 'en', 'es', 'es_419', 'pt_BR', 'pt_PT', 'zh_CN']) {
    put(folder, `${contents}/Resources/${locale}.lproj/locale.pak`)
    put(folder, `${framework}/Versions/A/Resources/${locale}.lproj/locale.pak`)
  }
  put(folder, `${framework}/Versions/A/Electron Framework`, fuses, 0o755)
  symlinkSync('A', join(folder, framework, 'Versions/Current'))
  for (const name of ['Electron Framework', 'Resources']) {
    symlinkSync(`Versions/Current/${name}`, join(folder, framework, name))
  }
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const name = `Electron Helper${kind}`
    put(folder, `${contents}/Frameworks/${name}.app/Contents/Info.plist`, plistOf(name, 'com.github.Electron.helper'))
    put(folder, `${contents}/Frameworks/${name}.app/Contents/MacOS/${name}`, '', 0o755)
  }
  await putDefaultApp(folder, `${contents}/Resources/default_app.asar`)
}

/** Writes the stand-in for a system into an empty folder. */
export const makeStandIn: Record<System, (folder: string) => Promise<void>> = {
  linux: makeLinux,
  mac: makeMac,
  win: makeWindows
}
