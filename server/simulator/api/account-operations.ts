// Calls about accounts: phones with their linked devices, customers and groups.
import {
  createCustomer,
  createGroup,
  createPhone,
  updateCustomer,
  viewCustomer,
  viewGroup,
  viewPhone
} from '../accounts/accounts.ts'
import { knownQr, pairWaiting, rememberQrs } from '../accounts/desk-link.ts'
import { enterCode, takeCodeBack } from '../accounts/link-code.ts'
import { scanQr, waitingRegistrations } from '../accounts/pairing.ts'
import type { World } from '../model.ts'
import type { CustomerDraft, ServerLogin, PhoneDraft, WaitingRegistration } from '../types.ts'
import { unlink } from '../wire/login.ts'
import { customerOf, phoneOf, SimulatorError } from '../world.ts'

export function phoneOperations(world: World) {
  return {
    /** A phone account the desk can link to. */
    createPhone: async (draft: PhoneDraft) => viewPhone(world, await createPhone(world, draft)),
    phone: (number: string) => viewPhone(world, phoneOf(world, number)),
    /** Logins so far that met another open socket of the same device: two sockets of one account at once. */
    overlaps: (phone?: string) => world.overlaps.filter((one) => phone === undefined || one.phone === phone),
    phones: () => [...world.phones.values()].map((phone) => viewPhone(world, phone)),
    /** Scan a QR string with a phone; resolves with the linked device's id once the companion has signed. */
    scanQr: async (phone: string, qr: string) => (await scanQr(world, phoneOf(world, phone), qr)).id,
    /** Type a desk's code on a phone; resolves with the linked device's id once the companion has signed. */
    enterCode: async (phone: string, code: string) => (await enterCode(world, phoneOf(world, phone), code)).id,
    /** WhatsApp takes the code back that waits for a phone. */
    takeCodeBack: (phone: string) => takeCodeBack(world, phoneOf(world, phone)),
    /** Sockets that show a QR code, newest first. */
    waiting: (): WaitingRegistration[] =>
      waitingRegistrations(world).map(({ id, registration }) => ({
        id,
        since: registration.since,
        label: registration.label,
        codeFor: registration.linkCode?.number,
        qr: knownQr(world, registration.refs)
      })),
    /** Scan the QR code that waits (the newest, or that of the given socket): told by `tellQr`, or asked of the desks. */
    pairWaiting: async (phone: string, waiting?: number) =>
      (await pairWaiting(world, phoneOf(world, phone), waiting)).id,
    /** Tell the simulator a QR string the desk shows. */
    tellQr: (qr: string) => rememberQrs(world, [qr]),
    /** A desk whose QR codes may be looked up. */
    addDesk: (desk: ServerLogin) => {
      world.desks = [...world.desks.filter((other) => other.url !== desk.url || other.email !== desk.email), desk]
    },
    /** Log a device out from the phone. */
    unlink: (phone: string, device?: number) => {
      const owner = phoneOf(world, phone)
      for (const linked of owner.devices.values())
        if (device === undefined || linked.id === device) unlink(world, owner, linked)
    }
  }
}

export function customerOperations(world: World) {
  return {
    createCustomer: (draft: CustomerDraft) => viewCustomer(createCustomer(world, draft)),
    updateCustomer: (id: string, change: Parameters<typeof updateCustomer>[2]) =>
      viewCustomer(updateCustomer(world, id, change)),
    customer: (id: string) => viewCustomer(customerOf(world, id)),
    /** All, or only the `last` ones made. */
    customers: (last?: number) => [...world.customers.values()].slice(last === undefined ? 0 : -last).map(viewCustomer),
    createGroup: (draft: Parameters<typeof createGroup>[1]) => viewGroup(createGroup(world, draft)),
    groups: () => [...world.groups.values()].map(viewGroup),
    picture: (customer: string) => {
      const { picture } = customerOf(world, customer)
      if (!picture) throw new SimulatorError('this customer has no picture', 404)
      return picture
    }
  }
}
