// Calls about faults: what goes wrong from now on, and what goes wrong at once.
import { releaseReceipts } from '../chats/receipts-out.ts'
import { addRefusal, clearFaults, faultsFor, setFaults } from '../faults/faults.ts'
import { pullLever, type Lever } from '../faults/levers.ts'
import type { World } from '../model.ts'
import type { Dialect, FaultSettings, Refusal } from '../run-types.ts'
import { customerOf, phoneOf } from '../world.ts'

export function faultOperations(world: World) {
  return {
    /** Lasting faults, of one phone or (without phone) of all. */
    setFaults: (settings: Partial<FaultSettings>, phone?: string) => {
      const before = faultsFor(world.faults, phone)
      const after = setFaults(world.faults, settings, phone && phoneOf(world, phone).number)
      if (before.holdReceipts && !after.holdReceipts) releaseReceipts(world)
      world.emit({ type: 'fault' })
      return after
    },
    faults: (phone?: string) => faultsFor(world.faults, phone),
    /** What is set: for all, and per phone. */
    faultScopes: () =>
      structuredClone({ global: world.faults.global, phones: Object.fromEntries(world.faults.phones) }),
    clearFaults: (phone?: string) => {
      clearFaults(world.faults, phone)
      releaseReceipts(world)
      world.emit({ type: 'fault' })
    },
    /** Refuse sends of the desk: the server's ack carries an error. */
    refuseSends: (refusal: Partial<Omit<Refusal, 'id'>> & { error: number }) => {
      const customer =
        refusal.customer === undefined || refusal.customer.endsWith('@g.us')
          ? refusal.customer
          : customerOf(world, refusal.customer).number
      const added = addRefusal(world.faults, { times: -1, ...refusal, customer })
      world.emit({ type: 'fault' })
      return { ...added }
    },
    endRefusal: (id: number) => {
      world.faults.refusals = world.faults.refusals.filter((refusal) => refusal.id !== id)
      world.emit({ type: 'fault' })
    },
    refusals: () => world.faults.refusals.map((refusal) => ({ ...refusal })),
    /** Do something to the connection now: drop, restart (515), replaced (440), removed (401), unavailable (503), banned (403). */
    pull: (phone: string, lever: Lever, device?: number) => pullLever(world, phoneOf(world, phone), lever, device),

    /** Speaks as another server may, and names its media host `mediaHost`, for all. */
    speak: ({ mediaHost, ...dialect }: Partial<Dialect> & { mediaHost?: string }) => {
      Object.assign(world.dialect, dialect)
      if (mediaHost !== undefined) world.mediaHost = mediaHost
    }
  }
}
