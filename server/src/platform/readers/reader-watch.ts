// A thread of a reader: ends the process when it has too much memory, takes too long, or is left without its server.
import { workerData } from 'node:worker_threads'

interface Watched {
  deadline: BigInt64Array
  bytes: number
  parent: number
}

/** Milliseconds between two looks. */
const pause = 20

const { deadline, bytes, parent } = workerData as Watched

setInterval(() => {
  const end = Atomics.load(deadline, 0)
  const isLate = end > 0n && BigInt(Date.now()) > end
  if (isLate || process.memoryUsage.rss() > bytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, pause)
