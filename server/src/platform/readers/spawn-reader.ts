// Starts the process in which files of strangers are read, with limits that hold for all of its memory.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { environmentOfChildren } from '#platform/config/env.ts'

export interface ReaderLimits {
  /** A module that exports `readOrder`. */
  program: URL
  /** Megabytes that the process may have in RAM, everything counted. */
  memory: number
  /** Milliseconds that a file may take. */
  patience: number
}

export interface ReaderChild {
  child: ChildProcess
  /** Errors: when no such process can be had. */
  ready: Promise<void>
}

/** Milliseconds that a start may take. */
const longestStart = 60_000
/** Megabytes that Node reserves as writable and never fills: room for code and the stacks of its threads. */
const reserved = 1024
/** Characters of its words that are kept. */
const mostWords = 300

const shell = '/bin/sh'
const hasShell = process.platform !== 'win32' && existsSync(shell)
/** The limit of the system holds also where memory fills faster than anybody looks. `$0` is its size in KiB. */
const script = `{ ulimit -c 0; ulimit -d "$0"; echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null; exec "$@"`

/** Starts a reader. */
export function spawnReader({ program, memory, patience }: ReaderLimits): ReaderChild {
  const main = fileURLToPath(new URL('./reader-main.ts', import.meta.url))
  const options = [`--max-old-space-size=${memory}`, '--no-warnings']
  const node = [process.execPath, ...options, main, program.href, String(memory), String(patience)]
  const [command = '', ...args] = hasShell ? [shell, '-c', script, String((memory + reserved) * 1024), ...node] : node
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: environmentOfChildren(),
    windowsHide: true
  })
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(0, mostWords)))
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), longestStart)
    child.once('message', () => {
      clearTimeout(timer)
      resolve()
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      reject(new Error(`no reader of files can be started (${signal ?? code}): ${text}`))
    })
  })
  return { child, ready }
}
