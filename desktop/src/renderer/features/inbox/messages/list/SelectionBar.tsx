// Under the conversation while messages are being chosen: how many, passing them on, and the way out.
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { IconArrowForwardUp } from '@tabler/icons-react'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { formatNumber } from '#platform/text/format.ts'
import { later } from '#platform/state/later.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { useIsUppermost } from '#ui/forms/use-dialog-life.ts'
import { mayForward } from '../actions/message-rights.ts'
import { useMessageSelection } from './message-selection.store.ts'
import classes from './selection-bar.module.css'

const ForwardDialog = later(() => import('../actions/ForwardDialog.tsx').then((module) => module.ForwardDialog))

/** In the order of the conversation. */
const byPosition = (a: Message, b: Message): number => a.createdAt.localeCompare(b.createdAt) || a.seq - b.seq

/** What was chosen, as it looks now; what can no longer be passed on is not chosen any more. */
function useChosen(shown: readonly Message[]): Message[] {
  const chosen = useMessageSelection((state) => state.chosen)
  const present = new Map(shown.map((message) => [message.id, message]))
  return [...chosen.values()]
    .map((message) => present.get(message.id) ?? message)
    .filter(mayForward)
    .sort(byPosition)
}

interface SelectionBarProps {
  /** Messages of the conversation that are here. */
  shown: readonly Message[]
  onLeave: () => void
}

export function SelectionBar({ shown, onLeave }: SelectionBarProps) {
  const { t } = useTranslation(['messages', 'words'])
  const messages = useChosen(shown)
  /** What is passed on is what was chosen when the dialog was opened. */
  const [forwarding, setForwarding] = useState<{ message: Message; followedBy: Message[] } | null>(null)
  const hasForwarded = useRef(false)
  const frame = useRef<HTMLDivElement>(null)
  const isUppermost = useIsUppermost(true)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (!isUppermost) return
    // Before anything else of the page: Escape takes back the choice and leaves the conversation open.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const over = event.target instanceof Element ? event.target.closest('[role="menu"], [role="dialog"]') : null
      if (over !== null && !over.contains(frame.current)) return
      event.preventDefault()
      event.stopPropagation()
      leave()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [isUppermost])
  const count = messages.length
  const forward = () => {
    const [message, ...followedBy] = messages
    if (message) setForwarding({ message, followedBy })
  }
  return (
    <div ref={frame} className={classes['bar']} role="toolbar" aria-label={t('chosenMessages')}>
      <span className={classes['words']} role="status">
        {t('messagesChosen', { count, shown: formatNumber(count) })}
      </span>
      <Button variant="default" size="compact-md" fz="sm" onClick={onLeave}>
        {t('words:cancel')}
      </Button>
      <Button
        size="compact-md"
        fz="sm"
        disabled={count === 0}
        leftSection={<IconArrowForwardUp size={16} />}
        onClick={forward}
      >
        {t('forward')}
      </Button>
      <Suspense>
        {forwarding !== null && (
          <ForwardDialog
            {...forwarding}
            onForwarded={() => {
              hasForwarded.current = true
            }}
            onClose={() => {
              setForwarding(null)
              if (hasForwarded.current) onLeave()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
