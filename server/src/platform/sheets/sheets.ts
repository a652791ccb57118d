// Writes sheets (.csv, .xlsx) of our own rows in a thread, so that a large one holds nobody up.
import { Worker } from 'node:worker_threads'
import type { SheetOrder } from './sheet-worker.ts'

/** Milliseconds and megabytes that one file may take. */
const patience = 60_000
const memory = 768

const program = new URL('./sheet-worker.ts', import.meta.url)

/**
 * The bytes of a file with these rows, made by a thread that is gone then. Errors: for what takes too long or too much
 * memory, and those of the thread.
 */
export function writeSheet(kind: SheetOrder['kind'], rows: string[][]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const order: SheetOrder = { kind, rows }
    const worker = new Worker(program, { workerData: order, resourceLimits: { maxOldGenerationSizeMb: memory } })
    const timer = setTimeout(() => {
      reject(new Error('the sheet takes too long'))
      void worker.terminate()
    }, patience)
    worker.once('message', (bytes: Uint8Array) => {
      resolve(Buffer.from(bytes))
      void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('the sheet could not be written'))
    })
  })
}
