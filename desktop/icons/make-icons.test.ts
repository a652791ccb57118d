// What the script makes of the drawings, read back: names, sizes, and that the pictures are what they are for.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { icnsKinds, icnsOf, icoOf } from './icon-files.ts'
import { makeIcons } from './make-icons.ts'

const folder = mkdtempSync(join(tmpdir(), 'guiche-icons-'))
beforeAll(() => makeIcons(folder))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (name: string): Buffer => readFileSync(join(folder, name))
async function sizeOf(image: Buffer): Promise<string> {
  const { format, width, height } = await sharp(image).metadata()
  return `${format} ${width}x${height}`
}
async function pixels(image: Buffer): Promise<number[][]> {
  const { data } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return Array.from({ length: data.length / 4 }, (_, index) => [...data.subarray(index * 4, index * 4 + 4)])
}

test.each(['standard', 'admin'])('Linux gets the %s edition in every size from 16 to 1024 pixels', async (edition) => {
  const names = readdirSync(join(folder, edition, 'linux'))
  const sizes = await Promise.all(names.map(async (name) => [name, await sizeOf(read(`${edition}/linux/${name}`))]))
  expect(sizes.map(([name, size]) => size === `png ${name?.replace('.png', '')}`)).not.toContain(false)
  expect(names).toEqual(
    expect.arrayContaining(['16x16.png', '48x48.png', '256x256.png', '512x512.png', '1024x1024.png'])
  )
})

test.each(['standard', 'admin'])(
  'the .ico of the %s edition holds every size that Windows asks for',
  async (edition) => {
    const ico = read(`${edition}/icon.ico`)
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1])
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => 6 + index * 16)
    const sizes = await Promise.all(
      entries.map(async (at) => {
        const start = ico.readUInt32LE(at + 12)
        const declared = ico.readUInt8(at) || 256
        expect(await sizeOf(ico.subarray(start, start + ico.readUInt32LE(at + 8)))).toBe(`png ${declared}x${declared}`)
        return declared
      })
    )
    expect(sizes).toEqual(expect.arrayContaining([16, 20, 24, 32, 40, 48, 64, 256]))
  }
)

test.each(['standard', 'admin'])('the .icns of the %s edition holds every kind in its size', async (edition) => {
  const icns = read(`${edition}/icon.icns`)
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
  const found: Record<string, string> = {}
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    found[icns.toString('latin1', at, at + 4)] = await sizeOf(icns.subarray(at + 8, at + icns.readUInt32BE(at + 4)))
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(icnsKinds).map(([kind, n]) => [kind, `png ${n}x${n}`])))
})

test('the editions are told apart at every size', async () => {
  for (const size of ['16x16', '48x48', '256x256']) {
    const [standard, admin] = await Promise.all(
      ['standard', 'admin'].map((edition) => pixels(read(`${edition}/linux/${size}.png`)))
    )
    const different = standard!.filter((pixel, index) => admin![index]!.some((value, at) => value !== pixel[at]))
    expect(different.length).toBeGreaterThan(standard!.length / 2)
  }
})

test('tiles have clear corners and are opaque in the middle', async () => {
  for (const size of [16, 512]) {
    const drawn = await pixels(read(`standard/linux/${size}x${size}.png`))
    expect(drawn[0]![3]).toBeLessThan(60)
    expect(drawn[(size / 2) * size + size / 2]![3]).toBe(255)
  }
})

test('images of the menu bar are black on clear, so that macOS can colour them', async () => {
  const names = readdirSync(join(folder, 'shell')).filter((name) => name.includes('Template'))
  expect(names).toContain('trayTemplate.png')
  expect(names).toContain('trayTemplate@2x.png')
  for (const name of names) {
    const seen = (await pixels(read(`shell/${name}`))).filter(([, , , alpha]) => alpha! > 0)
    expect(seen.length).toBeGreaterThan(50)
    expect(seen.every(([red, green, blue]) => red === 0 && green === 0 && blue === 0)).toBe(true)
  }
})

test.each([
  ['', 16],
  ['@1.25x', 20],
  ['@1.5x', 24],
  ['@2x', 32],
  ['@3x', 48]
])('tray images exist for every panel and count at scale "%s"', async (ending, size) => {
  const states = ['', '-paused', '-1', '-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9', '-many']
  const drawn = new Set<string>()
  for (const panel of ['light', 'dark']) {
    for (const state of states) {
      const image = read(`shell/tray-${panel}${state}${ending}.png`)
      expect(await sizeOf(image)).toBe(`png ${size}x${size}`)
      drawn.add(image.toString('base64'))
    }
  }
  expect(drawn.size).toBe(states.length * 2)
})

test('the disk image has its background once in double size', async () => {
  expect(await sizeOf(read('dmg/background.png'))).toBe('png 540x380')
  expect(await sizeOf(read('dmg/background@2x.png'))).toBe('png 1080x760')
})

test('icon files refuse what their format cannot hold', () => {
  expect(() => icoOf([{ size: 512, png: Buffer.alloc(1) }])).toThrow('not 512')
  expect(() => icnsOf([{ size: 1024, png: Buffer.alloc(1) }])).toThrow('an .icns needs 32 pixels')
})
