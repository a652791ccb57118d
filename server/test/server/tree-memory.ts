// Memory of a server and of every process below it, as the system counts it.
import { readdirSync, readFileSync } from 'node:fs'

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.flatMap((thread) =>
      textOf(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number)
    )
  } catch {
    return []
  }
}

/** Megabytes that the process and all below it have for themselves: without their programs and what they share. */
function treeMemory(pid: number): number {
  const [, kilobytes = '0'] = /^RssAnon:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/status`)) ?? []
  return childrenOf(pid).reduce((sum, child) => sum + treeMemory(child), Number(kilobytes) / 1024)
}

/** Megabytes that this process and all below it have grown by while this ran, at the most; 0 where the system does not tell. */
export async function treeGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = treeMemory(process.pid)
  let most = before
  const timer = setInterval(() => (most = Math.max(most, treeMemory(process.pid))), 20)
  await work().finally(() => clearInterval(timer))
  return most - before
}
