// Whether a list of messages that was scrolled still follows its end.

/** Pixels from the bottom that still count as being there. */
const nearEnd = 48

/** Pixels between what is shown and the end; by the element, because virtua hears of a window that grew after its scroll. */
export const pixelsLeft = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight

export interface ScrollPosition {
  offset: number
  scrollSize: number
  isAtEnd: boolean
}

/** The place after a scroll event, `left` pixels above the end. */
export function positionAfterScroll(
  was: ScrollPosition,
  offset: number,
  scrollSize: number,
  left: number
): ScrollPosition {
  // Rows that turn out smaller move the place up too, larger ones leave it behind: only somebody who reads goes up by more.
  const shrunk = Math.max(0, was.scrollSize - scrollSize)
  const wentUp = was.offset - offset > shrunk + 1
  return { offset, scrollSize, isAtEnd: left <= nearEnd || (was.isAtEnd && !wentUp) }
}
