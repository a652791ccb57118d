// `npm run bench -- desktop`: the console in a plain Chromium and the app in its host, on a company with a long history.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { findBrowser } from '#test/find-browser.ts'
import { lastPicture, makeHome, startApp } from '#e2e/app.ts'
import { signIn } from '#e2e/desk.ts'
import { Phones, type PhoneCustomer } from '#e2e/phones.ts'
import { seedCompany } from '#e2e/seed.ts'
import { setStage } from '#e2e/stage.ts'
import { timeToList, timeToOpen, whileTyping } from './in-page.ts'
import { initialScript } from './initial-script.ts'

const isQuick = process.argv.includes('--quick')
const [starts, openings, seconds] = isQuick ? [5, 20, 10] : [15, 100, 60]
/** Messages a second that arrive while somebody types. */
const rate = 50

const root = join(import.meta.dirname, '../..')
const print = (label: string, text: string): void => console.info(`${label.padEnd(44)} ${text}`)
const percentile = (samples: number[], share: number): number => {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
const spread = (samples: number[]): string =>
  `p50 ${percentile(samples, 0.5).toFixed(0)} ms   p99 ${percentile(samples, 0.99).toFixed(0)} ms   of ${samples.length}`

interface Place {
  name: string
  page: Page
  reload(): Promise<unknown>
}

interface Traffic {
  phones: Phones
  phone: string
  customers: PhoneCustomer[]
}

/** Customers write at the rate until `isOver`; how many messages went out. */
const writeAll = async ({ phones, phone, customers }: Traffic, isOver: () => boolean): Promise<number> => {
  const begin = performance.now()
  let written = 0
  while (!isOver()) {
    const due = ((performance.now() - begin) / 1000) * rate
    const batch = Array.from({ length: Math.min(rate, Math.floor(due - written)) }, (_, index) => written + index)
    await Promise.all(
      batch.flatMap((number) => {
        const customer = customers[number % customers.length]
        return customer ? [phones.write(phone, customer, `Mensagem número ${number}`)] : []
      })
    )
    written += batch.length
    await new Promise((next) => setTimeout(next, 20))
  }
  return written
}

interface Figures {
  list: number
  open: number
  key: number
}

const measure = async ({ name, page, reload }: Place, traffic: Traffic): Promise<Figures> => {
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
  const opened = await timeToOpen(page, openings)
  print(`${name}: opening a conversation`, spread(opened))

  await page.locator('[data-ticket]').first().click()
  await page.getByRole('textbox', { name: /^Mensagem para/ }).click()
  let isOver = false
  let written = 0
  const smooth = await whileTyping(page, async () => {
    const writing = writeAll(traffic, () => isOver)
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

const built = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'desktop', '--logLevel', 'error'],
  { cwd: root, stdio: 'inherit' }
)
if (built.status !== 0) throw new Error('the console cannot be built')
const folder = join(root, 'desktop/dist/console')
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB compressed`
print('script before the first screen', kilobytes(initialScript(folder)))
print('the same with the screen of the tickets', kilobytes(initialScript(folder, 'TicketsPage-')))

const stage = await setStage()
const phones = new Phones(stage.addresses.simulator)
const company = await seedCompany(stage.addresses.desk)
const phone = await company.pair(phones, 'Medição', [company.queues.vendas, company.queues.suporte])
await stage.order('fill')
const customers: PhoneCustomer[] = []
for (let index = 0; index < 20; index++) customers.push(await phones.addCustomer(`Cliente ${index}`))
const traffic = { phones, phone, customers }
const url = stage.addresses.desk

const { executablePath, args } = await findBrowser()
const browser = await chromium.launch({ executablePath, args })
const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } })
const page = await context.newPage()
await signIn(page, url, company.admin)
await page.goto(`${url}/console/tickets`)
await timeToList(page)
const inBrowser = await measure({ name: 'browser', page, reload: () => page.reload() }, traffic)
await browser.close()

const home = makeHome()
const { app, desk } = await startApp(home)
await desk.firstStart(url, company.admin)
await desk.page.getByRole('link', { name: 'Atendimentos' }).click()
await timeToList(desk.page)
const seenAt = Date.now()
while (lastPicture(home) < seenAt) await new Promise((next) => setTimeout(next, 200))
const reload = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())
const inApp = await measure({ name: 'app in the host', page: desk.page, reload }, traffic)
await app.close()
rmSync(home, { recursive: true, force: true })
await stage.close()

const ratio = (key: keyof Figures): string => (inApp[key] / inBrowser[key]).toFixed(2)
print('app to browser', `list ${ratio('list')}   opening (p99) ${ratio('open')}   key (p99) ${ratio('key')}`)
print(
  'load of the machine meanwhile',
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')
)
process.exit(0)
