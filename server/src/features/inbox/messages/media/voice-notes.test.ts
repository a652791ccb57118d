// Recordings of browsers become voice notes that phones play: Opus in Ogg, one channel, with length and waveform.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'
import { readVoice } from '#test/fixtures/ogg.ts'
import { formFile, formOf, postForm, storedFiles } from '#test/fixtures/upload.ts'
import { asMono, opusDuration } from './ogg-opus.ts'

let app: TestApp
let company: Company
let ticketId: number

beforeAll(async () => {
  app = await buildTestApp()
  company = await makeCompany(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  const { id: connectionId } = await makeConnectionRow(company)
  ticketId = (await makeTicket(company, { status: 'open', userId: company.admin.id, connectionId })).id
})

const recording = (name: string): Buffer =>
  readFileSync(new URL(`../../../../../test/recordings/${name}`, import.meta.url))
const voice = recording('chromium-mono.webm')
const levels = Array.from({ length: 64 }, (_, index) => index)

function send(bytes: Buffer, type = 'audio/webm;codecs=opus', name = 'audio.webm', fields = {}) {
  return postForm(
    app.url,
    company.admin.token,
    ticketId,
    formOf([formFile(name, type, bytes)], { voice: 'true', waveform: JSON.stringify(levels), ...fields })
  )
}
async function sent(...given: Parameters<typeof send>): Promise<Message> {
  const answer = await send(...given)
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
  return answer.messages[0] as Message
}
const bytesOf = async ({ mediaUrl }: Message): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${app.url}${new URL(mediaUrl ?? '').pathname}`)).arrayBuffer())

/** What ffprobe reads, where it is installed. */
function probe(bytes: Buffer): { codec: string; channels: number; seconds: number } | null {
  const program = '/usr/bin/ffprobe'
  if (!existsSync(program)) return null
  const folder = mkdtempSync(join(tmpdir(), 'guiche-probe-'))
  const file = join(folder, 'voice.ogg')
  writeFileSync(file, bytes)
  const entries = 'stream=codec_name,channels:format=duration,format_name'
  const out = execFileSync(program, ['-v', 'error', '-show_entries', entries, '-of', 'json', file], {
    encoding: 'utf8'
  })
  rmSync(folder, { recursive: true })
  const { streams, format } = JSON.parse(out) as {
    streams: { codec_name: string; channels: number }[]
    format: { duration: string; format_name: string }
  }
  expect([streams.length, format.format_name]).toEqual([1, 'ogg'])
  return { codec: streams[0]!.codec_name, channels: streams[0]!.channels, seconds: Number(format.duration) }
}

describe('a recording of Chromium', () => {
  test.for([
    ['in WebM', 'chromium-mono.webm', 'audio/webm;codecs=opus', 2.28],
    ['in WebM, with two channels', 'chromium-stereo.webm', 'audio/webm;codecs=opus', 1.44],
    ['in MP4', 'chromium-opus.mp4', 'audio/mp4;codecs=opus', 1.38]
  ] as const)('%s becomes a voice note', async ([, name, type, seconds]) => {
    const message = await sent(recording(name), type, name)
    expect(message).toMatchObject({
      mediaType: 'audio',
      isVoice: true,
      mediaMime: 'audio/ogg; codecs=opus',
      mediaName: 'audio.ogg',
      duration: Math.round(seconds),
      waveform: levels,
      body: ''
    })
    const bytes = await bytesOf(message)
    expect(message.mediaSize).toBe(bytes.length)
    const heard = readVoice(bytes)
    expect(heard).toMatchObject({ channels: 1, mappingFamily: 0, isWhole: true })
    expect(heard.seconds).toBeCloseTo(seconds, 1)
    expect(opusDuration(bytes)).toBeCloseTo(heard.seconds, 5)
    const probed = probe(bytes)
    if (probed) {
      expect(probed).toMatchObject({ codec: 'opus', channels: 1 })
      // It counts what players skip at the start.
      expect(Math.abs(probed.seconds - seconds)).toBeLessThan(0.1)
    }
  })

  test('leaves one file in storage, not the recording beside it', async () => {
    const before = storedFiles(app).length
    await sent(voice)
    expect(storedFiles(app)).toHaveLength(before + 1)
  })

  test('without a measured waveform has a flat one; wild levels are brought into their bounds', async () => {
    expect((await sent(voice, undefined, undefined, { waveform: 'nonsense' })).waveform).toHaveLength(64)
    const wild = JSON.stringify([-5, 1e9, 'x', null, 50.4])
    expect((await sent(voice, undefined, undefined, { waveform: wild })).waveform).toEqual([0, 100, 0, 0, 50])
  })

  test('that was cut off in the middle keeps what is there', async () => {
    const message = await sent(voice.subarray(0, 3000))
    expect(message).toMatchObject({ isVoice: true, duration: 2 })
    expect(readVoice(await bytesOf(message)).seconds).toBeCloseTo(1.5, 1)
  })

  test.for([
    ['no sound yet', voice.subarray(0, 300)],
    ['noise behind its header', Buffer.concat([voice.subarray(0, 200), Buffer.alloc(4000, 0xa5)])],
    ['nothing', Buffer.alloc(0)]
  ] as const)('with %s is refused, and nothing stays', async ([, bytes]) => {
    const before = storedFiles(app).length
    expect(await send(bytes)).toMatchObject({ status: 400, error: 'ERR_MEDIA_BROKEN' })
    expect(storedFiles(app)).toHaveLength(before)
  })
})

test('a recording of Safari (AAC in MP4) goes out as the sound file it is, with its length: phones play it', async () => {
  const bytes = recording('safari-aac.mp4')
  const message = await sent(bytes, 'audio/mp4', 'audio.m4a')
  expect(message).toMatchObject({ mediaType: 'audio', isVoice: false, mediaMime: 'audio/mp4', duration: 2 })
  expect((await bytesOf(message)).equals(bytes)).toBe(true)
})

test('a voice note of the family, known by its name, is one; a song is none', async () => {
  const family = formFile('audio-record-site-1.webm', 'audio/webm', voice)
  const answer = await postForm(app.url, company.admin.token, ticketId, formOf([family]))
  expect(answer.messages[0]).toMatchObject({ isVoice: true })
  const song = readFileSync(new URL('../../../../../simulator/assets/song.mp3', import.meta.url))
  const { messages } = await postForm(
    app.url,
    company.admin.token,
    ticketId,
    formOf([formFile('a.mp3', 'audio/mpeg', song)])
  )
  expect(messages[0]).toMatchObject({ isVoice: false, mediaType: 'audio' })
  expect(messages[0]?.duration).toBeGreaterThan(0)
})

test(
  'a broken recording never becomes more than a refusal, whatever is broken in it',
  { timeout: 120_000 },
  async () => {
    const damage = fc.tuple(
      fc.nat(voice.length - 1),
      fc.uint8Array({ minLength: 1, maxLength: 60 }),
      fc.integer({ min: 40, max: voice.length })
    )
    await fc.assert(
      fc.asyncProperty(damage, async ([at, noise, length]) => {
        const broken = Buffer.from(voice.subarray(0, length))
        broken.set(noise.subarray(0, Math.max(0, broken.length - at)), Math.min(at, broken.length))
        const { status, messages } = await send(broken)
        expect([200, 400]).toContain(status)
        if (messages[0]?.isVoice) expect(readVoice(await bytesOf(messages[0])).channels).toBe(1)
      }),
      // A header of no channels, under a mapping that is left alone.
      { numRuns: 60, examples: [[[120, Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), 454]]] }
    )
  }
)

test('bytes that are no Opus in Ogg are left alone', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const file = Buffer.from(bytes)
      expect(asMono(file)).toBe(file)
      expect(opusDuration(Buffer.concat([Buffer.from('OggS'), file]))).toBeGreaterThanOrEqual(0)
    })
  )
})
