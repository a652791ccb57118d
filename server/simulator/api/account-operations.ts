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
import { knownQr, pairWaiting, rememberQrs } from '../accounts/server-link.ts'
import { enterCode, takeCodeBack } from '../accounts/link-code.ts'
import { scanQr, waitingRegistrations } from '../accounts/pairing.ts'
import type { SimulatorState } from '../model.ts'
import type { CustomerDraft, ServerLogin, PhoneDraft, WaitingRegistration } from '../types.ts'
import { unlink } from '../connections/login.ts'
import { customerOf, phoneOf, SimulatorError } from '../simulator-state.ts'

export function phoneOperations(state: SimulatorState) {
  return {
    /** A phone account the desk can link to. */
    createPhone: async (draft: PhoneDraft) => viewPhone(state, await createPhone(state, draft)),
    phone: (number: string) => viewPhone(state, phoneOf(state, number)),
    /** Logins so far that met another open socket of the same device: two sockets of one account at once. */
    overlaps: (phone?: string) => state.overlaps.filter((one) => phone === undefined || one.phone === phone),
    phones: () => [...state.phones.values()].map((phone) => viewPhone(state, phone)),
    /** Scan a QR string with a phone; resolves with the linked device's id once the companion has signed. */
    scanQr: async (phone: string, qr: string) => (await scanQr(state, phoneOf(state, phone), qr)).id,
    /** Type a desk's code on a phone; resolves with the linked device's id once the companion has signed. */
    enterCode: async (phone: string, code: string) => (await enterCode(state, phoneOf(state, phone), code)).id,
    /** WhatsApp takes the code back that waits for a phone. */
    takeCodeBack: (phone: string) => takeCodeBack(state, phoneOf(state, phone)),
    /** Sockets that show a QR code, newest first. */
    waiting: (): WaitingRegistration[] =>
      waitingRegistrations(state).map(({ id, registration }) => ({
        id,
        since: registration.since,
        label: registration.label,
        codeFor: registration.linkCode?.number,
        qr: knownQr(state, registration.refs)
      })),
    /** Scan the QR code that waits (the newest, or that of the given socket): told by `tellQr`, or asked of the desks. */
    pairWaiting: async (phone: string, waiting?: number) =>
      (await pairWaiting(state, phoneOf(state, phone), waiting)).id,
    /** Tell the simulator a QR string the desk shows. */
    tellQr: (qr: string) => rememberQrs(state, [qr]),
    /** A desk whose QR codes may be looked up. */
    addServerLogin: (serverLogin: ServerLogin) => {
      state.desks = [
        ...state.desks.filter((other) => other.url !== serverLogin.url || other.email !== serverLogin.email),
        serverLogin
      ]
    },
    /** Log a device out from the phone. */
    unlink: (phone: string, device?: number) => {
      const owner = phoneOf(state, phone)
      for (const linked of owner.devices.values())
        if (device === undefined || linked.id === device) unlink(state, owner, linked)
    }
  }
}

export function customerOperations(state: SimulatorState) {
  return {
    createCustomer: (draft: CustomerDraft) => viewCustomer(createCustomer(state, draft)),
    updateCustomer: (id: string, change: Parameters<typeof updateCustomer>[2]) =>
      viewCustomer(updateCustomer(state, id, change)),
    customer: (id: string) => viewCustomer(customerOf(state, id)),
    /** All, or only the `last` ones made. */
    customers: (last?: number) => [...state.customers.values()].slice(last === undefined ? 0 : -last).map(viewCustomer),
    createGroup: (draft: Parameters<typeof createGroup>[1]) => viewGroup(createGroup(state, draft)),
    groups: () => [...state.groups.values()].map(viewGroup),
    picture: (customer: string) => {
      const { picture } = customerOf(state, customer)
      if (!picture) throw new SimulatorError('this customer has no picture', 404)
      return picture
    }
  }
}
