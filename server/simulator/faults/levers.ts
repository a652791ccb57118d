// One-shot faults: what happens to a connection now.
import { endStream, unlink } from '../wire/login.ts'
import { setFaults } from './faults.ts'
import type { Device, Phone, World } from '../model.ts'
import { announceFewPreKeys } from '../wire/prekeys.ts'
import { SimulatorError } from '../world.ts'

export const levers = ['drop', 'restart', 'replaced', 'removed', 'unavailable', 'banned', 'few-prekeys'] as const

export type Lever = (typeof levers)[number]

/** Pull a lever for one device, or for all devices of a phone. */
export function pullLever(world: World, phone: Phone, lever: Lever, deviceId?: number): number {
  const devices = [...phone.devices.values()].filter((device) => deviceId === undefined || device.id === deviceId)
  if (!devices.length) throw new SimulatorError(`${phone.number} has no such linked device`, 404)
  if (lever === 'banned') setFaults(world.faults, { loginFailure: 403 }, phone.number)
  for (const device of devices) act(world, phone, device, lever)
  world.log(`${lever} on ${devices.length} device(s)`, phone.number)
  return devices.length
}

function act(world: World, phone: Phone, device: Device, lever: Lever): void {
  const connection = world.online.get(device)
  switch (lever) {
    case 'drop':
    case 'banned':
      connection?.drop()
      return
    case 'removed':
      unlink(world, phone, device)
      return
    case 'few-prekeys':
      announceFewPreKeys(world, phone, device, 2)
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
