// `npm run demo`: the desk, a simulated WhatsApp and a company to try them with, from a fresh clone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { stopAtEnd } from './children.ts'
import { seedDesk, seedSimulator } from './demo-company.ts'
import { peopleText, startDesk, startSimulator } from './desk-programs.ts'
import { root } from './run-tool.ts'

const data = join(root, '.data/demo')
const page = join(root, 'desktop/dist/console/index.html')

/** Milliseconds; the newest change below a folder. */
const newestChange = (folder: string): number =>
  Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs)
  )

const run = async (command: string, args: string[]): Promise<void> => {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
}

const buildConsole = async (): Promise<void> => {
  const sources = Math.max(newestChange(join(root, 'desktop/src')), newestChange(join(root, 'shared/src')))
  if (existsSync(page) && statSync(page).mtimeMs > sources) return
  console.info('Building the console …')
  await run('npm', ['run', '--silent', 'build', '-w', 'desktop'])
}

stopAtEnd()
mkdirSync(data, { recursive: true })
await buildConsole()
console.info('Starting the simulated WhatsApp and the desk …')
const simulator = await startSimulator(data)
const { url: desk } = await startDesk(simulator, { data })
await seedDesk(desk, join(data, 'desk'))
await seedSimulator(simulator.apiUrl, desk)

console.info(`
  Guichê is running.

    The desk                ${desk}/console/
${peopleText}

    The simulated phones    ${simulator.apiUrl}

  1. Sign in as admin and open Conexões: the connection shows its QR code.
  2. On the page of the simulated phones choose "Padaria Aurora" and pair the waiting QR code.
  3. Choose a customer there and write. Accept the ticket at the desk and answer.

  Stop with Ctrl+C. What you did is kept in .data/demo; delete that folder to start anew.
`)
