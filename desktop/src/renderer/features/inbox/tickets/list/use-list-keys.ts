// The keyboard in the ticket list: a cursor that J, K and the arrows move, Enter that opens, X that chooses, P that pins.
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useShortcutKeys } from '#ui/keys/use-shortcut-keys.ts'
import { togglePin } from './ticket-pins.store.ts'
import { hasSelection, selectAllTickets, selectUpTo, toggleTicket } from '../selection/ticket-selection.store.ts'

interface ListKeys {
  cursor: number | null
  setCursor: (id: number) => void
  /** To be called when the list has scrolled: the row that is to have the focus may be there now. */
  onScroll: () => void
}

/** Dialogs and menus keep their keys to themselves. */
export const isElsewhere = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

/** The focus is in the list of tickets: what a letter does there it does to the row. */
export const isInList = (): boolean => document.activeElement?.closest('#ticket-list') != null

export function useListKeys(
  rows: Ticket[],
  openId: number | null,
  list: RefObject<VirtualizerHandle | null>,
  frame: RefObject<HTMLElement | null>
): ListKeys {
  const [cursor, setCursor] = useState<number | null>(null)
  const wanted = useRef<number | null>(null)
  const isKnown = rows.some(({ id }) => id === cursor)
  const present = isKnown ? cursor : (rows.find(({ id }) => id === openId)?.id ?? rows[0]?.id ?? null)

  const focusWanted = useCallback(() => {
    const row = frame.current?.querySelector<HTMLElement>(`[data-ticket="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  }, [frame])
  // A row that was out of sight is there only after the list has scrolled to it.
  const onScroll = useCallback(() => {
    if (wanted.current !== null) requestAnimationFrame(focusWanted)
  }, [focusWanted])
  useEffect(() => {
    if (wanted.current === null) return
    const index = rows.findIndex(({ id }) => id === wanted.current)
    if (index >= 0) list.current?.scrollToIndex(index, { align: 'nearest' })
    onScroll()
  })

  const move = (step: number): number | null => {
    if (isElsewhere() || rows.length === 0) return null
    const at = rows.findIndex(({ id }) => id === present)
    const isInside = frame.current?.contains(document.activeElement) === true
    const index = isInside ? Math.min(rows.length - 1, Math.max(0, at + step)) : Math.max(0, at)
    const next = rows[index]
    if (!next) return null
    wanted.current = next.id
    setCursor(next.id)
    list.current?.scrollToIndex(index, { align: 'nearest' })
    requestAnimationFrame(focusWanted)
    return next.id
  }
  /** The row keeps the focus where it goes to. */
  const pin = () => {
    if (isElsewhere() || hasSelection() || !isInList() || present === null) return
    wanted.current = present
    void togglePin(present)
    requestAnimationFrame(focusWanted)
  }
  /** The row that is left and the one that is reached are both chosen. */
  const extend = (step: number) => {
    if (isElsewhere() || present === null) return
    if (!hasSelection()) toggleTicket(present)
    const next = move(step)
    if (next !== null) selectUpTo(rows, next)
  }
  const inside = (event: KeyboardEvent, run: () => void) => {
    if (frame.current?.contains(event.target as Node) !== true) return
    event.preventDefault()
    run()
  }
  useShortcutKeys([
    ['x', () => void (!isElsewhere() && present !== null && toggleTicket(present))],
    ['p', pin],
    ['shift+j', () => extend(1)],
    ['shift+k', () => extend(-1)],
    ['shift+ArrowDown', (event) => inside(event, () => extend(1)), { preventDefault: false }],
    ['shift+ArrowUp', (event) => inside(event, () => extend(-1)), { preventDefault: false }],
    ['mod+a', (event) => inside(event, () => selectAllTickets(rows)), { preventDefault: false }],
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['ArrowDown', (event) => inside(event, () => move(1)), { preventDefault: false }],
    ['ArrowUp', (event) => inside(event, () => move(-1)), { preventDefault: false }]
  ])
  return { cursor: present, setCursor, onScroll }
}
