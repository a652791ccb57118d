// Why the server of the desktop app cannot be talked to, looked at as long as a screen wants to say so.
import { useEffect, useState } from 'react'
import { checkServer, type CheckedServer } from '#bridge/server-channels.ts'
import { invoke, shellStart } from '../device/bridge.ts'

/** Milliseconds between two looks while something is wrong. */
const pace = 15_000

export type ServerTrouble = Extract<CheckedServer, { ok: false }>

/** Null while nothing is known to be wrong, and in a browser. */
export function useServerTrouble(isAsking = true): ServerTrouble | null {
  const [trouble, setTrouble] = useState<ServerTrouble | null>(null)
  useEffect(() => {
    const server = shellStart()?.server ?? null
    if (!isAsking || server === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const look = async (): Promise<void> => {
      const checked = await invoke(checkServer, server)
      if (isLeft) return
      setTrouble(checked.ok ? null : checked)
      if (!checked.ok) timer = setTimeout(run, pace)
    }
    const run = (): void => void look().catch(() => undefined)
    run()
    return () => {
      isLeft = true
      clearTimeout(timer)
      setTrouble(null)
    }
  }, [isAsking])
  return trouble
}
