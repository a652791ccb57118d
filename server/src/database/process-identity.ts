// Asks the system about processes: is it alive, when did it begin, what was it started with.
import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process that exists, whoever owns it. A dead child that nobody has waited for does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !(process.platform === 'linux' && statFields(pid)?.[0] === 'Z')
}

/** Fields of /proc/<pid>/stat after the name (which may itself contain spaces and brackets): state, ppid, … */
function statFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

function ask(program: string, ...args: string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null
  } catch {
    return null
  }
}

/** When a process began; tells two processes with the same pid apart. Null where the system does not say. */
export function startOf(pid: number): string | null {
  if (process.platform === 'linux') return statFields(pid)?.[19] ?? null
  return process.platform === 'win32' ? null : ask('ps', '-o', 'lstart=', '-p', String(pid))
}

/** Program and arguments in one text. Null when there is no such process or the system does not say. */
export function commandOf(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || null
    } catch {
      return null
    }
  }
  if (process.platform === 'win32') {
    const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`
    return ask('powershell.exe', '-NoProfile', '-Command', query)
  }
  return ask('ps', '-ww', '-o', 'command=', '-p', String(pid))
}

/** Machine, boot and pid namespace of this process: a pid means nothing elsewhere. */
export function processIdentity(): string {
  const read = (look: () => string) => {
    try {
      return look().trim()
    } catch {
      return ''
    }
  }
  const boot = read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const namespace = read(() => readlinkSync('/proc/self/ns/pid'))
  return `${hostname()} ${boot} ${namespace}`.trim()
}
