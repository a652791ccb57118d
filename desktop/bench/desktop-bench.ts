// `npm run bench -- desktop`: the console in a plain Chromium and the app in its host, on a company with a long history.
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { chromium, type Page } from 'playwright'
import { findBrowser } from '../../scripts/find-browser.ts'
import { lastSnapshotAt, makeHome, startApp } from '#e2e/app.ts'
import { signIn } from '#e2e/tickets-page.ts'
import { timeToList, whileTyping } from './in-page.ts'
import { initialScript } from './initial-script.ts'
import { measureMemory } from './memory.ts'
import { openMany } from './openings.ts'
import { buildConsole, consoleFolder, print, setScene, type Scene } from './scene.ts'

const isQuick = process.argv.includes('--quick')
const [starts, openings, seconds] = isQuick ? [5, 20, 10] : [15, 100, 60]
/** `--memory` alone is an hour; `--memory=15` a quarter of it. */
const memoryArg = process.argv.find((arg) => arg.startsWith('--memory'))
const memoryMinutes = memoryArg === undefined ? 0 : Number(memoryArg.split('=')[1] ?? 60)

function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? NaN
}
const spread = (samples: number[]): string =>
  `p50 ${percentile(samples, 0.5).toFixed(0)} ms   p99 ${percentile(samples, 0.99).toFixed(0)} ms   of ${samples.length}`

interface Place {
  name: string
  page: Page
  reload(): Promise<unknown>
}

interface Figures {
  list: number
  open: number
  key: number
}

async function measure({ name, page, reload }: Place, writeAll: Scene['writeAll']): Promise<Figures> {
  const lists: number[] = []
  const afterScript: number[] = []
  for (let round = 0; round < starts; round++) {
    await Promise.all([page.waitForEvent('domcontentloaded'), reload()])
    const { total, sinceScript } = await timeToList(page)
    lists.push(total)
    afterScript.push(sinceScript)
  }
  print(`${name}: start to usable list`, spread(lists))
  print(`${name}: of that, after the first script`, spread(afterScript))
  const { cold, first, again } = await openMany(page, openings)
  const coldOnes = cold.map(({ wall }) => wall.toFixed(0)).join('  ')
  print(`${name}: the first openings after the start`, `${coldOnes} ms (not among those below)`)
  for (const [what, opened] of [
    ['for the first time', first],
    ['that is known', again]
  ] as const) {
    print(`${name}: opening one ${what}`, spread(opened.map(({ wall }) => wall)))
    print(`${name}: of that, work of the page`, spread(opened.map(({ own }) => own)))
  }
  const opened = [...first, ...again].map(({ wall }) => wall)
  print(`${name}: opening a conversation, both`, spread(opened))

  await page.locator('[data-ticket]').first().click()
  await page.getByRole('textbox', { name: /^Mensagem para/ }).click()
  let isOver = false
  let written = 0
  const smooth = await whileTyping(page, async () => {
    const writing = writeAll(() => isOver)
    const until = Date.now() + seconds * 1000
    while (Date.now() < until) await page.keyboard.type('bom dia ', { delay: 60 })
    isOver = true
    written = await writing
  })
  const long = smooth.frames.filter((gap) => gap > 50)
  print(
    `${name}: a key until it is seen`,
    `${spread(smooth.keys)}   (${(written / seconds).toFixed(0)} messages a second)`
  )
  print(
    `${name}: frames over 50 ms while typing`,
    `${long.length} of ${smooth.frames.length}   longest ${Math.max(0, ...long).toFixed(0)} ms`
  )
  print(`${name}: JavaScript memory after that`, `${smooth.megabytes} MB after ${written} messages`)
  return { list: percentile(lists, 0.5), open: percentile(opened, 0.99), key: percentile(smooth.keys, 0.99) }
}

buildConsole()
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB compressed`
print('script before the first screen', kilobytes(initialScript(consoleFolder)))
print('the same with the screen of the tickets', kilobytes(initialScript(consoleFolder, 'TicketsPage-')))

const scene = await setScene()
const { company, writeAll, url } = scene
if (memoryMinutes > 0) {
  await measureMemory(scene, memoryMinutes)
  await scene.close()
  process.exit(0)
}

const { executablePath, args } = await findBrowser()
const browser = await chromium.launch({ executablePath, args })
const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } })
const page = await context.newPage()
await signIn(page, url, company.admin)
await page.goto(`${url}/console/tickets`)
await timeToList(page)
const inBrowser = await measure({ name: 'browser', page, reload: () => page.reload() }, writeAll)
await browser.close()

const home = makeHome()
const { app, ticketsPage } = await startApp(home)
await ticketsPage.firstStart(url, company.admin)
await ticketsPage.page.getByRole('link', { name: 'Atendimentos' }).click()
await timeToList(ticketsPage.page)
const seenAt = Date.now()
while (lastSnapshotAt(home) < seenAt) await new Promise((next) => setTimeout(next, 200))
const reload = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())
const inApp = await measure({ name: 'app in the host', page: ticketsPage.page, reload }, writeAll)
await app.close()
rmSync(home, { recursive: true, force: true })
await scene.close()

const ratio = (key: keyof Figures): string => (inApp[key] / inBrowser[key]).toFixed(2)
print('app to browser', `list ${ratio('list')}   opening (p99) ${ratio('open')}   key (p99) ${ratio('key')}`)
print(
  'load of the machine meanwhile',
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')
)
process.exit(0)
