// Messages a second of Baileys alone, with an empty handler: what the whole server is compared with.
import { fork } from 'node:child_process'
import type { Simulator } from '#simulator/simulator.ts'
import { eventually } from '#test/eventually.ts'
import { cpuSeconds } from './measure.ts'

export interface Rate {
  perSecond: number
  /** Milliseconds of processor a message. */
  cpu: number
}

/** How much is sent, by whom and to how many numbers. */
export interface Load {
  connections: number
  customers: number
  messages: number
}

interface BareAnswer {
  qr?: string
  index?: number
  open?: number
  received?: number
  lastAt?: number
}

/** Over all connections of one process. */
export async function measureBare(simulator: Simulator, { connections, customers, messages }: Load): Promise<Rate> {
  const child = fork(new URL('../simulator/testing/bare-baileys.ts', import.meta.url).pathname, [
    simulator.whatsappUrl,
    String(connections)
  ])
  const phones: string[] = []
  const open = new Set<number>()
  let [received, lastAt] = [0, 0]
  const paired = new Set<number>()
  child.on('message', (answer: BareAnswer) => {
    if (answer.qr !== undefined && answer.index !== undefined && !paired.has(answer.index)) {
      paired.add(answer.index)
      const { qr } = answer
      const number = `55117${String(20_000_000 + answer.index)}`
      phones.push(number)
      void simulator.createPhone({ number, name: number }).then(() => simulator.scanQr(number, qr))
    }
    if (answer.open !== undefined) open.add(answer.open)
    if (answer.received !== undefined) [received, lastAt] = [answer.received, answer.lastAt ?? 0]
  })
  await eventually(() => open.size === connections, 'bare sockets to open', 60_000)
  const look = (expected: number) =>
    eventually(
      () => {
        child.send('count')
        return received >= expected
      },
      'bare sockets to receive',
      300_000
    )
  // First messages start sessions; the measured ones are steady.
  await simulator.bulk({ phones, customers, messages: customers * 2, prefix: '55113', release: true })
  await look(customers * 2)
  const run = await simulator.bulk({ phones, customers, messages, prefix: '55113', release: false })
  const before = { cpu: cpuSeconds(child.pid ?? 0), at: Date.now() }
  simulator.releaseBulk(run)
  await look(customers * 2 + messages)
  const rate = {
    perSecond: (messages * 1000) / (lastAt - before.at),
    cpu: ((cpuSeconds(child.pid ?? 0) - before.cpu) * 1000) / messages
  }
  child.kill()
  return rate
}
