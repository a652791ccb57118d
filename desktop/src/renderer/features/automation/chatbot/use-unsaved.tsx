// Asks before what was typed would be lost: by another option, another screen, or a closed window.
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'

interface Unsaved {
  isDirty: boolean
  setDirty: (isDirty: boolean) => void
  /** Goes on at once where nothing would be lost, and behind the question else. */
  leave: (go: () => void) => void
  question: ReactNode
}

export function useUnsaved(): Unsaved {
  const { t } = useTranslation('words')
  const [isDirty, setDirty] = useState(false)
  const [wanted, setWanted] = useState<{ go: () => void } | null>(null)
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
      [isDirty]
    )
  )
  useEffect(() => {
    if (!isDirty) return undefined
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [isDirty])
  const isBlocked = blocker.state === 'blocked'
  return {
    isDirty,
    setDirty,
    leave: (go) => (isDirty ? setWanted({ go }) : go()),
    question: (isBlocked || wanted !== null) && (
      <ConfirmDialog
        title={t('unsavedTitle')}
        text={t('unsavedText')}
        confirmLabel={t('discard')}
        cancelLabel={t('keepEditing')}
        onConfirm={() => {
          setDirty(false)
          if (isBlocked) blocker.proceed()
          wanted?.go()
          setWanted(null)
        }}
        onClose={() => {
          if (blocker.state === 'blocked') blocker.reset()
          setWanted(null)
        }}
      />
    )
  }
}
