// The scene of a journey file: a fresh server with its database, the simulated WhatsApp, and levers on both.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test as base, expect } from 'playwright/test'
import { Phones } from './phones.ts'
import { seedCompany, type Person, type SeededCompany } from './seed.ts'

interface Addresses {
  server: string
  simulator: string
  control: string
}

export interface Stage {
  url: string
  phones: Phones
  company: SeededCompany
  /** The super user. */
  owner: Pick<Person, 'email' | 'password'>
  /** `kill`, `start`, `stop` the server; `cut`, `restore` the network between browsers and server. */
  order(command: 'kill' | 'start' | 'stop' | 'cut' | 'restore' | 'output'): Promise<unknown>
}

const program = new URL('../../server/test/server/stage.ts', import.meta.url).pathname

/** Starts the scene in a process of its own. */
export async function setStage() {
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Inside the test host the desktop app's page has this origin.
    env: { ...process.env, CORS_ORIGINS: 'https://bundle.app.electron-host.invalid' }
  })
  const lines = createInterface({ input: child.stdout })
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the stage ended with ${String(code)}`)
    })
  ])) as [string]
  const addresses = JSON.parse(line) as Addresses
  return {
    addresses,
    order: async (command: string): Promise<unknown> => {
      const answer = await fetch(`${addresses.control}/${command}`, { method: 'POST' })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    },
    close: async () => {
      const gone = once(child, 'exit')
      child.stdin.end()
      await gone
    }
  }
}

/** Texts of the console that a journey expects and that are no defect, such as refused calls it provokes. */
const expectedNoise = /Failed to load resource|WebSocket connection|net::ERR_|the server responded with a status/

/** Journeys use this instead of Playwright's own `test`. */
export const test = base.extend<{ quiet: void }, { stage: Stage }>({
  stage: [
    // Playwright demands a pattern here, also when nothing is taken from it.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { addresses, order, close } = await setStage()
      const phones = new Phones(addresses.simulator)
      await use({
        url: addresses.server,
        phones,
        company: await seedCompany(addresses.server),
        // As the process of the server is started with it.
        owner: { email: 'super@guiche.local', password: 'super-secret' },
        order
      })
      await close()
    },
    { scope: 'worker', timeout: 120_000 }
  ],
  quiet: [
    async ({ context }, use) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error' && !expectedNoise.test(message.text())) complaints.push(message.text())
      })
      context.on('weberror', (error) => complaints.push(String(error.error())))
      await use()
      expect(complaints, 'errors on the console').toEqual([])
    },
    { auto: true }
  ]
})

export { expect }
