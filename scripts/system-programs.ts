// Programs of the system that a few tests need, and what such a test says where they are missing.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test is skipped; `npm test` counts the reasons at its end. */
    skippedFor?: string
  }
}

/** Tests of this tag need programs of the system; `npm test -- system` runs them alone. */
export const systemTag = { name: 'system', description: 'needs programs of the system that npm does not bring' }

/** Tests of this tag run in the browser of npm and, by `npm test -- system`, in an installed one: what a browser itself does. */
export const browserTag = { name: 'browser', description: 'depends on the browser, not on the page alone' }

/**
 * Options of a test or a group of tests that needs programs of the system. Without all of them it is skipped and says
 * why. `TEST_WITHOUT_SYSTEM=1` hides them all, as on a machine that has Node and nothing else.
 */
export function whenInstalled(...programs: string[]) {
  const missing = programs.filter((program) => !isInstalled(program))
  const skippedFor = missing.length > 0 ? `no ${missing.join(', no ')}` : undefined
  return {
    tags: [systemTag.name],
    skip: skippedFor !== undefined,
    meta: skippedFor === undefined ? {} : { skippedFor }
  }
}

function isInstalled(program: string): boolean {
  if ((process.env['TEST_WITHOUT_SYSTEM'] ?? '') !== '') return false
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
