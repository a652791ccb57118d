// What helps when something is wrong: a report without messages and tokens, the log folder, errors of the console.
import { z } from 'zod'
import { channel } from './channel.ts'

/** Puts the report into the clipboard. */
export const copyDiagnostics = channel('diagnostics:copy', [], z.void())
/** Opens the folder of the log files. */
export const showLogs = channel('diagnostics:logs', [], z.void())

/** An error of the console: its kind and its place in the code, without its words, which may quote a message. */
export const reportError = channel(
  'diagnostics:report',
  [
    z.strictObject({
      kind: z.enum(['error', 'rejection', 'screen']),
      name: z.string().max(100),
      frames: z.array(z.string().max(300)).max(30)
    })
  ],
  z.void()
)
