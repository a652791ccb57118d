// A connection goes from node to node while something breaks between every two steps of it: it is never on two sockets
// at once, never nobody's, and no message is lost or out of order.
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNodeProcesses, type Node, type NodeProcesses } from './node-processes.ts'

let scene: NodeProcesses
/** Runs the session now. */
let owner: Node

beforeAll(async () => {
  scene = await startNodeProcesses()
  owner = scene.first
})
afterAll(() => scene.stop())

const faults = {
  /** kill -9 */
  dies: (node: Node) => void node.child.kill('SIGKILL'),
  /** Its network to the database is gone, and nobody says so. */
  'is cut off': (node: Node) => void node.proxy.freeze(),
  /** Its connections to the database are reset, and new ones are refused. */
  'is refused': (node: Node) => void node.proxy.cut()
}
const deliveries = { before: false, after: true }

/** All of them take five minutes: of each step two are tried, in turn, unless HANDOVER=all asks for the others. */
const triesAll = process.env['HANDOVER'] === 'all'

function cellsOf(steps: Record<string, string>) {
  return Object.entries(steps).flatMap(([step, text], place) =>
    Object.entries(deliveries)
      .flatMap(([when, isDelivered]) =>
        Object.entries(faults).map(([fault, act]) => ({ step, text, when, isDelivered, fault, act }))
      )
      .filter((_, n) => triesAll || n % 3 === (place + Math.floor(n / 3)) % 3)
  )
}

interface Trap {
  text: string
  isDelivered: boolean
  act: (node: Node) => void
}

/** Resolves when the node has sent the text, and met its fault. */
function trap(node: Node, { text, isDelivered, act }: Trap) {
  return new Promise<void>((resolve) => {
    node.proxy.trap(text, isDelivered, () => {
      act(node)
      resolve()
    })
  })
}

/** What every handover must come to, whatever was broken on its way. */
async function expectWhole(next: Node, broken: Node, overlaps: number) {
  await scene.until(() => next.status === 'CONNECTED', 'the node that is whole')
  await scene.write(3)
  await scene.whole()
  expect(scene.simulator.overlaps().slice(overlaps)).toEqual([])
  // A node that comes back finds that the connection is somebody else's.
  await broken.proxy.restore()
  await scene.write(1)
  await scene.whole()
  await scene.end(broken)
  expect(scene.simulator.overlaps().slice(overlaps)).toEqual([])
  expect((await scene.owner()).pid).toBe(next.child.pid)
  owner = next
}

/** Passes the connection on to another node, while the giver, or the taker, meets its fault. */
async function expectHandover(cell: Trap, isGiver: boolean) {
  const giver = owner
  const taker = await scene.begin()
  await scene.alive(2)
  await scene.write(3)
  const overlaps = scene.simulator.overlaps().length
  const broken = isGiver ? giver : taker
  const sprung = trap(broken, cell)
  if (isGiver) giver.child.send('stop')
  else await scene.end(giver)
  await scene.write(3)
  await sprung
  await expectWhole(isGiver ? taker : await scene.begin(), broken, overlaps)
}

describe('the node that hands over', () => {
  const steps = {
    'it gives the lease back': 'set lease_owner = null',
    'it wakes the others': 'pg_notify',
    'it takes its leave': 'delete from whatsapp_nodes where name'
  }
  it.each(cellsOf(steps))('$fault $when $step', (cell) => expectHandover(cell, true))
})

describe('the node that takes over', () => {
  const steps = {
    'it claims the connection': 'was_owned',
    'it waits for what its owner wrote': 'lock_timeout',
    'it reads the credentials': 'select data from whatsapp_creds',
    'it reads the keys': 'select type, id, data from whatsapp_keys',
    'it writes for the first time': 'with locked as materialized'
  }
  it.each(cellsOf(steps))('$fault $when $step', (cell) => expectHandover(cell, false))
})

describe('a node that sleeps beyond its lease', () => {
  /** Its socket is open at WhatsApp while it sleeps: nobody but itself can close it, and WhatsApp does with the next login. */
  const alarm = join(tmpdir(), `guiche-alarm-${process.pid}`)
  afterAll(() => rmSync(alarm, { force: true }))
  const sleepers = {
    'because it is paused': {
      sleep: (node: Node) => void node.child.kill('SIGSTOP'),
      wake: (node: Node) => void node.child.kill('SIGCONT')
    },
    'because its event loop is blocked': {
      sleep: (node: Node) => void node.child.send({ blockUntil: alarm }),
      wake: () => writeFileSync(alarm, '')
    }
  }
  it.each(Object.entries(sleepers))('says nothing when it wakes up, %s', async (_why, { sleep, wake }) => {
    const sleeper = owner
    const taker = await scene.begin()
    await scene.alive(2)
    await scene.write(3)
    const overlaps = scene.simulator.overlaps().length
    sleep(sleeper)
    await scene.write(3)
    await scene.until(() => taker.status === 'CONNECTED', 'the other node')
    sleeper.status = 'asleep'
    const { epoch } = await scene.owner()
    wake(sleeper)
    await scene.alive(2)
    await scene.write(3)
    await scene.whole()
    // It has neither logged in again nor reported anything, and the connection stays where it is.
    expect(scene.simulator.overlaps().slice(overlaps)).toHaveLength(1)
    expect(sleeper.status).toBe('asleep')
    expect(await scene.owner()).toEqual({ pid: taker.child.pid, epoch })
    await scene.end(sleeper)
    owner = taker
  })
})

it('all locks are gone at once, as after a restart of PostgreSQL: no session moves, and none is lost', async () => {
  const other = await scene.begin()
  await scene.alive(2)
  await scene.write(3)
  const { pid } = await scene.owner()
  const overlaps = scene.simulator.overlaps().length
  for (let round = 0; round < 3; round++) {
    await scene.database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database() and application_name like 'guiche%'`
    await scene.write(2)
    await scene.whole()
  }
  // A machine too busy to answer in time has it taken anew, by the node that had it.
  expect((await scene.owner()).pid).toBe(pid)
  expect(scene.simulator.overlaps()).toHaveLength(overlaps)
  expect(owner.status).toBe('CONNECTED')
  await scene.end(other)
})
