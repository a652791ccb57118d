// Calls about faults: what goes wrong from now on, and what goes wrong at once.
import { releaseReceipts } from '../chats/receipts-out.ts'
import { addRefusal, clearFaults, faultsFor, setFaults } from '../faults/faults.ts'
import { pullLever, type Lever } from './levers.ts'
import type { SimulatorState } from '../model.ts'
import type { Dialect, FaultSettings, Refusal } from '../run-types.ts'
import { customerOf, phoneOf } from '../simulator-state.ts'

export function faultOperations(state: SimulatorState) {
  return {
    /** Lasting faults, of one phone or (without phone) of all. */
    setFaults: (settings: Partial<FaultSettings>, phone?: string) => {
      const before = faultsFor(state.faults, phone)
      const after = setFaults(state.faults, settings, phone && phoneOf(state, phone).number)
      if (before.holdReceipts && !after.holdReceipts) releaseReceipts(state)
      state.emit({ type: 'fault' })
      return after
    },
    faults: (phone?: string) => faultsFor(state.faults, phone),
    /** What is set: for all, and per phone. */
    faultScopes: () =>
      structuredClone({ global: state.faults.global, phones: Object.fromEntries(state.faults.phones) }),
    clearFaults: (phone?: string) => {
      clearFaults(state.faults, phone)
      releaseReceipts(state)
      state.emit({ type: 'fault' })
    },
    /** Refuse sends of the desk: the server's ack carries an error. */
    refuseSends: (refusal: Partial<Omit<Refusal, 'id'>> & { error: number }) => {
      const customer =
        refusal.customer === undefined || refusal.customer.endsWith('@g.us')
          ? refusal.customer
          : customerOf(state, refusal.customer).number
      const added = addRefusal(state.faults, { times: -1, ...refusal, customer })
      state.emit({ type: 'fault' })
      return { ...added }
    },
    endRefusal: (id: number) => {
      state.faults.refusals = state.faults.refusals.filter((refusal) => refusal.id !== id)
      state.emit({ type: 'fault' })
    },
    refusals: () => state.faults.refusals.map((refusal) => ({ ...refusal })),
    /** Do something to the connection now: drop, restart (515), replaced (440), removed (401), unavailable (503), banned (403). */
    pull: (phone: string, lever: Lever, device?: number) => pullLever(state, phoneOf(state, phone), lever, device),

    /** Speaks as another server may, and names its media host `mediaHost`, for all. */
    speak: ({ mediaHost, ...dialect }: Partial<Dialect> & { mediaHost?: string }) => {
      Object.assign(state.dialect, dialect)
      if (mediaHost !== undefined) state.mediaHost = mediaHost
    }
  }
}
