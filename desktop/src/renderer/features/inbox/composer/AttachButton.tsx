// Opens the system's file dialog, which stays while other tickets and screens are opened behind it.
import { useCallback, useRef } from 'react'
import { IconPaperclip } from '@tabler/icons-react'
import { loginSignal } from '#platform/net/http.ts'
import { useLatest } from '#platform/state/latest.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'

/** Whose dialog is open: when the screen has changed, nothing else holds them. */
const open = new Set<HTMLInputElement>()

interface AttachButtonProps {
  isDisabled: boolean
  /** Takes what was chosen: the answer of the moment at which the button was pressed. */
  onChoose: (files: File[]) => void
}

export function AttachButton({ isDisabled, onChoose }: AttachButtonProps) {
  const { t } = useTranslation('composer')
  const input = useRef<HTMLInputElement>(null)
  const latest = useLatest(onChoose)
  const asked = useRef<{ take: typeof onChoose; login: AbortSignal } | null>(null)
  const hold = useCallback(
    (element: HTMLInputElement) => {
      input.current = element
      // Not by React, which hears nothing of an element that it has taken from the page.
      element.addEventListener('cancel', () => void open.delete(element))
      element.addEventListener('change', () => {
        open.delete(element)
        const { take, login } = asked.current ?? { take: latest.current, login: loginSignal() }
        const files = [...(element.files ?? [])]
        asked.current = null
        // The same file may be chosen again.
        element.value = ''
        if (!login.aborted && files.length > 0) take(files)
      })
      return () => {
        input.current = null
      }
    },
    [latest]
  )
  const press = () => {
    if (input.current === null) return
    asked.current = { take: onChoose, login: loginSignal() }
    open.add(input.current)
    input.current.click()
  }
  return (
    <>
      <input ref={hold} type="file" multiple hidden />
      <IconButton label={t('attach')} icon={IconPaperclip} disabled={isDisabled} onClick={press} />
    </>
  )
}
