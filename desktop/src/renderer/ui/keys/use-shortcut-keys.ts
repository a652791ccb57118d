// Single keys as shortcuts: they count wherever nothing is being typed, also on a switch or a choice that was clicked.
import { useHotkeys, type HotkeyItem } from '@mantine/hooks'

/** Kinds of `input` that take no letters. */
const wordless = new Set(['radio', 'checkbox', 'button', 'submit', 'range', 'file', 'color'])

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !wordless.has(target.type)
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)
}

/** Runs what belongs to a key, unless somebody is typing. */
export function useShortcutKeys(keys: HotkeyItem[]): void {
  return useHotkeys(
    keys.map(([key, run, { preventDefault = true, ...options } = {}]) => [
      key,
      (event) => {
        if (isTyping(event.target)) return
        if (preventDefault) event.preventDefault()
        run(event)
      },
      { ...options, preventDefault: false }
    ]),
    []
  )
}
