// What both benchmarks stand on: the built console, a company with a long history, and customers who write all the time.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Phones, type PhoneCustomer } from '#e2e/phones.ts'
import { seedCompany } from '#e2e/seed.ts'
import { setStage } from '#e2e/stage.ts'

/** Messages a second that arrive while somebody works. */
const rate = 50
const customersWriting = 20

const root = join(import.meta.dirname, '../..')
/** The built console. */
export const consoleFolder = join(root, 'desktop/dist/console')

export const print = (label: string, text: string): void => console.info(`${label.padEnd(44)} ${text}`)

export function buildConsole(): void {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const built = spawnSync(process.execPath, [vite, 'build', 'desktop', '--logLevel', 'error'], {
    cwd: root,
    stdio: 'inherit'
  })
  if (built.status !== 0) throw new Error('the console cannot be built')
}

/** A server with the company in it. */
export async function setScene() {
  const stage = await setStage()
  const phones = new Phones(stage.addresses.simulator)
  const company = await seedCompany(stage.addresses.server)
  const phone = await company.pair(phones, 'Medição', [company.queues.vendas, company.queues.suporte])
  await stage.order('fill')
  const customers: PhoneCustomer[] = []
  for (let index = 0; index < customersWriting; index++) customers.push(await phones.addCustomer(`Cliente ${index}`))

  /** Customers write at the rate until `isOver`; how many messages went out. */
  const writeAll = async (isOver: () => boolean): Promise<number> => {
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
  return { company, writeAll, url: stage.addresses.server, close: stage.close }
}

export type Scene = Awaited<ReturnType<typeof setScene>>
