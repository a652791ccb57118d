// What encryption costs files: stored and read in the clear and encrypted, by turns, on one disk.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { openDatabase } from '#database/client.ts'
import { createSecrets } from '#platform/secrets/secrets.ts'
import { createDiskStorage } from '#platform/storage/disk-storage.ts'
import { encryptStorage, openEncryption } from '#platform/storage/encrypt-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { startBenchDatabase } from './bench-database.ts'
import { report, summarise } from './measure.ts'

const kinds = [
  { name: 'voice note, 20 kB', size: 20_000, rounds: 200 },
  { name: 'photo, 300 kB', size: 300_000, rounds: 100 },
  { name: 'film, 50 MB', size: 50_000_000, rounds: 6 }
]

function chunked(bytes: Buffer): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    })()
  )
}

async function drain(stream: Readable): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
}

interface Samples {
  ms: number[]
  cpu: number
}

async function timed(into: Samples, work: () => Promise<unknown>): Promise<void> {
  const [at, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  into.ms.push(performance.now() - at)
  into.cpu += (user + system) / 1000
}

const fresh = (): Samples => ({ ms: [], cpu: 0 })

function compare(label: string, open: Samples, sealed: Samples): void {
  const [before, after] = [summarise(open.ms), summarise(sealed.ms)]
  report(label, {
    'ms in the clear': before.p50,
    encrypted: after.p50,
    times: (after.p50 / before.p50).toFixed(1),
    'CPU ms': `${(open.cpu / open.ms.length).toFixed(1)} and ${(sealed.cpu / sealed.ms.length).toFixed(1)}`,
    load: loadavg()[0]?.toFixed(0) ?? ''
  })
}

async function benchKind(
  [open, sealed]: [Storage, Storage],
  { name, size, rounds }: (typeof kinds)[number],
  scale: number
): Promise<void> {
  const bytes = randomBytes(size)
  const stored = [fresh(), fresh()] as const
  const read = [fresh(), fresh()] as const
  const sought = [fresh(), fresh()] as const
  const range = { start: Math.floor(size * 0.8), end: Math.floor(size * 0.8) + 9_999 }
  const count = Math.max(3, Math.round(rounds * scale))
  for (let round = -2; round < count; round++) {
    for (const [at, storage] of [open, sealed].entries()) {
      const key = `c1/${size}/${round + 2}.bin`
      // The first two only warm up.
      const [a, b, c] = round < 0 ? [fresh(), fresh(), fresh()] : [stored[at], read[at], sought[at]]
      await timed(a ?? fresh(), () => storage.save(key, chunked(bytes)))
      await timed(b ?? fresh(), async () => drain(await storage.open(key)))
      await timed(c ?? fresh(), async () => drain(await storage.open(key, range)))
    }
  }
  compare(`store ${name}`, ...stored)
  compare(`read ${name}`, ...read)
  compare(`10 kB from four fifths of ${name}`, ...sought)
}

/** `scale` multiplies the number of files. */
export async function benchFiles(scale: number): Promise<void> {
  const database = await startBenchDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'guiche-files-'))
  const db = openDatabase({ url: database.url, max: 4 })
  try {
    await database.sql`insert into companies (id, name) values (1, 'Bench')`
    const log = pino({ level: 'warn' })
    const raw = await createDiskStorage(path.join(folder, 'sealed'))
    const sealed = encryptStorage(openEncryption(raw, db, createSecrets('a secret of a benchmark, long enough'), log))
    const delay = monitorEventLoopDelay({ resolution: 1 })
    for (const kind of kinds) {
      await benchKind([await createDiskStorage(path.join(folder, 'open')), sealed], kind, scale)
      const { size } = statSync(path.join(folder, `sealed/sealed/c1/${kind.size}/2.bin`))
      report(`${kind.name} on the disk`, { 'percent more': ((100 * (size - kind.size)) / kind.size).toFixed(2) })
    }
    const film = 'c1/50000000/2.bin'
    delay.enable()
    await drain(await sealed.open(film))
    delay.disable()
    report('event loop while a film is read', {
      'p99 ms': (delay.percentile(99) / 1e6).toFixed(1),
      'max ms': (delay.max / 1e6).toFixed(1)
    })
  } finally {
    await db.$client.end({ timeout: 5 })
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
