// Writes sheets (.csv, .xlsx) of our own rows in a thread, so that a large one holds nobody up.
import { Worker } from 'node:worker_threads'
import type { SheetOrder } from './sheet-worker.ts'

/** Milliseconds and megabytes that one file may take. */
const patience = 60_000
const memory = 768

/**
 * What a thread of its own makes of `data`: its first message. The thread is gone then, and what it needed with it.
 * Errors: for what takes too long or too much memory, and those of the thread.
 */
function runThread<Answer>(program: URL, data: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memory } })
    const timer = setTimeout(() => {
      reject(new Error('the sheet takes too long'))
      void worker.terminate()
    }, patience)
    worker.once('message', (answer: Answer) => {
      resolve(answer)
      void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('the sheet could not be worked on'))
    })
  })
}

/** The bytes of a file with these rows. */
export async function writeSheet(kind: 'csv' | 'xlsx', rows: string[][]): Promise<Buffer> {
  const order: SheetOrder = { kind, rows }
  return Buffer.from(await runThread<Uint8Array>(new URL('./sheet-worker.ts', import.meta.url), order))
}
