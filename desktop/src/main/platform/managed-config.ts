// Configuration by a company's IT: one JSON file that a person without rights cannot change.
import { existsSync, readFileSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { z } from 'zod'
import { factsOf, type Log } from './log.ts'
import { originsOf } from './server-address.ts'

/** Unknown keys belong to newer apps, or to other parts of this one. */
const schema = z.looseObject({
  /** Origin of the one server; people cannot choose another. */
  server: z
    .string()
    .transform((typed) => originsOf(typed)[0] ?? '')
    .refine((origin) => origin !== '', 'is no address of a server')
    .optional(),
  /** The address that updates come from, or that there are none. */
  updates: z.union([z.literal('off'), z.url()]).optional()
})
export type ManagedConfig = z.infer<typeof schema>

/** Where the system keeps such a file. */
export function managedConfigFile(platform: NodeJS.Platform, programData = 'C:\\ProgramData'): string {
  if (platform === 'win32') return win32.join(programData, 'Guiche', 'config.json')
  if (platform === 'darwin') return posix.join('/Library/Application Support/Guiche', 'config.json')
  return '/etc/guiche/config.json'
}

/** The file that counts: the system's own where there is one, which nobody gets around by naming another. */
export const chooseConfigFile = (system: string, named: string | null, exists = existsSync): string =>
  named === null || exists(system) ? system : named

/** What IT has decided; empty without a file. A file that cannot be read decides nothing, and the log says why. */
export function readManagedConfig(file: string, log: Log): ManagedConfig {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.warn('managed configuration not read', factsOf(error))
    return {}
  }
  try {
    return schema.parse(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    const words = error instanceof z.ZodError ? z.prettifyError(error) : 'not JSON'
    log.error('managed configuration refused', { words })
    return {}
  }
}
