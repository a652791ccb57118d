// The process that reads strangers' files: it is ended for its memory and its time, one file is read at a time, and the
// next one is read all the same.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFileReader, fileInMemory } from './file-reader.ts'
import { isUnreadable } from './reader-errors.ts'

/** A program in one line, as the reader loads it. */
function programOf(body: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`export async function readOrder(order, file) { ${body} }`)}`
  )
}

const none = fileInMemory(new Uint8Array())
const turn = { companyId: 1, longestWait: null }
const reader = (body: string, patience = 20_000) =>
  createFileReader<string, string>({ program: programOf(body), memory: 200, patience })

test('memory beyond the heap of JavaScript counts: a process that fills it is ended, the next order is carried out', async () => {
  const greedy = reader(`
    if (order !== 'fill') return order
    const kept = []
    for (;;) { kept.push(Buffer.alloc(16 * 2 ** 20, 1)); await new Promise((next) => setTimeout(next, 1)) }`)
  await expect(greedy.read('fill', none, turn)).rejects.toMatchObject({ reason: 'memory' })
  expect(await greedy.read('again', none, turn)).toBe('again')
})

test('a file that is read for ever ends at its limit of time', async () => {
  const endless = reader(`if (order === 'loop') for (;;); return order`, 1_500)
  await expect(endless.read('loop', none, turn)).rejects.toMatchObject({ reason: 'time' })
  expect(await endless.read('again', none, turn)).toBe('again')
})

test('one file is read at a time, and asks only for the parts it needs', async () => {
  const pieces: string[] = []
  const slow = reader(`const bytes = await file.read(0, 2); return order + Buffer.from(bytes).toString()`)
  const file = (name: string) => ({
    size: 100,
    read: async (start: number, end: number) => {
      pieces.push(`${name} ${start}-${end}`)
      return Buffer.from('ab')
    }
  })
  const answers = await Promise.all(['x', 'y', 'z'].map((name) => slow.read(name, file(name), turn)))
  expect(answers).toEqual(['xab', 'yab', 'zab'])
  expect(pieces).toEqual(['x 0-2', 'y 0-2', 'z 0-2'])
})

test('what the program throws is the file’s fault, and nothing of the server is in its environment', async () => {
  const plain = reader(
    `if (order === 'throw') throw new Error('broken'); return JSON.stringify(Object.keys(process.env))`
  )
  await expect(plain.read('throw', none, turn)).rejects.toThrow('broken')
  const names = JSON.parse(await plain.read('names', none, turn)) as string[]
  expect(names.filter((name) => /SECRET|DATABASE|PASSWORD|VITEST/.test(name))).toEqual([])
})

test('a storage that fails is not the file’s fault, and a slow one does not use up the file’s time', async () => {
  const asking = reader(`await file.read(0, 1); return order`, 1_000)
  const failing = { size: 1, read: () => Promise.reject(new Error('the storage is away')) }
  const error: unknown = await asking.read('x', failing, turn).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ message: 'the storage is away' })
  expect(isUnreadable(error)).toBe(false)
  // Three times the limit, and as long again as a process may stand without a processor.
  const slow = {
    size: 1,
    read: async () => {
      await sleep(4_000)
      return Buffer.from('a')
    }
  }
  expect(await asking.read('y', slow, turn)).toBe('y')
})
