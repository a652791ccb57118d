// Work on an archive under a watch: it ends when nobody wants it any more or the node stops, and leaves no folder.
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Ctx } from '#platform/ctx.ts'
import type { JobAttempt } from '#platform/work/jobs.ts'

/** Milliseconds between two reports of progress, which are also looks at whether it is still wanted. */
const reportEvery = 1_000

export interface Watch {
  progress: (what: string, bytes: number) => void
  signal: AbortSignal
  /** A folder for the file, on the disk of the server's data. */
  folder: string
}

interface Watched<T> {
  attempt: JobAttempt
  /** Is told how many bytes are done; false stops the work. */
  report: (done: number) => Promise<boolean>
  work: (watch: Watch) => Promise<T>
}

/** Runs `work` while it is wanted and the node goes on. Errors: those of `work`. */
export async function watched<T>(ctx: Ctx, { attempt, report, work }: Watched<T>): Promise<T> {
  const stopping = new AbortController()
  let done = 0
  const look = async () => {
    if (!(await report(done)) || attempt.isStopping()) stopping.abort()
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => ctx.log.warn({ err: error }, 'progress of an archive was not told'))
  }, reportEvery)
  const folder = await mkdtemp(path.join(ctx.config.dataDir, 'archive-'))
  try {
    return await work({ progress: (_what, bytes) => (done = bytes), signal: stopping.signal, folder })
  } finally {
    clearInterval(timer)
    await rm(folder, { recursive: true, force: true })
  }
}
