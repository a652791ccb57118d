// Waits until a press is over: what moves the page while a button is held makes the click miss it.

let isPressed = false

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), { capture: true })
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(end, () => (isPressed = false), { capture: true })
  }
}

/** Runs `fn` now, or right after the click that is under way. */
export function afterPointer(fn: () => void): void {
  if (!isPressed) return fn()
  // The click event follows the release within the same task queue turn.
  window.addEventListener('pointerup', () => setTimeout(fn), { once: true })
}
