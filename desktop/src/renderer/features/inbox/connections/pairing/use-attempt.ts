// One thing at a time that may fail: buttons wait for it, and a failure is told.
import { useState } from 'react'
import { notify } from '#platform/device/notify.ts'

export function useAttempt(): { isBusy: boolean; attempt: (work: () => Promise<void>) => void } {
  const [isBusy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notify.error(error)
    }
    setBusy(false)
  }
  return { isBusy, attempt: (work) => void attempt(work) }
}
