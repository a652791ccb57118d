// What is being dragged over the board, and where it would land; native dragging, so that every system scrolls along.
import { create } from 'zustand'

export interface Dragged {
  kind: 'card' | 'column'
  id: number
}

/** A place on the board: among the cards of a column, or among the columns. */
interface Target {
  /** Null: the column of cards that are on none. */
  columnId: number | null
  index: number
}

interface BoardDrag {
  dragged: Dragged | null
  target: Target | null
}

const none: BoardDrag = { dragged: null, target: null }
export const useBoardDrag = create<BoardDrag>(() => none)

export function startDrag(dragged: Dragged, transfer: DataTransfer): void {
  transfer.effectAllowed = 'move'
  // Some browsers drag nothing that carries nothing.
  transfer.setData('text/plain', '')
  // The browser takes its picture of the card first; after that the card fades.
  setTimeout(() => useBoardDrag.setState({ dragged, target: null }))
}

export const endDrag = (): void => useBoardDrag.setState(none)

/** Says where what is dragged would land; nothing changes while that stays the same. */
export function aimAt(target: Target): void {
  const now = useBoardDrag.getState().target
  if (now?.columnId !== target.columnId || now.index !== target.index) useBoardDrag.setState({ target })
}

/** How many of the elements lie before the pointer, by their middles; the dragged one does not count. */
export function countBefore(
  parent: Element,
  selector: string,
  dragged: number,
  isBefore: (middle: { x: number; y: number }) => boolean
): number {
  return [...parent.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    if (Number(element.dataset['id']) === dragged) return false
    const { left, top, width, height } = element.getBoundingClientRect()
    return isBefore({ x: left + width / 2, y: top + height / 2 })
  }).length
}
