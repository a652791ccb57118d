// One launcher for the tests: Playwright's own Electron where the binary is, the host where it is not. Same app, same test.
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { _electron, chromium, type Browser, type ElectronApplication, type Page } from 'playwright'
import { electronBinary } from './electron-binary.ts'

/** The part of Playwright's ElectronApplication that both kinds give. */
export interface DesktopApp extends Pick<ElectronApplication, 'evaluate' | 'process'> {
  readonly kind: 'electron' | 'host'
  windows(): Promise<Page[]>
  firstWindow(): Promise<Page>
  close(): Promise<void>
  /** What was written to the error output so far; the host's alone. */
  errors(): string
}

interface LaunchOptions {
  /** Folder with the package.json that names the main module. */
  app: string
  args?: string[]
  env?: Record<string, string>
  /** CommonJS files that run before the app's main module. */
  before?: string[]
}

const recorder = join(import.meta.dirname, 'recorder.cjs')

/** Starts the app; `DESKTOP_TEST_HOST=host` takes the host even where Electron is. */
export async function launch(options: LaunchOptions): Promise<DesktopApp> {
  const isHostWanted = process.env['DESKTOP_TEST_HOST'] === 'host'
  if (isHostWanted || electronBinary() === null) return launchHost(options)
  const { app, args = [], env = {}, before = [] } = options
  // Without a path of its own Playwright preloads the piece that holds `ready` until the test is attached.
  const real = await _electron.launch({
    args: [...[recorder, ...before].flatMap((file) => ['-r', file]), ...args, app],
    env: { ...(process.env as Record<string, string>), ...env }
  })
  return {
    kind: 'electron',
    evaluate: real.evaluate.bind(real),
    process: () => real.process(),
    windows: async () => real.windows(),
    firstWindow: () => real.firstWindow(),
    close: () => real.close(),
    errors: () => ''
  }
}

async function until<T>(find: () => Promise<T | undefined>, what: string): Promise<T> {
  const end = Date.now() + 60_000
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`electron-host: ${what} did not come in 60 s`)
    await new Promise((next) => setTimeout(next, 50))
  }
}

/** Asks the process and pairs the answers with the questions. */
function askerOf(child: ChildProcess, ended: Promise<void>) {
  const waiting = new Map<number, { resolve(value: any): void; reject(error: Error): void }>()
  let lastId = 0
  child.on('message', (message: any) => {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error) asked?.reject(new Error(message.error))
    else asked?.resolve(message.value)
  })
  void ended.then(() => {
    for (const { reject } of waiting.values()) reject(new Error('electron-host: the process has ended'))
  })
  return (message: object): Promise<any> =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      child.send({ ...message, id }, (error) => error && reject(error))
    })
}

async function pagesOf(browser: Browser, targets: string[]): Promise<Page[]> {
  const context = browser.contexts()[0]
  if (!context) return []
  const found = new Map<string, Page>()
  for (const page of context.pages()) {
    const session = await context.newCDPSession(page)
    found.set((await session.send('Target.getTargetInfo')).targetInfo.targetId, page)
    await session.detach()
  }
  return targets.flatMap((target) => found.get(target) ?? [])
}

async function launchHost({ app, args = [], env = {}, before = [] }: LaunchOptions): Promise<DesktopApp> {
  const child = fork(join(import.meta.dirname, 'run.ts'), [app, ...args], {
    serialization: 'advanced',
    execArgv: [join(import.meta.dirname, 'register.ts'), recorder, ...before].flatMap((file) => ['--import', file]),
    env: { ...process.env, ELECTRON_HOST_APP: app, ...env },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc']
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ask = askerOf(child, ended)
  let browser: Browser | undefined
  await Promise.race([
    new Promise<void>((resolve) => child.on('message', (message: any) => message.type === 'ready' && resolve())),
    ended.then(() => {
      throw new Error(`electron-host: the app ended before it was ready (code ${child.exitCode})\n${errors}`)
    })
  ])
  const windows = async (): Promise<Page[]> => {
    browser ??= await chromium.connectOverCDP(await ask({ type: 'endpoint' }), { noDefaults: true })
    return pagesOf(browser, await ask({ type: 'targets' }))
  }
  const evaluate = (fn: unknown, argument?: unknown) => ask({ type: 'evaluate', source: String(fn), argument })
  return {
    kind: 'host',
    evaluate: evaluate as ElectronApplication['evaluate'],
    process: () => child as never,
    windows,
    firstWindow: () => until(async () => (await windows())[0], 'a window'),
    errors: () => errors,
    close: async () => {
      // The answer is lost when the process ends first.
      if (child.exitCode === null) ask({ type: 'evaluate', source: '({ app }) => app.quit()' }).catch(() => undefined)
      const patience = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(patience)
      await browser?.close().catch(() => undefined)
    }
  }
}
