// Makes every icon of the app from the drawings: `npm run icons -w desktop`, into dist/icons.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { counts } from './draw-counts.ts'
import {
  appSign,
  dmgWall,
  editions,
  inks,
  macSign,
  overlaySign,
  traySign,
  type Edition,
  type Ink
} from './draw-signs.ts'
import { icnsKinds, icnsOf, icoOf, type IconImage } from './icon-files.ts'

const linuxSizes = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024]
const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 96, 128, 256]
/** Scales of the screens that tray icons are made for, with what Electron looks for in the file's name. */
const scales: [number, string][] = [
  [1, ''],
  [1.25, '@1.25x'],
  [1.5, '@1.5x'],
  [2, '@2x'],
  [3, '@3x']
]

/** A drawing as PNG, so many pixels wide. */
function paint(svg: string, width: number): Promise<Buffer> {
  const [, units = '1'] = /viewBox="0 0 (\d+)/.exec(svg) ?? []
  // At 72 dots an inch one unit of the drawing is one pixel: drawn at its size, nothing is scaled afterwards.
  const density = Math.min(Math.max((72 * width) / Number(units), 1), 100_000)
  return sharp(Buffer.from(svg), { density }).resize({ width }).png({ compressionLevel: 9 }).toBuffer()
}

const paintSizes = (draw: (size: number) => string, sizes: number[]): Promise<IconImage[]> =>
  Promise.all(sizes.map(async (size) => ({ size, png: await paint(draw(size), size) })))

async function forEdition(edition: Edition): Promise<[string, Buffer][]> {
  const draw = (size: number) => appSign(edition, size)
  const linux = await paintSizes(draw, linuxSizes)
  const windows = await paintSizes(draw, windowsSizes)
  const mac = await paintSizes(() => macSign(edition), [...new Set(Object.values(icnsKinds))])
  return [
    [`${edition}/icon.icns`, icnsOf(mac)],
    [`${edition}/icon.ico`, icoOf(windows)],
    ...linux.map(({ size, png }): [string, Buffer] => [`${edition}/linux/${size}x${size}.png`, png]),
    // What the program itself shows, in its window and where a notification has no picture.
    [
      edition === 'standard' ? 'shell/app.png' : `${edition}/app.png`,
      linux.find(({ size }) => size === 256)?.png ?? Buffer.alloc(0)
    ]
  ]
}

/** Names as Electron and macOS know them: `Template` is what makes the menu bar colour an image itself. */
function trayName(ink: Ink, state: string): string {
  const ending = state === '' ? '' : `-${state}`
  return ink === 'template' ? `tray${ending}Template` : `tray-${ink}${ending}`
}

async function forShell(): Promise<[string, Buffer][]> {
  const files: [string, Buffer][] = []
  for (const ink of Object.keys(inks) as Ink[]) {
    // macOS shows the count beside the sign, as text.
    for (const state of ['', 'paused', ...(ink === 'template' ? [] : Object.keys(counts))]) {
      for (const [scale, ending] of scales) {
        files.push([`shell/${trayName(ink, state)}${ending}.png`, await paint(traySign(ink, state), 16 * scale)])
      }
    }
  }
  for (const count of Object.keys(counts))
    files.push([`shell/overlay-${count}.png`, await paint(overlaySign(count), 32)])
  return files
}

/** Writes all icons below `folder` anew; it is replaced when they are all there. */
export async function makeIcons(folder: string): Promise<void> {
  const files = [
    ...(await Promise.all(editions.map(forEdition))).flat(),
    ...(await forShell()),
    ['dmg/background.png', await paint(dmgWall(), 540)] as const,
    ['dmg/background@2x.png', await paint(dmgWall(), 1080)] as const
  ]
  mkdirSync(dirname(folder), { recursive: true })
  const fresh = mkdtempSync(`${folder}-`)
  for (const [name, data] of files) {
    mkdirSync(dirname(join(fresh, name)), { recursive: true })
    writeFileSync(join(fresh, name), data)
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
}

if (import.meta.main) await makeIcons(join(import.meta.dirname, '../dist/icons'))
