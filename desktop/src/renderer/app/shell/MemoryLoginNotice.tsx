// Says once that the login is kept nowhere but in the running app.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { hasShell } from '#platform/device/bridge.ts'
import { notify } from '#platform/device/notify.ts'
import { useKeeping } from './shell-notices.ts'

export function MemoryLoginNotice() {
  const { t } = useTranslation('shell')
  const isInMemory = useKeeping() === 'memory'
  useEffect(() => {
    if (hasShell() && isInMemory) notify.warning(t('keptInMemory'), { autoClose: false })
  }, [isInMemory, t])
  return null
}
