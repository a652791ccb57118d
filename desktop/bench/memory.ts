// `npm run bench -- desktop --memory=<minutes>`: what a long day leaves in memory, in the browser and in the app at once.
import { rmSync } from 'node:fs'
import { chromium, type Page } from 'playwright'
import { findBrowser } from '../../scripts/find-browser.ts'
import { makeHome, startApp } from '#e2e/app.ts'
import { signIn } from '#e2e/tickets-page.ts'
import { timeToList } from './in-page.ts'
import { print, type Scene } from './scene.ts'

/** The recorder in the app's process; functions that use it run there. */
declare const __recorder: Record<'notifications' | 'closedNotifications' | 'menus', unknown[]>

/** Milliseconds after which the attendant turns to another conversation. */
const turn = 5_000
/** Minutes in which everything that is kept on purpose fills up. */
const warmUp = 5

interface Sample {
  minute: number
  megabytes: number
  nodes: number
  listeners: number
}

/** What is left after the garbage has been collected. */
async function watchPage(page: Page) {
  const line = await page.context().newCDPSession(page)
  await line.send('Performance.enable')
  return async (minute: number): Promise<Sample> => {
    await line.send('HeapProfiler.collectGarbage')
    const { metrics } = await line.send('Performance.getMetrics')
    const value = (name: string): number => metrics.find((one) => one.name === name)?.value ?? NaN
    return {
      minute,
      megabytes: value('JSHeapUsedSize') / 1e6,
      nodes: value('Nodes'),
      listeners: value('JSEventListeners')
    }
  }
}

/** Megabytes of the main process after a collection, without what the recorder of the tests has kept of the system. */
function mainHeap(): number {
  for (const kept of [__recorder.notifications, __recorder.closedNotifications, __recorder.menus]) kept.length = 0
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
  const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed / 1e6
}

/** Least squares: by how much `of` grows in an hour. */
function growth(samples: Sample[], of: (sample: Sample) => number): number {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(of))]
  const above = samples.reduce((sum, one) => sum + (one.minute - x) * (of(one) - y), 0)
  return (above / samples.reduce((sum, one) => sum + (one.minute - x) ** 2, 0)) * 60
}

/** Goes from one waiting customer to the next until the end. */
async function attend(page: Page, isOver: () => boolean): Promise<void> {
  await page.locator('label').filter({ hasText: 'Aguardando' }).click()
  for (let round = 0; !isOver(); round++) {
    const row = page.locator('[data-ticket]').nth(round % 8)
    // Rows change their places while they are looked for.
    await row.click({ timeout: turn }).catch(() => undefined)
    await page.waitForTimeout(turn)
  }
}

/** Prints a line a minute for each place, and by how much the memory grows once it is warm. */
export async function measureMemory({ company, writeAll, url }: Scene, minutes: number): Promise<void> {
  const twin = { email: 'turno@aurora.test', password: company.admin.password }
  await company.call('POST', '/users', {
    name: 'Teresa Lima',
    profile: 'admin',
    currentPassword: company.admin.password,
    ...twin
  })
  const { executablePath, args } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args })
  const page = await (await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(page, url, twin)
  await page.goto(`${url}/console/tickets`)
  await timeToList(page)
  const home = makeHome()
  const { app, ticketsPage } = await startApp(home)
  await ticketsPage.firstStart(url, company.admin)
  await ticketsPage.page.getByRole('link', { name: 'Atendimentos' }).click()
  await timeToList(ticketsPage.page)

  let isOver = false
  const writing = writeAll(() => isOver)
  const attending = [page, ticketsPage.page].map((one) => attend(one, () => isOver))
  const places = [
    { name: 'browser', look: await watchPage(page), samples: [] as Sample[] },
    { name: 'app in the host', look: await watchPage(ticketsPage.page), samples: [] as Sample[] }
  ]
  const inMain: Sample[] = []
  const begin = Date.now()
  for (let minute = 1; minute <= minutes; minute++) {
    await page.waitForTimeout(begin + minute * 60_000 - Date.now())
    const main = await app.evaluate(mainHeap)
    for (const { name, look, samples } of places) {
      const sample = await look(minute)
      samples.push(sample)
      print(
        `${name}: minute ${minute}`,
        `${sample.megabytes.toFixed(1)} MB   ${sample.nodes} nodes   ${sample.listeners} listeners`
      )
    }
    inMain.push({ minute, megabytes: main, nodes: 0, listeners: 0 })
    print(`app in the host: main, minute ${minute}`, `${main.toFixed(1)} MB`)
  }
  isOver = true
  const written = await writing
  await Promise.all(attending)
  const isWarm = ({ minute }: Sample): boolean => minute > Math.min(warmUp, minutes / 2)
  for (const { name, samples } of places) {
    const warm = samples.filter(isWarm)
    print(
      `${name}: growth in an hour, warm`,
      `${growth(warm, ({ megabytes }) => megabytes).toFixed(1)} MB   ${growth(warm, ({ nodes }) => nodes).toFixed(0)} nodes   ` +
        `${growth(warm, ({ listeners }) => listeners).toFixed(0)} listeners`
    )
  }
  const ofMain = growth(inMain.filter(isWarm), ({ megabytes }) => megabytes)
  print('app in the host: main, growth in an hour', `${ofMain.toFixed(1)} MB`)
  print('messages that arrived', `${written}, ${(written / minutes / 60).toFixed(0)} a second`)
  await browser.close()
  await app.close()
  rmSync(home, { recursive: true, force: true })
}
