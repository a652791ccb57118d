// The width of a phone, where one thing is shown at a time.
import { useMediaQuery } from '@mantine/hooks'

/** Under 600 CSS pixels, as the specification has it. */
const narrow = '(max-width: 599.98px)'

/** For a moment; `useIsNarrow` follows the window. */
export const isNarrowNow = (): boolean => window.matchMedia(narrow).matches

export const useIsNarrow = (): boolean => useMediaQuery(narrow, undefined, { getInitialValueInEffect: false })
