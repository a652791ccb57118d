// Choosing messages in a conversation: presses and the keyboard, and where the focus is before and after.
import { useCallback, useEffect, type KeyboardEvent, type RefObject } from 'react'
import { mostForwardedMessages } from '@guiche/shared/features/inbox/message-forward.ts'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { notify } from '#platform/device/notify.ts'
import { useLatest } from '#platform/state/latest.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { mayForward } from '../actions/message-rights.ts'
import type { MessageRow } from './message-rows.ts'
import { selectUpTo, stopSelecting, toggleMessage, useMessageSelection } from './message-selection.store.ts'

interface Choosing {
  /** Null while nothing is being chosen here. */
  chosen: ReadonlyMap<string, Message> | null
  choose: (message: Message, isRange: boolean) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  leave: () => void
}

const boxesIn = (frame: HTMLElement): HTMLElement[] => [...frame.querySelectorAll<HTMLElement>('[data-choice]')]

/** Up and down lead from message to message; the space bar and Enter choose, as on every box. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const boxes = boxesIn(event.currentTarget)
  const at = boxes.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? boxes.at(-1) : boxes[at + step]
  next?.focus()
}

export function useChoosing(
  ticketId: number,
  rows: readonly MessageRow[],
  scroller: RefObject<HTMLElement | null>
): Choosing {
  const { t } = useTranslation('messages')
  const chosen = useMessageSelection((state) => (state.ticketId === ticketId ? state.chosen : null))
  const isChoosing = chosen !== null
  const latest = useLatest(rows)
  useEffect(() => {
    if (!isChoosing) return
    const first = useMessageSelection.getState().anchor
    boxesIn(scroller.current ?? document.body)
      .find((box) => box.dataset['choice'] === first)
      ?.focus({ preventScroll: true })
    return stopSelecting
  }, [isChoosing, scroller])
  const choose = useCallback(
    (message: Message, isRange: boolean) => {
      const offered = latest.current.flatMap((row) =>
        row.kind === 'message' && row.local === null && mayForward(row.message) ? [row.message] : []
      )
      const hasAll = isRange ? selectUpTo(offered, message) : toggleMessage(message)
      if (!hasAll) notify.info(t('mostChosen', { most: mostForwardedMessages }))
    },
    [latest, t]
  )
  const leave = useCallback(() => {
    stopSelecting()
    scroller.current?.focus({ preventScroll: true })
  }, [scroller])
  return { chosen, choose, onKeyDown: moveAlong, leave }
}
