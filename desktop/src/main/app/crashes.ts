// What goes wrong is written down: errors of main, processes that end, reports of crashes that stay on this computer.
import { app, crashReporter } from 'electron'
import { factsOf, type Log } from '../platform/log.ts'

/** Starts as early as possible; reports are files on this computer and are sent nowhere. */
export const collectCrashReports = (): void => crashReporter.start({ uploadToServer: false })

export function watchErrors(log: Log): void {
  // The app lives on: what failed was one task, and a desk that closes in the middle of a day helps nobody.
  process.on('uncaughtException', (error) => log.error('uncaught error', factsOf(error)))
  process.on('unhandledRejection', (reason) => log.error('unhandled rejection', factsOf(reason)))
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.error('process gone', { type, reason, exitCode })
  })
}
