// The simulated WhatsApp and the server, as the demonstration and the development start them.
import { once } from 'node:events'
import { join } from 'node:path'
import type { Bakery } from '../../server/sample/bakery.ts'
import { portFrom, startProgram, stopProgram } from '../children.ts'
import { superUser } from './company.ts'

export interface SimulatorAddresses {
  whatsappUrl: string
  apiUrl: string
  caFile: string
}

/** Starts the simulated WhatsApp; what happens in it is kept below `data`. */
export async function startSimulator(data: string): Promise<SimulatorAddresses> {
  const [port, api, media] = [await portFrom(4600), await portFrom(4610), await portFrom(4620)]
  const child = startProgram('The simulator', {
    isRead: true,
    args: [
      'server/simulator/main.ts',
      ...['--json', '--port', String(port), '--api-port', String(api), '--media-port', String(media)],
      ...['--data-dir', join(data, 'simulator'), '--state-file', join(data, 'simulator/state')]
    ]
  })
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  child.stdout?.resume()
  return JSON.parse(line.toString()) as SimulatorAddresses
}

interface DemoServerOptions {
  data: string
  /** What Node gets before the program. */
  flags?: string[]
  /** What its end means; by default everything ends. */
  onEnd?: () => void
}

export interface DemoServer {
  url: string
  /** Ends the server and starts it again, at the same address. */
  restart(): Promise<void>
}

/** Starts the server on the simulated WhatsApp; resolves once it answers. */
export async function startDemoServer(
  { whatsappUrl, caFile }: SimulatorAddresses,
  { data, flags = [], onEnd }: DemoServerOptions
): Promise<DemoServer> {
  const port = await portFrom(Number(process.env['PORT'] ?? 3000))
  const url = `http://localhost:${port}`
  const start = () =>
    startProgram('The server', {
      args: [...flags, 'server/src/main.ts'],
      env: {
        PORT: String(port),
        PUBLIC_URL: url,
        PIX_PROVIDER: 'sandbox',
        CHECKOUT_PROVIDER: 'sandbox',
        DATA_DIR: join(data, 'desk'),
        WHATSAPP_URL: whatsappUrl,
        NODE_EXTRA_CA_CERTS: caFile,
        SUPER_PASSWORD: superUser.password,
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn'
      },
      ...(onEnd && { onEnd })
    })
  let server = start()
  for (;;) {
    const isReady = await fetch(`${url}/ready`).then(
      (answer) => answer.ok,
      () => false
    )
    if (isReady) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return {
    url,
    restart: async () => {
      await stopProgram(server)
      server = start()
    }
  }
}

const line = (who: string, { email, password }: { email: string; password: string }): string =>
  `      ${who.padEnd(23)} ${email.padEnd(23)} ${password}`

/** Who can sign in at a company, as lines to print. */
export function peopleText({ people: { admin, seller, helper } }: Bakery): string {
  return [
    line('admin', admin),
    line(`attendant (${seller.queue})`, seller),
    line(`attendant (${helper.queue})`, helper)
  ].join('\n')
}

export const superUserText = line('super user', superUser)
