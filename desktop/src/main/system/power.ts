// Sleep and wake, lock and unlock, network gone and back: the console reconnects at once instead of waiting for a timeout.
import { net, powerMonitor } from 'electron'
import type { Log } from '../platform/log.ts'

/** Milliseconds between looks at the network. */
const interval = 5_000

interface Reactions {
  /** The computer woke up, or the network came back. */
  onWake(): void
  /** The person is back; a keychain that was locked with the screen is open again. */
  onUnlock(): void
}

export function watchPower({ onWake, onUnlock }: Reactions, log: Log): void {
  powerMonitor.on('suspend', () => log.info('going to sleep'))
  powerMonitor.on('resume', () => {
    log.info('woke up')
    onWake()
  })
  powerMonitor.on('unlock-screen', onUnlock)
  let wasOnline = net.isOnline()
  setInterval(() => {
    const isOnline = net.isOnline()
    if (isOnline && !wasOnline) onWake()
    wasOnline = isOnline
  }, interval).unref()
}
