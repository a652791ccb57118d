// Sheets (.csv, .xls, .xlsx): read and written in a thread with limits, so that no file can hold up or bring down a node.
import { Worker } from 'node:worker_threads'
import type { SheetOrder } from './sheet-worker.ts'

/** Milliseconds and megabytes that one file may take. */
const patience = 60_000
const memory = 768

/** The parts of the answer. Each is asked for in a turn of its own, so that a large one does not hold up everybody else. */
const carryOut = <T>(order: SheetOrder): Promise<T[]> =>
  new Promise((resolve, reject) => {
    const parts: T[] = []
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: memory }
    })
    const timer = setTimeout(() => {
      reject(new Error('the sheet takes too long'))
      void worker.terminate()
    }, patience)
    // A thread's port has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    const askForMore = () => worker.postMessage('more')
    worker.on('message', ({ part }: { part: T | null }) => {
      if (part === null) {
        resolve(parts)
        void worker.terminate()
      } else {
        parts.push(part)
        setImmediate(askForMore)
      }
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('the sheet could not be worked on'))
    })
  })

/** The first sheet of a file as texts, row by row; at most `most` rows and one. Errors: for what is no sheet. */
export const readSheet = async (bytes: Uint8Array, most: number): Promise<string[][]> =>
  (await carryOut<string[][]>({ kind: 'read', bytes, most })).flat()

/** The bytes of a file with these rows. */
export const writeSheet = async (kind: 'csv' | 'xlsx', rows: string[][]): Promise<Buffer> =>
  Buffer.concat(await carryOut<Uint8Array>({ kind, rows }))
