// What the shell says by itself and the console passes on: where the login is kept, and errors on their way to the log.
import { create } from 'zustand'
import { reportError } from '#bridge/diagnostics-channels.ts'
import { keepingChanged, type Keeping } from '#bridge/login-channels.ts'
import { onNotice, shellStart, send } from '#platform/device/bridge.ts'

const useStored = create<{ keeping: Keeping }>(() => ({ keeping: 'keychain' }))
/** Where the login is kept. */
export const useKeeping = (): Keeping => useStored(({ keeping }) => keeping)

/** Places in the code, such as `at send (app://bundle/assets/x.js:1:20)`; never the words, which may quote a message. */
function framesOf(error: unknown): string[] {
  return (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, 20)
    .map((line) => line.slice(0, 300))
}

function report(kind: 'error' | 'rejection' | 'screen') {
  return (error: unknown): void =>
    send(reportError, { kind, name: error instanceof Error ? error.name : typeof error, frames: framesOf(error) })
}

/** Tells the shell's log of a screen that broke. */
export const reportScreenError = report('screen')

/** Follows the shell; has to be called once it is connected. Returns the way to stop. */
export function followShell(): () => void {
  useStored.setState({ keeping: shellStart()?.keeping ?? 'keychain' })
  const stop = onNotice(keepingChanged, ({ keeping }) => useStored.setState({ keeping }))
  const onError = ({ error }: ErrorEvent) => report('error')(error)
  const onRejection = ({ reason }: PromiseRejectionEvent) => report('rejection')(reason)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    stop()
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}
