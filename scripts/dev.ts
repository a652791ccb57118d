// `npm run dev`: simulated WhatsApp, server, console and desktop app together; what is changed is loaded anew.
import { once } from 'node:events'
import { mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { electronBinary } from '../desktop/host/electron-binary.ts'
import { portFrom, startProgram, stopAtEnd, stopProgram } from './children.ts'
import { seedDesk, seedSimulator } from './demo-company.ts'
import { peopleText, startDesk, startSimulator } from './desk-programs.ts'
import { root, toolFile } from './run-tool.ts'

const data = join(root, '.data/dev')
const built = join(root, 'desktop/dist/dev')
/** Milliseconds in which several changed files lead to one build. */
const settling = 300

const startConsole = async (desk: string): Promise<string> => {
  const port = await portFrom(5173)
  startProgram('The console', {
    args: [toolFile('vite', 'vite'), 'desktop', '--port', String(port), '--strictPort', '--logLevel', 'warn'],
    env: { GUICHE_DEV_DESK: desk }
  })
  return `http://localhost:${port}/console/`
}

/** Does something whenever a file below one of the folders has changed, one time after the other. */
const onChange = (folders: string[], work: () => Promise<void>): void => {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(work)
    }, settling)
  }
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_what, file) => {
      if (!/\.test\.tsx?$/.test(file ?? '')) soon()
    })
  }
}

/** Builds the app and starts it; what ran before ends. A build that fails leaves it alone. */
const shellStarter = (electron: string, desk: string) => {
  let app: ReturnType<typeof startProgram> | null = null
  return async (): Promise<void> => {
    const build = startProgram('The build', {
      args: ['desktop/build-shell.ts', built],
      env: { GUICHE_SERVER: desk },
      onEnd: () => undefined
    })
    const [code] = (await once(build, 'exit')) as [number | null]
    if (code !== 0) return
    if (app) await stopProgram(app)
    app = startProgram('The app', {
      command: electron,
      args: [join(built, 'app'), `--user-data-dir=${join(data, 'app')}`],
      onEnd: () => console.info('The app was closed; the next change opens it again.')
    })
  }
}

stopAtEnd()
mkdirSync(data, { recursive: true })
console.info('Starting the simulated WhatsApp, the desk and the console …')
const simulator = await startSimulator(data)
const desk = await startDesk(simulator, {
  data,
  flags: ['--env-file-if-exists=server/.env'],
  onEnd: () => console.error('The server has ended; the next change starts it again.')
})
onChange(['server/src', 'shared/src'], desk.restart)
await seedDesk(desk.url, join(data, 'desk'))
await seedSimulator(simulator.apiUrl, desk.url)
const consoleAddress = await startConsole(desk.url)
const electron = electronBinary()
console.info(`
    The console             ${consoleAddress}
${peopleText}

    The simulated phones    ${simulator.apiUrl}

  ${
    electron === null
      ? 'There is no Electron program here, so the console in the browser stands for the app; `npm run desktop` says how to get it.'
      : 'The app is built and opened, and opened again after every change.'
  }
  Stop with Ctrl+C.
`)
if (electron !== null) {
  const startShell = shellStarter(electron, desk.url)
  await startShell()
  onChange(['desktop/src', 'shared/src'], startShell)
}
