// Opens conversations as a person does, with the mouse: how long until one is seen, and how long the page worked for it.
import type { CDPSession, Page } from 'playwright'

export interface Opening {
  /** Milliseconds from the click to the frame that shows the first bubble. */
  wall: number
  /** Milliseconds of the processor's time that the page's main thread took, whatever else the machine was doing. */
  own: number
}

interface Row {
  ticket: string
  name: string
  x: number
  y: number
}

/** Rows that lie whole in the list and are not open, from above. */
function rowsIn(page: Page): Promise<Row[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-ticket]')].flatMap((row) => {
      const { left, top, bottom, width } = row.getBoundingClientRect()
      const middle = { x: left + width / 2, y: (top + bottom) / 2 }
      const isSeen = row.contains(document.elementFromPoint(middle.x, middle.y))
      if (!isSeen || row.getAttribute('aria-current') === 'true') return []
      return [
        { ticket: row.dataset['ticket'] ?? '', name: row.querySelector('[dir=auto]')?.textContent ?? '', ...middle }
      ]
    })
  )
}

async function mainThreadTime(line: CDPSession): Promise<number> {
  const { metrics } = await line.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
}

async function open(page: Page, line: CDPSession, { name, x, y }: Row): Promise<Opening> {
  await page.evaluate((label) => {
    const shown = new Promise<number>((resolve) => {
      const begin = ({ timeStamp }: Event) => {
        const look = () => {
          const region = document.querySelector(`[role=region][aria-label="${label}"]`)
          // The frame that this begins shows it.
          if (region?.querySelector('[role=article]')) setTimeout(() => resolve(performance.now() - timeStamp))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }
      addEventListener('click', begin, { capture: true, once: true })
    })
    Object.assign(window, { shown })
  }, `Conversa com ${name}`)
  const before = await mainThreadTime(line)
  await page.mouse.click(x, y)
  const wall = await page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown)
  const own = (await mainThreadTime(line)) - before
  await page.waitForTimeout(50)
  return { wall, own }
}

/** Openings right after a start, whose code runs for the first time; Signal Desktop's benchmark leaves out as many. */
const coldOnes = 5

interface Openings {
  cold: Opening[]
  first: Opening[]
  again: Opening[]
}

/**
 * Opens so many conversations that nobody has opened yet, down the list to its end, and as many that are known, the first
 * every other time.
 */
export async function openMany(page: Page, times: number): Promise<Openings> {
  const line = await page.context().newCDPSession(page)
  await line.send('Performance.enable', { timeDomain: 'threadTicks' })
  const first: Opening[] = []
  const again: Opening[] = []
  const opened = new Set<string>()
  // A further page of the list may take a moment.
  let stillAt = 0
  while (first.length < coldOnes + times && stillAt < 5) {
    const rows = await rowsIn(page)
    const fresh = rows.find(({ ticket }) => !opened.has(ticket))
    if (fresh) {
      opened.add(fresh.ticket)
      first.push(await open(page, line, fresh))
    } else {
      await page.mouse.wheel(0, 400)
      await page.waitForTimeout(200)
      stillAt = (await rowsIn(page)).at(-1)?.ticket === rows.at(-1)?.ticket ? stillAt + 1 : 0
    }
  }
  await page.mouse.wheel(0, -1e6)
  await page.waitForTimeout(500)
  for (let round = 0; again.length < times; round++) {
    const rows = await rowsIn(page)
    const row = rows[round % 2 === 0 ? 0 : 1 + ((round >> 1) % (rows.length - 1))]
    if (row) again.push(await open(page, line, row))
  }
  await line.detach()
  return { cold: first.splice(0, coldOnes), first, again }
}
