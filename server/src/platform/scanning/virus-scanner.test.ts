// Files on their way through the scanner: what passes, what is refused, and a scanner that does not do its work.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { eicar, startClamd, type ClamdStandIn, type Manner } from '#test/server/clamd-stand-in.ts'
import { createScanner } from './virus-scanner.ts'

let clamd: ClamdStandIn
let lines: Record<string, unknown>[]
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const scanWith = (source: Readable, patience = 5_000) =>
  createScanner(clamd.address, log, patience).scan(source, { companyId: 7 })
const textOf = async (stream: Readable) => (await buffer(stream)).toString('latin1')

beforeEach(async () => {
  clamd = await startClamd()
  lines = []
})
afterEach(() => clamd.close())

test('a file without a virus comes out as it went in, whatever its pieces', async () => {
  const large = Buffer.alloc(3_000_000, 'pieces of some length ')
  for (const pieces of [[large], [large.subarray(0, 1), large.subarray(1, 70_000), large.subarray(70_000)], []]) {
    const came = await buffer(scanWith(Readable.from(pieces)))
    expect(came.equals(Buffer.concat(pieces))).toBe(true)
    expect(clamd.files.at(-1)).toBe(came.toString('latin1'))
  }
  expect(await textOf(scanWith(Readable.from(['ab', '', 'cd'])))).toBe('abcd')
  expect(lines).toEqual([])
  await eventually(() => clamd.openLines() === 0, 'every line to be closed')
})

test('a file with a virus never ends, and the error names what was found', async () => {
  for (const pieces of [[eicar], eicar.split(''), ['before', eicar, 'behind']]) {
    const reading = textOf(scanWith(Readable.from(pieces)))
    await expect(reading).rejects.toMatchObject({
      code: 'ERR_FILE_INFECTED',
      status: 422,
      details: { values: { virus: 'Eicar-Test' } }
    })
  }
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatchObject({ level: 40, companyId: 7, bytes: eicar.length, virus: 'Eicar-Test' })
})

test('the end does not come before the verdict', async () => {
  clamd.behave('silent')
  const came: string[] = []
  let isOver = false
  const scanned = scanWith(Readable.from(['all of it']))
  scanned.on('data', (piece) => came.push(String(piece))).on('end', () => (isOver = true))
  await eventually(() => came.length === 1, 'the bytes to come')
  expect(isOver).toBe(false)
  scanned.destroy()
  await eventually(() => clamd.openLines() === 0, 'the line to be closed with the stream')
  expect(lines).toEqual([])
})

test.for<[why: string, manner: Manner, code: string, logged: string]>([
  ['says nothing', 'silent', 'ERR_FILE_NOT_CHECKED', 'nothing for 0.2 seconds'],
  ['hangs up on everybody', 'cut', 'ERR_FILE_NOT_CHECKED', ''],
  ['hangs up, and lives', 'mute-limit', 'ERR_FILE_TOO_LARGE_TO_CHECK', 'after '],
  ['takes no more', 'limit', 'ERR_FILE_TOO_LARGE_TO_CHECK', 'INSTREAM size limit exceeded. ERROR'],
  ['fails', { answer: 'stream: Cannot allocate memory ERROR' }, 'ERR_FILE_NOT_CHECKED', 'Cannot allocate memory'],
  ['is no clamd', { answer: 'x'.repeat(100_000) }, 'ERR_FILE_NOT_CHECKED', 'xxx'],
  ['answers with nothing', { answer: '' }, 'ERR_FILE_NOT_CHECKED', 'no answer'],
  [
    'did not look into all of it',
    { answer: 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND' },
    'ERR_FILE_TOO_LARGE_TO_CHECK',
    'Limits.Exceeded'
  ]
])('a file is not had where the scanner %s', async ([, manner, code, logged]) => {
  clamd.behave(manner)
  const source = Readable.from([Buffer.alloc(400_000, 'x')])
  await expect(textOf(scanWith(source, 200))).rejects.toMatchObject({ code })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 40, companyId: 7 })
  expect(String(lines[0]?.['answer'])).toContain(logged)
  expect(source.destroyed).toBe(true)
  await eventually(() => clamd.openLines() === 0, 'the line to be closed')
})

test('nor where no scanner listens', async () => {
  await clamd.close()
  await expect(textOf(scanWith(Readable.from(['x'])))).rejects.toMatchObject({
    code: 'ERR_FILE_NOT_CHECKED',
    status: 503
  })
  expect(lines[0]).toMatchObject({ answer: expect.stringContaining('ECONNREFUSED') as string })
  clamd = await startClamd()
})

test('a slow sender is not taken for a scanner that is away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const source = new PassThrough()
    const scanned = scanWith(source)
    const came: string[] = []
    scanned.on('data', (piece) => came.push(String(piece)))
    source.write('a')
    await vi.waitUntil(() => came.length === 1)
    vi.advanceTimersByTime(3_600_000)
    source.end('b')
    await once(scanned, 'end')
    expect(came.join('')).toBe('ab')
  } finally {
    vi.useRealTimers()
  }
})

test('a source that breaks is its own error, also before anybody reads', async () => {
  const broken = new PassThrough()
  const scanned = scanWith(broken)
  broken.destroy(new Error('the line dropped'))
  await eventually(() => scanned.destroyed, 'the break to arrive')
  await expect(textOf(scanned)).rejects.toThrow('the line dropped')
  await eventually(() => clamd.openLines() === 0, 'the line to be closed')
  expect(lines).toEqual([])
})

test('the name of a finding is shown without what a screen or a log could take for more than a name', async () => {
  clamd.behave({ answer: `stream: Win.\u001b[31m\n${'Trojan'.repeat(100)} FOUND` })
  const error: unknown = await textOf(scanWith(Readable.from(['x']))).catch((problem: unknown) => problem)
  // Its name has no line of its own: what is on two is no answer that is known.
  expect(error).toMatchObject({ code: 'ERR_FILE_NOT_CHECKED' })
  clamd.behave({ answer: `stream: Win.\u001b[31m${'Trojan'.repeat(100)} FOUND` })
  await expect(textOf(scanWith(Readable.from(['x'])))).rejects.toMatchObject({
    details: { values: { virus: `Win.[31m${'Trojan'.repeat(100)}`.slice(0, 120) } }
  })
})

test.skipIf(process.platform === 'win32')('a scanner listens on a socket of the machine as well', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'guiche-clamd-'))
  const local = await startClamd(path.join(folder, 'clamd.ctl'))
  try {
    const scanner = createScanner(local.address, log)
    expect(await textOf(scanner.scan(Readable.from(['letter']), {}))).toBe('letter')
    await expect(textOf(scanner.scan(Readable.from([eicar]), {}))).rejects.toMatchObject({ code: 'ERR_FILE_INFECTED' })
  } finally {
    await local.close()
    rmSync(folder, { recursive: true })
  }
})

test('without a scanner a file is the very stream it was', () => {
  const source = Readable.from([eicar])
  expect(createScanner(undefined, log).scan(source, {})).toBe(source)
})
