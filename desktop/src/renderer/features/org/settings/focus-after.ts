// Where the keyboard goes in the hours: into the row that was added, to the way to add one, and to what is wrong.
import type { RefObject } from 'react'

/** In the next frame, when the rows are as they were asked for. */
export function focusAfter(rows: RefObject<HTMLElement | null>, what: 'adding' | 'removing'): void {
  requestAnimationFrame(() => {
    const last = [...(rows.current?.querySelectorAll('[data-row]') ?? [])].at(-1)
    const add = rows.current?.querySelector<HTMLElement>('[data-add]')
    ;(what === 'adding' ? last?.querySelector('input') : add)?.focus()
  })
}

/** In the next frame: the first time or date of what is marked, or the way to add one where there is none. */
export function focusFirstWrong(page: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    const mark = page.current?.querySelector('[role="group"] [role="alert"]')
    const fields = 'input[type="time"], input[type="date"], [data-add]'
    mark?.closest('[role="group"]')?.querySelector<HTMLElement>(fields)?.focus()
  })
}
