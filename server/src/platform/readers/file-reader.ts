// Reads files of strangers in a process with limits: one file at a time, and what a file does to it the server survives.
import { spawnReader, type ReaderChild, type ReaderLimits } from './spawn-reader.ts'
import { FileUnreadable, ReaderEnded, type EndReason } from './reader-errors.ts'
import type { FromReader, OrderedFile, ToReader } from './reader-main.ts'

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
  /** Errors: FileUnreadable, ReaderEnded, those of `mark`; others when no process can be had. */
  read(order: Order, file: OrderedFile, mark?: ReadMark): Promise<Answer>
}

/** Milliseconds after which a process without work is ended. */
const idleTime = 30_000

const stops = new Set<() => void>()
let isStopping = false

/** Ends what is being read and reads nothing more: for a server that stops. */
export function stopReaders(): void {
  isStopping = true
  for (const stop of stops) stop()
}

/** One order to a process that is ready. Errors: ReaderEnded. */
function carryOut({ child }: ReaderChild, order: unknown, file: OrderedFile, patience: number) {
  return new Promise<Extract<FromReader, { megabytes: number }>>((resolve, reject) => {
    // It ended before it saw the file.
    if (child.exitCode !== null || child.signalCode !== null) return reject(new Error('the reader of files is gone'))
    let killedFor: EndReason | null = null
    const kill = (reason: EndReason): void => {
      killedFor ??= reason
      child.kill('SIGKILL')
    }
    const stop = (): void => kill('stopped')
    const timer = setTimeout(() => kill('time'), patience)
    const tell = (message: ToReader): void => {
      // What cannot be said to a process that has just ended is told by its end.
      if (child.connected) child.send(message, () => {})
    }
    const finish = (): void => {
      clearTimeout(timer)
      stops.delete(stop)
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
    const onMessage = (message: FromReader): void => {
      if ('ask' in message) {
        const give = (piece: Uint8Array | null): void => tell({ ask: message.ask, piece })
        void file.read(message.start, message.end).then(give, () => give(null))
      } else if ('megabytes' in message) {
        finish()
        resolve(message)
      }
    }
    const onExit = (code: number | null, signal: string | null): void => {
      finish()
      const said = killedFor ? '' : ` (${signal ?? code})`
      reject(new ReaderEnded(killedFor ?? 'memory', said))
    }
    stops.add(stop)
    child.on('message', onMessage)
    child.once('exit', onExit)
    tell({ order, size: file.size })
  })
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
  let before: Promise<unknown> = Promise.resolve()

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
    read: (order, file, mark) => {
      const mine = before.then(() => readOne(order, file, mark))
      before = mine.catch(() => {})
      return mine
    }
  }
}

/** A file that is in memory. */
export function fileInMemory(bytes: Uint8Array): OrderedFile {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) }
}
