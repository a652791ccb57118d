// Runs a tool of the project (a package's command, or one of our scripts) under this Node and keeps what it prints.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export interface Ran {
  code: number
  output: string
  /** Milliseconds. */
  took: number
}

interface RunOptions {
  /** Passes the output on while it comes. */
  isLoud?: boolean
  env?: Record<string, string>
  /** Minutes after which it is stopped and counts as failed. */
  limit?: number
}

/** File of a package's command: `toolFile('tsc', 'typescript')` is the compiler. */
export function toolFile(command: string, name: string): string {
  const folder = join(root, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  const file = typeof bin === 'string' ? bin : bin[command]
  if (file === undefined) throw new Error(`the package ${name} has no command ${command}`)
  return join(folder, file)
}

/** Runs a command of an installed package from the root of the project. Never rejects because the tool found something. */
export const runPackage = (
  command: string,
  args: string[],
  { from = command, ...options }: RunOptions & { from?: string } = {}
) => runFile(toolFile(command, from), args, options)

/** Runs one of our own scripts. */
export const runScript = (path: string, args: string[] = [], options: RunOptions = {}) =>
  runFile(join(root, path), args, options)

function runFile(file: string, args: string[], { isLoud = false, env = {}, limit = 10 }: RunOptions): Promise<Ran> {
  const start = performance.now()
  // The Node that runs us comes first, so that what a tool starts runs under it as well.
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    env: { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), PATH: path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limit * 60_000
  })
  return new Promise((resolve, reject) => {
    const parts: string[] = []
    const collect = (stream: NodeJS.WritableStream) => (text: string) => {
      parts.push(text)
      if (isLoud) stream.write(text)
    }
    child.stdout.setEncoding('utf8').on('data', collect(process.stdout))
    child.stderr.setEncoding('utf8').on('data', collect(process.stderr))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const took = performance.now() - start
      if (signal !== null)
        parts.push(`\nended by ${signal} after ${Math.round(took / 1000)} s, of at most ${limit * 60} s`)
      resolve({ code: code ?? 1, output: parts.join('').trim(), took })
    })
  })
}
