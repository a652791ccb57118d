// Writes a zip into storage entry by entry: one is in memory at a time, and a bit of it only.
import { PassThrough, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Ctx } from '#platform/ctx.ts'

export interface Archive {
  /** Adds one entry and waits until it is written. Errors: those of the source. */
  add: (path: string, source: Readable, options: { compress: boolean }) => Promise<void>
}

/**
 * Lets `fill` add entries, and stores the archive under the key when it is whole; its size in bytes. Errors: those of `fill`
 * and of the storage, after which nothing of it is left.
 */
export async function writeArchive(ctx: Ctx, key: string, fill: (archive: Archive) => Promise<void>): Promise<number> {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const open = new Set<Readable>()
  let failure: Error | null = null
  const stop = (error: Error): void => {
    failure ??= error
    for (const source of open) source.destroy(error)
    output.destroy(error)
  }
  zip.on('error', stop)
  // Whoever reads from them is told by the promises below.
  output.on('error', () => {})
  const stored = ctx.storage.save(key, output)
  const add: Archive['add'] = async (path, source, { compress }) => {
    if (failure !== null) {
      source.destroy()
      throw failure
    }
    // The library reads from a stream that ends well or not at all; what breaks off is ours to see.
    const entry = new PassThrough()
    open.add(source).add(entry)
    const done = finished(entry)
    zip.addReadStream(entry, path, { mtime: ctx.now(), compress })
    await Promise.all([pipeline(source, entry), done])
    open.delete(source)
    open.delete(entry)
  }
  const filled = fill({ add }).then(
    () => zip.end(),
    (error: unknown) => {
      stop(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
  )
  // Whichever of the two fails first says why; the other one ends by it.
  const failed = stored.then(
    () => undefined,
    (error: Error) => {
      stop(error)
      throw error
    }
  )
  try {
    await Promise.all([filled, failed])
  } catch (error) {
    await Promise.allSettled([filled, failed])
    throw error
  }
  return (await stored).size
}
