// Opens the emoji picker beside the field; it stays open for more than one.
import { lazy, Suspense, useState } from 'react'
import { Loader, Popover } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { useLatest } from '#platform/state/latest.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { IconButton } from '../layout/IconButton.tsx'
import { Frozen } from '../layout/Frozen.tsx'

const EmojiPanel = lazy(() => import('./EmojiPanel.tsx').then((module) => ({ default: module.EmojiPanel })))

interface EmojiButtonProps {
  isDisabled: boolean
  onChoose: (emoji: string) => void
  /** The picker has gone; the field takes the focus back. */
  onClosed: () => void
  /** In a dialog: Escape is meant for the picker while it is open. */
  onToggle?: (isOpen: boolean) => void
}

export function EmojiButton({ isDisabled, onChoose, onClosed, onToggle }: EmojiButtonProps) {
  const { t } = useTranslation('composer')
  const [isOpen, setOpen] = useState(false)
  const asked = useLatest({ onClosed, onToggle })
  const change = (open: boolean) => {
    setOpen(open)
    // The popover gives the focus back to its button first.
    if (!open) setTimeout(() => asked.current.onClosed())
    // The key that closes the picker still travels to the dialog.
    setTimeout(() => asked.current.onToggle?.(open))
  }
  return (
    <Frozen isFrozen={!isOpen} look={`${t('emoji')} ${isDisabled}`}>
      <Popover opened={isOpen} onChange={change} position="top-start" trapFocus returnFocus={false}>
        <Popover.Target>
          <IconButton
            label={t('emoji')}
            icon={IconMoodSmile}
            aria-expanded={isOpen}
            disabled={isDisabled}
            onClick={() => change(!isOpen)}
          />
        </Popover.Target>
        <Popover.Dropdown p={8} aria-label={t('emoji')}>
          <Suspense fallback={<Loader m="xl" />}>
            <EmojiPanel onChoose={onChoose} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </Frozen>
  )
}
