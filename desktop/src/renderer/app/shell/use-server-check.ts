// Looks at the address in a field while it is typed, and again when it is used.
import { useEffect, useState } from 'react'
import { checkServer, useServer as chooseServer, type CheckedServer } from '#bridge/server-channels.ts'
import { invoke } from '#platform/device/bridge.ts'

/** Milliseconds without a key after which the address is looked at. */
const rest = 700

export interface ServerCheck {
  checked: CheckedServer | null
  isChecking: boolean
  /** Looks at the address at once and, when it fits, loads the console on it. */
  use(typed: string): Promise<CheckedServer>
}

/** `typed` is what stands in the field; an answer to what no longer stands there is dropped. */
export function useServerCheck(typed: string): ServerCheck {
  const [answer, setAnswer] = useState<{ typed: string; checked: CheckedServer } | null>(null)
  const [running, setRunning] = useState<string | null>(null)

  const look = async (given: string, channel: typeof checkServer, isWanted = () => true): Promise<CheckedServer> => {
    setRunning(given)
    const checked = await invoke(channel, given)
    setRunning((present) => (present === given ? null : present))
    if (isWanted()) setAnswer({ typed: given, checked })
    return checked
  }
  useEffect(() => {
    if (typed === '') return undefined
    let isTyped = true
    const timer = setTimeout(() => void look(typed, checkServer, () => isTyped), rest)
    return () => {
      isTyped = false
      clearTimeout(timer)
    }
  }, [typed])
  return {
    checked: answer?.typed === typed ? answer.checked : null,
    isChecking: running === typed && typed !== '',
    use: (given) => look(given, chooseServer)
  }
}
