// Programs that run beside ours and end with it: each in a process group of its own, so that what they start ends too.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { root } from './run-tool.ts'

/** Milliseconds that a program may take to end. */
const patience = 15_000

/** The last started first. */
const children: ChildProcess[] = []
/** Programs that end because we want it. */
const ending = new WeakSet<ChildProcess>()
let stopping = false

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, name)
  } catch {
    // The whole group has ended.
  }
}

/** Ends a program and what it has started. */
export async function stopProgram(child: ChildProcess): Promise<void> {
  ending.add(child)
  const isRunning = child.exitCode === null && child.signalCode === null
  const gone = isRunning ? once(child, 'exit') : null
  signal(child, 'SIGTERM')
  const force = setTimeout(() => signal(child, 'SIGKILL'), patience)
  await gone
  clearTimeout(force)
  // What a program has left behind.
  signal(child, 'SIGKILL')
}

/** Ends every program, the last started first, and then this one. */
export async function stopAll(code = 0): Promise<void> {
  if (stopping) return
  stopping = true
  for (const child of children) await stopProgram(child)
  process.exit(code)
}

/** Ends everything at Ctrl+C, when npm, which hands no signal on, is gone, and when something here goes wrong. */
export function stopAtEnd(): void {
  process.on('uncaughtException', (error) => {
    console.error(error)
    void stopAll(1)
  })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => void stopAll())
  const startedBy = process.ppid
  setInterval(() => process.ppid !== startedBy && void stopAll(), 1_000).unref()
}

interface Program {
  /** Node, unless another program is named. */
  command?: string
  args: string[]
  env?: Record<string, string | undefined>
  /** True when its output is for us and not for the screen. */
  isRead?: boolean
  /** What its end means; by default everything ends. */
  onEnd?: (code: number | null) => void
}

/** Starts a program at the root of the house; its errors are seen here. */
export function startProgram(
  name: string,
  { command = process.execPath, args, env = {}, isRead = false, onEnd }: Program
): ChildProcess {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', isRead ? 'pipe' : 'inherit', 'inherit'],
    detached: true
  })
  children.unshift(child)
  child.once('exit', (code) => {
    if (stopping || ending.has(child)) return
    if (onEnd) return onEnd(code)
    console.error(`${name} ended unexpectedly (${code})`)
    void stopAll(1)
  })
  return child
}

function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer()
      .once('error', () => answer(false))
      .listen(port, '127.0.0.1', () => probe.close(() => answer(true)))
  })
}

/** The wanted port, or the next free one. */
export const portFrom = async (wanted: number): Promise<number> =>
  (await isFree(wanted)) ? wanted : portFrom(wanted + 1)
