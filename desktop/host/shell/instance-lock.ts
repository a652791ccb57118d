// One app a profile: a lock file with the owner's process id, and an inbox for those who come second.
import { mkdirSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appEvents, pathOf } from './app-state.ts'

let lockFile: string | undefined

interface Visit {
  argv: string[]
  cwd: string
  data: unknown
}

function readVisit(file: string): Visit | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Still being written: the folder changes once more when it is whole.
    return null
  }
}

function watchInbox(inbox: string, whenReady: () => Promise<void>): void {
  const take = () => {
    for (const name of readdirSync(inbox).filter((one) => one.endsWith('.json'))) {
      const visit = readVisit(join(inbox, name))
      if (!visit) continue
      rmSync(join(inbox, name), { force: true })
      void whenReady().then(() => appEvents.emit('second-instance', {}, visit.argv, visit.cwd, visit.data))
    }
  }
  watch(inbox, take).unref()
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** True for the first; whoever comes second leaves its arguments with the first and gets false. */
export function takeLock(data: unknown, whenReady: () => Promise<void>): boolean {
  const folder = pathOf('userData')
  const inbox = join(folder, 'host-instances')
  mkdirSync(inbox, { recursive: true })
  const file = join(folder, 'SingletonLock')
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      lockFile = file
      watchInbox(inbox, whenReady)
      return true
    } catch {
      const owner = Number(readFileSync(file, 'utf8'))
      if (owner === process.pid) return true
      if (isAlive(owner)) {
        const visit: Visit = { argv: process.argv, cwd: process.cwd(), data }
        writeFileSync(join(inbox, `${process.pid}.json`), JSON.stringify(visit))
        return false
      }
      rmSync(file, { force: true })
    }
  }
  return false
}

export const hasLock = (): boolean => lockFile !== undefined

export function releaseLock(): void {
  if (lockFile !== undefined) rmSync(lockFile, { force: true })
  lockFile = undefined
}
