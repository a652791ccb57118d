// Runs in a process of its own: reads files of strangers, one after the other, for the server that started it.
import { Worker } from 'node:worker_threads'

/** To the reader: an order, or the piece it asked for. */
export type ToReader = { order: unknown; size: number } | { ask: number; piece: Uint8Array }
/** From the reader: that it is ready, a question for bytes `start` to `end` (exclusive), or the answer. */
export type FromReader =
  | { ready: true }
  | { ask: number; start: number; end: number }
  | { answer: unknown; megabytes: number }
  | { failed: string; megabytes: number }

/** A file as a program sees it. */
export interface OrderedFile {
  /** Bytes. */
  size: number
  /** Bytes `start` to `end` (exclusive). Errors: when they cannot be had. */
  read(start: number, end: number): Promise<Uint8Array>
}

interface Program {
  readOrder(order: unknown, file: OrderedFile): Promise<unknown>
}

const [, , address = '', memory = '', patience = ''] = process.argv
/** When the watch ends this process, ms of the clock; 0 while nothing is read. */
const deadline = new BigInt64Array(new SharedArrayBuffer(8))
const watch = new Worker(new URL('./reader-watch.ts', import.meta.url), {
  workerData: { deadline, bytes: Number(memory) * 2 ** 20, parent: process.ppid },
  env: {},
  resourceLimits: { maxOldGenerationSizeMb: 16 }
})
watch.unref()

const tell = (message: FromReader): void => void process.send?.(message)

const asked = new Map<number, (piece: Uint8Array) => void>()
let asks = 0

function fileOf(size: number): OrderedFile {
  return {
    size,
    read: (start, end) =>
      new Promise((resolve) => {
        const ask = ++asks
        asked.set(ask, resolve)
        // The server's own time: nobody ends this process for it.
        Atomics.store(deadline, 0, 0n)
        tell({ ask, start, end })
      })
  }
}

const megabytes = (): number => Math.round(process.memoryUsage.rss() / 2 ** 20)

function isOutOfMemory(error: unknown): boolean {
  return /failed to allocate|allocation failed|out of memory|cannot allocate/i.test(String(error))
}

/** The server's own clock ends this process first; this one is for a server that is gone. */
function setDeadline(): void {
  Atomics.store(deadline, 0, BigInt(Date.now() + Number(patience) * 4))
}

async function carryOut({ readOrder }: Program, order: unknown, size: number): Promise<void> {
  setDeadline()
  try {
    const answer = await readOrder(order, fileOf(size))
    tell({ answer, megabytes: megabytes() })
  } catch (error) {
    // Refused by the system's own limit: the same as an end by the watch, and not a word about the file.
    if (isOutOfMemory(error)) process.kill(process.pid, 'SIGKILL')
    tell({ failed: String(error), megabytes: megabytes() })
  } finally {
    Atomics.store(deadline, 0, 0n)
  }
}

const program = (await import(address)) as Program
process.on('disconnect', () => process.exit())
process.on('message', (message: ToReader) => {
  if ('order' in message) return void carryOut(program, message.order, message.size)
  asked.get(message.ask)?.(message.piece)
  asked.delete(message.ask)
  if (asked.size === 0) setDeadline()
})
tell({ ready: true })
