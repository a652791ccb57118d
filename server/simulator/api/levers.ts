// One-shot faults: what happens to a connection now.
import { endStream, unlink } from '../connections/login.ts'
import { setFaults } from '../faults/faults.ts'
import type { Device, Phone, SimulatorState } from '../model.ts'
import { announceFewPreKeys } from '../signal/prekeys.ts'
import { SimulatorError } from '../simulator-state.ts'

export const levers = ['drop', 'restart', 'replaced', 'removed', 'unavailable', 'banned', 'few-prekeys'] as const

export type Lever = (typeof levers)[number]

/** Pull a lever for one device, or for all devices of a phone. */
export function pullLever(state: SimulatorState, phone: Phone, lever: Lever, deviceId?: number): number {
  const devices = [...phone.devices.values()].filter((device) => deviceId === undefined || device.id === deviceId)
  if (!devices.length) throw new SimulatorError(`${phone.number} has no such linked device`, 404)
  if (lever === 'banned') setFaults(state.faults, { loginFailure: 403 }, phone.number)
  for (const device of devices) act(state, phone, device, lever)
  state.log(`${lever} on ${devices.length} device(s)`, phone.number)
  return devices.length
}

function act(state: SimulatorState, phone: Phone, device: Device, lever: Lever): void {
  const connection = state.online.get(device)
  switch (lever) {
    case 'drop':
    case 'banned':
      connection?.drop()
      return
    case 'removed':
      unlink(state, phone, device)
      return
    case 'few-prekeys':
      announceFewPreKeys(state, phone, device, 2)
      return
    case 'restart':
    case 'replaced':
    case 'unavailable':
      if (connection) endStream(connection, lever)
      return
    default:
      throw new SimulatorError(`no lever ${lever as string}: ${levers.join(', ')}`)
  }
}
