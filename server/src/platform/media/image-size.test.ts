// What pictures say of their size, each kind as programs write it and as an attacker would.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  blackPng,
  flickeringGif,
  packedPngChunk,
  pngChunk,
  progressiveJpeg,
  repeatedWebp
} from '#test/fixtures/media-bombs.ts'
import { imageSize } from './image-size.ts'

const [width, height] = [70, 50]
const plain = () => sharp({ create: { width, height, channels: 4, background: '#a0302080' } })
const still = { width, height, frames: 1, scans: 1 }

/** Three pictures of 20 by 20 pixels. */
async function frames() {
  const stills = [10, 90, 200].map((tone) =>
    sharp(Buffer.alloc(1_200, tone), { raw: { width: 20, height: 20, channels: 3 } })
      .png()
      .toBuffer()
  )
  return sharp(await Promise.all(stills), { join: { animated: true } })
}

/** The first bytes of `kind` behind `from` bytes are another number. */
function changed(bytes: Buffer, at: number, value: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  value.copy(copy, at)
  return copy
}

test.each([
  ['a JPEG', () => plain().jpeg().toBuffer(), still],
  [
    'a JPEG with a thumbnail in its camera’s words',
    () =>
      plain()
        .jpeg()
        .withExif({ IFD0: { Make: 'x'.repeat(900) } })
        .toBuffer(),
    still
  ],
  [
    'a JPEG whose marks are repeated',
    () =>
      plain()
        .jpeg({ restartInterval: 1 } as never)
        .toBuffer(),
    still
  ],
  ['a JPEG in passes', () => plain().jpeg({ progressive: true }).toBuffer(), { ...still, scans: 10 }],
  ['a grey JPEG in 64 passes', async () => progressiveJpeg(width, height, 64), { ...still, scans: 64 }],
  ['a PNG', () => plain().png().toBuffer(), still],
  ['a PNG that is refined', () => plain().png({ progressive: true }).toBuffer(), still],
  ['a PNG with a long text', async () => blackPng(width, height, [packedPngChunk('zTXt', 1_000_000)]), still],
  [
    'a PNG that moves',
    async () => blackPng(width, height, [pngChunk('acTL', Buffer.from([0, 0, 1, 0, 0, 0, 0, 0]))]),
    { ...still, frames: 256 }
  ],
  ['a WebP', () => plain().webp().toBuffer(), still],
  ['a WebP without transparency', () => plain().removeAlpha().webp().toBuffer(), still],
  ['a WebP without a loss', () => plain().webp({ lossless: true }).toBuffer(), still],
  ['a WebP that moves', async () => (await frames()).webp().toBuffer(), { width: 20, height: 20, frames: 3, scans: 1 }],
  [
    'a WebP of 5,000 pictures',
    async () =>
      repeatedWebp(
        await sharp(Buffer.alloc(300), { raw: { width: 10, height: 10, channels: 3 } })
          .webp()
          .toBuffer(),
        10,
        5_000
      ),
    { width: 10, height: 10, frames: 5_000, scans: 1 }
  ],
  ['a GIF', () => plain().gif().toBuffer(), still],
  ['a GIF that moves', async () => (await frames()).gif().toBuffer(), { width: 20, height: 20, frames: 3, scans: 1 }],
  ['a GIF of 20,000 pictures', async () => flickeringGif(width, height, 20_000), { ...still, frames: 20_000 }]
])('%s', async (_what, make, size) => {
  const bytes = await make()
  expect(imageSize(bytes)).toEqual(size)
  // The program that unpacks it agrees.
  const told = await sharp(bytes).metadata()
  expect([told.width, told.height]).toEqual([size.width, size.height])
})

test('where a file says two sizes the larger counts', async () => {
  const second = progressiveJpeg(9_000, 8_000, 1)
  const twice = Buffer.concat([progressiveJpeg(width, height, 1).subarray(0, -2), second.subarray(2)])
  expect(imageSize(twice)).toMatchObject({ width: 9_000, height: 8_000, scans: 2 })
  const png = blackPng(width, height)
  expect(imageSize(Buffer.concat([png.subarray(0, 33), blackPng(9_000, 10).subarray(8)]))).toMatchObject({
    width: 9_000,
    height
  })
  const gif = flickeringGif(width, height, 1)
  // The picture's own place lies beyond the canvas: at 40,000.
  expect(imageSize(changed(gif, 20, Buffer.from([0x40, 0x9c])))).toMatchObject({ width: 40_001, height })
  const webp = repeatedWebp(await plain().webp({ lossless: true }).toBuffer(), 10, 1)
  expect(imageSize(webp)).toMatchObject({ width, height })
})

test('what is cut off, empty or something else has no size or the one it says, and ends', async () => {
  const whole = await Promise.all([
    plain().jpeg({ progressive: true }).toBuffer(),
    plain().png().toBuffer(),
    plain().webp().toBuffer(),
    (await frames()).webp().toBuffer(),
    (await frames()).gif().toBuffer()
  ])
  for (const bytes of whole) {
    for (let end = 0; end < bytes.length; end++) {
      const size = imageSize(bytes.subarray(0, end))
      if (size) expect(size.width * size.height).toBeGreaterThan(0)
    }
  }
  expect(imageSize(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))).toBeNull()
  expect(imageSize(Buffer.from(`%PDF-1.4 ${'x'.repeat(100)}`))).toBeNull()
  // A JPEG whose height comes behind its pixels.
  expect(imageSize(changed(progressiveJpeg(width, height, 1), 2 + 69 + 5, Buffer.from([0, 0])))).toBeNull()
})
