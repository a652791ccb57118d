// Which places to press are smaller than a fingertip, on what a page shows now.
import type { Page } from 'playwright/test'

/** CSS pixels in both directions, as Apple's and Google's guides and WCAG 2.5.5 have it. */
const fingertip = 44

const pressable = [
  'a[href]',
  'button',
  'summary',
  'select',
  'textarea',
  'input:not([type=hidden], [type=file])',
  ...['button', 'link', 'tab', 'menuitem', 'option', 'switch', 'checkbox', 'radio'].map((role) => `[role=${role}]`)
].join(', ')

/** Each of them in a line with its size. A link in a line of text is read rather than aimed at, as WCAG excepts it. */
export function smallTargets(page: Page, part = 'body'): Promise<string[]> {
  return page.evaluate(
    ({ selector, least, root }) => {
      /** A field is pressed by its frame and its label as well. */
      const owners = (one: Element): Element[] => {
        const frame = one.closest('.mantine-Input-wrapper')
        return [one, ...(frame ? [frame] : []), ...((one as HTMLInputElement).labels ?? [])]
      }
      const isInText = (one: Element) => one.matches('a') && getComputedStyle(one).display === 'inline'
      /** What can be pressed in one direction from the middle, with what a pseudo-element or a label adds. */
      const reach = (one: Element, [x, y]: [number, number], [dx, dy]: [number, number]) => {
        let length = 0
        while (length < least) {
          const hit = document.elementFromPoint(x + dx * (length + 1), y + dy * (length + 1))
          if (!hit || !owners(one).some((owner) => owner.contains(hit))) break
          length += 1
        }
        return length
      }
      /** Null for what lies behind something else. */
      const measure = (one: Element): [number, number] | null => {
        const box = one.getBoundingClientRect()
        if (box.width >= least && box.height >= least) return [box.width, box.height]
        one.scrollIntoView({ block: 'center', inline: 'center' })
        const { left, top, width, height } = one.getBoundingClientRect()
        const middle: [number, number] = [left + width / 2, top + height / 2]
        const hit = document.elementFromPoint(...middle)
        if (!hit || !owners(one).some((owner) => owner.contains(hit))) return null
        return [
          Math.max(width, reach(one, middle, [-1, 0]) + reach(one, middle, [1, 0]) + 1),
          Math.max(height, reach(one, middle, [0, -1]) + reach(one, middle, [0, 1]) + 1)
        ]
      }
      const isShown = (one: Element) =>
        one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.getClientRects().length > 0
      const isAlive = (one: Element) =>
        !one.matches(':disabled, [aria-hidden=true] *, [aria-hidden=true], [inert] *') &&
        getComputedStyle(one).pointerEvents !== 'none'
      const name = (one: Element) =>
        one.getAttribute('aria-label') ?? (one as HTMLInputElement).labels?.[0]?.textContent ?? one.textContent
      return [...document.querySelectorAll(`${root} :is(${selector})`)]
        .filter((one) => isShown(one) && isAlive(one) && !isInText(one))
        .flatMap((one) => {
          const size = measure(one)
          if (size === null) return []
          const [width, height] = size
          // Half a pixel is lost in rounding.
          if (width >= least - 0.5 && height >= least - 0.5) return []
          const words = (name(one) ?? '').trim().slice(0, 40)
          return [`${Math.round(width)}x${Math.round(height)} ${one.tagName.toLowerCase()} "${words}"`]
        })
    },
    { selector: pressable, least: fingertip, root: part }
  )
}
