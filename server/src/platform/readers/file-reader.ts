// Reads files of strangers in a process with limits: one file at a time, and what a file does to it the server survives.
import { carryOut, stopOrders } from './carry-out.ts'
import { spawnReader, type ReaderChild, type ReaderLimits } from './spawn-reader.ts'
import { FileUnreadable, ReaderEnded } from './reader-errors.ts'
import type { OrderedFile } from './reader-main.ts'
import { createFairQueue, type Waiter } from './fair-queue.ts'

export interface FileReaderOptions extends ReaderLimits {
  /** False: every file gets a process of its own. */
  isReused?: boolean
}

/** Called before a file is read and behind it; what `begin` throws keeps the file from being read. */
export interface ReadMark {
  begin(): Promise<void>
  /** `failure` is null where there is an answer, be it that the file cannot be read. */
  end(failure: unknown): Promise<void>
}

export interface FileReader<Order, Answer> {
  /**
   * Errors: FileUnreadable, ReaderEnded, ReaderBusy when the file's turn does not come, those of `mark`; others when no
   * process can be had, or a part of the file.
   */
  read(order: Order, file: OrderedFile, waiter: Waiter, mark?: ReadMark): Promise<Answer>
}

/** Milliseconds after which a process without work is ended. */
const idleTime = 30_000

let isStopping = false

/** Ends what is being read and reads nothing more: for a server that stops. */
export function stopReaders(): void {
  isStopping = true
  stopOrders()
}

/** The reader's process; it keeps no server alive that has nothing else to do. */
function setHold(child: ReaderChild['child'], isHeld: boolean): void {
  const verb = isHeld ? 'ref' : 'unref'
  child[verb]()
  child.channel?.[verb]()
  ;(child.stderr as unknown as { ref(): void; unref(): void } | null)?.[verb]()
}

/** Makes a reader; its process starts with the first file. */
export function createFileReader<Order, Answer>(options: FileReaderOptions): FileReader<Order, Answer> {
  let reader: ReaderChild | null = null
  let idle: ReturnType<typeof setTimeout> | undefined
  const acquire = createFairQueue()

  const end = (): void => {
    reader?.child.kill('SIGKILL')
    reader = null
  }
  const started = async (): Promise<ReaderChild> => {
    clearTimeout(idle)
    const isAlive = reader?.child.connected === true
    const mine = isAlive && reader ? reader : spawnReader(options)
    reader = mine
    setHold(mine.child, true)
    await mine.ready
    return mine
  }
  const rest = (megabytes: number): void => {
    // What a file leaves behind is not to be missed by the next one.
    if (options.isReused === false || megabytes > options.memory / 2) return end()
    if (reader) setHold(reader.child, false)
    idle = setTimeout(end, idleTime)
    idle.unref()
  }

  const readOne = async (order: Order, file: OrderedFile, mark?: ReadMark): Promise<Answer> => {
    if (isStopping) throw new ReaderEnded('stopped')
    const mine = await started()
    try {
      await mark?.begin()
    } catch (error) {
      rest(0)
      throw error
    }
    const message = await carryOut(mine, order, file, options.patience).catch(async (error: unknown) => {
      end()
      await mark?.end(error)
      throw error
    })
    rest(message.megabytes)
    await mark?.end(null)
    if ('failed' in message) throw new FileUnreadable(message.failed)
    return message.answer as Answer
  }

  return {
    read: async (order, file, waiter, mark) => {
      const release = await acquire(waiter)
      try {
        return await readOne(order, file, mark)
      } finally {
        release()
      }
    }
  }
}

/** A file that is in memory. */
export function fileInMemory(bytes: Uint8Array): OrderedFile {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) }
}
