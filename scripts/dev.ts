// `npm run dev`: simulated WhatsApp, server, console and desktop app together; what is changed is loaded anew.
import { once } from 'node:events'
import { existsSync, mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { electronBinary } from '../desktop/host/electron-binary.ts'
import { bakeryPt } from '../server/sample/bakery-pt.ts'
import { buildPage } from './built-pages.ts'
import { portFrom, startProgram, stopAtEnd, stopProgram } from './children.ts'
import { seedCompanies, seedSimulator } from './demo/company.ts'
import { peopleText, startDemoServer, startSimulator, superUserText } from './demo/demo-programs.ts'
import { root, toolFile } from './run-tool.ts'

const data = join(root, '.data/dev')
const built = join(root, 'desktop/dist/dev')
const settings = 'server/.env'
/** Milliseconds in which several changed files lead to one build. */
const settling = 300

async function startConsole(server: string): Promise<string> {
  const port = await portFrom(5173)
  startProgram('The console', {
    args: [toolFile('vite', 'vite'), 'desktop', '--port', String(port), '--strictPort', '--logLevel', 'warn'],
    env: { GUICHE_DEV_SERVER: server }
  })
  return `http://localhost:${port}/console/`
}

type Work = () => Promise<void>

/** Does things one after the other, whoever asks. */
function inTurn() {
  let running: Promise<void> = Promise.resolve()
  return (work: Work): void => {
    running = running.then(work)
  }
}

/** Calls back when files below one of the folders have changed, once for several. */
function onChange(folders: string[], call: () => void): void {
  let timer: NodeJS.Timeout | undefined
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_what, file) => {
      if (/\.test\.tsx?$/.test(file ?? '')) return
      clearTimeout(timer)
      timer = setTimeout(call, settling)
    })
  }
}

/** The app: built and opened anew for a change of its own, its pages loaded anew for one of the console. */
function startShell(electron: string, server: string) {
  let app: ReturnType<typeof startProgram> | null = null
  const build = async (...options: string[]): Promise<boolean> => {
    const building = startProgram('The build', {
      args: ['desktop/build-shell.ts', built, ...options],
      env: { GUICHE_SERVER: server },
      onEnd: () => undefined
    })
    const [code] = (await once(building, 'exit')) as [number | null]
    return code === 0
  }
  /** A build that fails leaves what runs alone. */
  const open = async (): Promise<void> => {
    if (!(await build())) return
    if (app) await stopProgram(app)
    app = startProgram('The app', {
      command: electron,
      args: ['-r', join(root, 'scripts/reload-pages.cjs'), join(built, 'app'), `--user-data-dir=${join(data, 'app')}`],
      onEnd: () => {
        app = null
        console.info('The app was closed; the next change opens it again.')
      }
    })
  }
  const refresh = async (): Promise<void> => {
    if (app === null) await open()
    else await build('--console')
  }
  const take = inTurn()
  take(open)
  onChange(['desktop/src/main', 'desktop/src/preload', 'desktop/src/bridge', 'shared/src'], () => take(open))
  onChange(['desktop/src/renderer'], () => take(refresh))
}

stopAtEnd()
mkdirSync(data, { recursive: true })
// The server serves the built console from here, and complains where there is no such folder.
mkdirSync(join(root, 'desktop/dist/console'), { recursive: true })
await buildPage('simulator-page')
console.info('Starting the simulated WhatsApp, the desk and the console …')
const simulator = await startSimulator(data)
const server = await startDemoServer(simulator, {
  data,
  flags: existsSync(join(root, settings)) ? [`--env-file=${settings}`] : [],
  onEnd: () => console.error('The server has ended; the next change starts it again.')
})
const restartServer = inTurn()
onChange(['server/src', 'shared/src'], () => restartServer(server.restart))
const rebuild = inTurn()
onChange(['desktop/src/simulator-page'], () => rebuild(() => buildPage('simulator-page').catch(console.error)))
await seedCompanies(server.url, join(data, 'desk'), [bakeryPt])
await seedSimulator(simulator.apiUrl, server.url, [bakeryPt])
const consoleAddress = await startConsole(server.url)
const electron = electronBinary()
console.info(`
    The console             ${consoleAddress}
${peopleText(bakeryPt)}
${superUserText}

    The simulated phones    ${simulator.apiUrl}

  ${
    electron === null
      ? 'There is no Electron program here, so the console in the browser stands for the app; `npm run desktop` says how to get it.'
      : 'The app is built and opened; a change of the console loads its page anew, any other opens it again.'
  }
  Stop with Ctrl+C.
`)
if (electron !== null) startShell(electron, server.url)
