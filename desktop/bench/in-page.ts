// What is measured inside the page: moments at which something shows, frames, and how long a key takes to be seen.
import type { Page } from 'playwright'

/** Milliseconds to the first row of the list, from the start of the page and from the arrival of its first script. */
export function timeToList(page: Page): Promise<{ total: number; sinceScript: number }> {
  return page.evaluate(async () => {
    while (!document.querySelector('[data-ticket]')) await new Promise((next) => requestAnimationFrame(next))
    const total = performance.now()
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const first = resources.find(({ name }) => name.includes('/assets/index-') && name.endsWith('.js'))
    return { total, sinceScript: total - (first?.responseEnd ?? 0) }
  })
}

export interface Smoothness {
  /** Milliseconds from each key to the frame that shows it. */
  keys: number[]
  /** Milliseconds between frames. */
  frames: number[]
  megabytes: number
}

/** Measures frames and keys while `work` runs. */
export async function whileTyping(page: Page, work: () => Promise<void>): Promise<Smoothness> {
  await page.evaluate(() => {
    const bench = { keys: [] as number[], frames: [] as number[], isOver: false }
    Object.assign(window, { bench })
    addEventListener('input', ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => bench.keys.push(performance.now() - timeStamp)))
    )
    let last = performance.now()
    const frame = (now: number) => {
      bench.frames.push(now - last)
      last = now
      if (!bench.isOver) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  await work()
  return page.evaluate(() => {
    const { bench } = window as unknown as { bench: { keys: number[]; frames: number[]; isOver: boolean } }
    bench.isOver = true
    const { memory } = performance as unknown as { memory?: { usedJSHeapSize: number } }
    return { ...bench, megabytes: Math.round((memory?.usedJSHeapSize ?? 0) / 1e6) }
  })
}
