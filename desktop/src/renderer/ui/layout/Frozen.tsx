// Lets what is closed be, such as a menu: what would be in it may change as it likes.
import { memo, type ReactNode } from 'react'

interface FrozenProps {
  /** True while nothing of what changes can be seen. */
  isFrozen: boolean
  /** What is seen all the same, such as the words of a button; written so that two can be compared. */
  look: string
  children: ReactNode
}

/**
 * Draws its children anew only when they look different: the popovers of a conversation cost more than all its words
 * each time that another is opened. What they call while frozen must not hold on to what changes.
 */
export const Frozen = memo<FrozenProps>(
  ({ children }) => children,
  (a, b) => a.isFrozen && b.isFrozen && a.look === b.look
)
