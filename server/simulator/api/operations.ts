// Every call of the simulator for tests in the same process; the HTTP API is a thin layer over these.
import {
  createCustomer,
  createGroup,
  createPhone,
  updateCustomer,
  viewCustomer,
  viewGroup,
  viewPhone
} from '../accounts/accounts.ts'
import { bulkOrder, bulkStats, prepareBulk, releaseBulk, stopBulk } from '../chats/bulk.ts'
import { endCall, startCall } from '../chats/calls.ts'
import { knownQr, pairWaiting, rememberQrs } from '../accounts/desk-link.ts'
import { addRefusal, clearFaults, faultsFor, setFaults } from '../faults/faults.ts'
import { sendFromCustomer, sendFromHandset } from '../chats/inbound.ts'
import { pullLever, type Lever } from '../faults/levers.ts'
import { enterCode, takeCodeBack } from '../accounts/link-code.ts'
import { unlink } from '../wire/login.ts'
import type { Chat, World } from '../model.ts'
import { scanQr, waitingRegistrations } from '../accounts/pairing.ts'
import { writePast } from '../chats/past.ts'
import { outboundStats } from '../chats/outbound-stats.ts'
import { loseMedia } from '../media/media-retry.ts'
import { sendPresence, type CustomerPresence } from '../chats/presence.ts'
import { releaseReceipts, sendReceipt } from '../chats/receipts-out.ts'
import { askAgain, orderRetries } from '../chats/retries.ts'
import type { BulkDraft, Dialect, FaultSettings, Refusal, SimulatorEvent } from '../run-types.ts'
import type {
  ChatMessage,
  ChatView,
  Content,
  CustomerDraft,
  PastMessage,
  PhoneDraft,
  SendOptions,
  WaitingRegistration,
  DeskLogin
} from '../types.ts'
import { chatOf, customerOf, groupOf, phoneOf, SimulatorError } from '../world.ts'

export type Operations = ReturnType<typeof makeOperations>

const WAIT_MS = 10_000
const LOOK_MS = 10

function viewChat(world: World, chat: Chat): ChatView {
  const customer = world.customers.get(chat.customer ?? '')
  const group = world.groups.get(chat.group ?? '')
  const messages = [...chat.messages.values()]
  return {
    id: chat.id,
    phone: chat.phone,
    customer: chat.customer,
    group: chat.group,
    title: group?.subject ?? customer?.name ?? '',
    last: structuredClone(messages.at(-1)),
    unread: messages.filter((message) => message.from === 'customer' && !message.readByDeskAt).length,
    deskPresence: chat.deskPresence
  }
}

export function makeOperations(world: World) {
  const target = (phone: string, customer: string) => ({
    phone: phoneOf(world, phone),
    customer: customerOf(world, customer)
  })
  const chatFor = (phone: string, other: string) =>
    chatOf(
      world,
      phoneOf(world, phone),
      other.endsWith('@g.us') ? { group: groupOf(world, other) } : { customer: customerOf(world, other) }
    )

  const operations = {
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
    addDesk: (desk: DeskLogin) => {
      world.desks = [...world.desks.filter((other) => other.url !== desk.url || other.email !== desk.email), desk]
    },
    /** Log a device out from the phone. */
    unlink: (phone: string, device?: number) => {
      const owner = phoneOf(world, phone)
      for (const linked of owner.devices.values())
        if (device === undefined || linked.id === device) unlink(world, owner, linked)
    },

    createCustomer: (draft: CustomerDraft) => viewCustomer(createCustomer(world, draft)),
    updateCustomer: (id: string, change: Parameters<typeof updateCustomer>[2]) =>
      viewCustomer(updateCustomer(world, id, change)),
    customer: (id: string) => viewCustomer(customerOf(world, id)),
    /** All, or only the `last` ones made. */
    customers: (last?: number) => [...world.customers.values()].slice(last === undefined ? 0 : -last).map(viewCustomer),
    createGroup: (draft: Parameters<typeof createGroup>[1]) => viewGroup(createGroup(world, draft)),
    groups: () => [...world.groups.values()].map(viewGroup),

    /** A customer sends something to a phone. Resolves when the stanza is queued for every linked device. */
    send: async (phone: string, customer: string, content: Content, options?: SendOptions): Promise<ChatMessage> => {
      const who = target(phone, customer)
      return structuredClone(await sendFromCustomer(world, who.phone, who.customer, content, options))
    },
    /** The owner of the phone writes on the handset: linked devices get it as `fromMe`. */
    sendFromHandset: async (phone: string, customer: string, content: Content, options?: SendOptions) => {
      const who = target(phone, customer)
      return structuredClone(await sendFromHandset(world, who.phone, who.customer, content, options))
    },
    /** What was said on a phone before: it comes as history with the next pairing. */
    writePast: (phone: string, past: PastMessage[]): ChatMessage[] =>
      structuredClone(writePast(world, phoneOf(world, phone), past)),
    presence: (phone: string, customer: string, state: CustomerPresence, group?: string) => {
      const who = target(phone, customer)
      sendPresence(world, who.phone, who.customer, state, group ? groupOf(world, group) : undefined)
    },
    startCall: (phone: string, customer: string, video = false) => {
      const who = target(phone, customer)
      return { ...startCall(world, who.phone, who.customer, video) }
    },
    endCall: (id: string, reason: 'timeout' | 'ended' = 'ended') => ({ ...endCall(world, id, reason) }),
    calls: () => [...world.calls.values()].map((call) => ({ ...call })),
    /** A customer marks messages of the desk read or played by hand (all unread ones when no ids are given). */
    markRead: (phone: string, customer: string, ids?: string[], type: 'delivered' | 'read' | 'played' = 'read') => {
      const who = target(phone, customer)
      const chat = chatOf(world, who.phone, { customer: who.customer })
      const messages = [...chat.messages.values()].filter((message) =>
        ids ? ids.includes(message.id) : message.from !== 'customer' && !message.readAt
      )
      sendReceipt(world, who.phone, who.customer, chat, messages, type)
      return messages.map((message) => message.id)
    },
    /** The customer's handset claims it cannot read the next `times` messages and asks for them again. */
    orderRetries: (customer: string, times = 1) => orderRetries(world, customerOf(world, customer), times),
    /** The customer's handset asks for a message of the desk again, whatever became of it. */
    askAgain: (phone: string, customer: string, id: string) => {
      const who = target(phone, customer)
      askAgain(world, who.phone, who.customer, chatOf(world, who.phone, { customer: who.customer }), id)
    },

    chats: (phone?: string) =>
      [...world.chats.values()].filter((chat) => !phone || chat.phone === phone).map((chat) => viewChat(world, chat)),
    chat: (phone: string, other: string) => viewChat(world, chatFor(phone, other)),
    /** Messages of a chat (`other` = customer or group id), oldest first; only the `last` ones if given. */
    messages: (phone: string, other: string, last?: number): ChatMessage[] =>
      structuredClone([...chatFor(phone, other).messages.values()].slice(last === undefined ? 0 : -last)),
    /** What the desk (or the owner's handset) sent to a customer or group, oldest first. */
    sentTo: (phone: string, other: string): ChatMessage[] =>
      operations.messages(phone, other).filter((message) => message.from !== 'customer'),
    message: (phone: string, other: string, id: string): ChatMessage | undefined => {
      const chat = chatFor(phone, other)
      return structuredClone(chat.messages.get(id) ?? chat.changes.get(id))
    },
    /** Decrypted bytes of a media file, by `media.id`. */
    file: (id: string): Buffer => operations.fileInfo(id).data,
    fileInfo: (id: string) => {
      const file = world.files.get(id)
      if (!file) throw new SimulatorError(`no file ${id}`, 404)
      return file
    },
    picture: (customer: string) => {
      const { picture } = customerOf(world, customer)
      if (!picture) throw new SimulatorError('this customer has no picture', 404)
      return picture
    },

    /** Take the file of a customer's message off the media host: downloads get 404 until the desk asks for it again. */
    loseMedia: (phone: string, other: string, id: string) => loseMedia(world, chatFor(phone, other), id),

    /** Make many messages; they leave with `releaseBulk`, or at once when `release` is not false. Gives the run's id. */
    bulk: async (draft: BulkDraft & { release?: boolean }): Promise<string> => {
      const run = await prepareBulk(world, draft)
      if (draft.release !== false) releaseBulk(world, run.id, draft.perSecond)
      return run.id
    },
    releaseBulk: (id: string, perSecond?: number) => releaseBulk(world, id, perSecond),
    stopBulk: (id: string) => stopBulk(world, id),
    bulkRuns: () => [...world.bulkRuns.keys()].map((id) => bulkStats(world, id)),
    bulkStats: (id: string) => bulkStats(world, id),
    /** Messages of a run per customer, in order of sending. */
    bulkOrder: (id: string) => bulkOrder(world, id),
    /** What the customers got from a phone's desk, counted, per customer in order. */
    outbound: (phone: string) => outboundStats(world, phoneOf(world, phone)),

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
    },
    /** Follow what happens; returns the function that stops it. */
    on: (listener: (event: SimulatorEvent) => void) => {
      world.events.on('event', listener)
      return () => {
        world.events.off('event', listener)
      }
    },
    /** Wait until `look` gives something truthy; it is asked again every 10 ms. */
    waitFor: <T>(look: () => T | Promise<T>, timeoutMs = WAIT_MS, what = 'the condition'): Promise<NonNullable<T>> =>
      waitFor(look, timeoutMs, what)
  }
  return operations
}

/** Looks at most every 10 ms, so that waiting during a burst does not cost more than the burst. */
async function waitFor<T>(look: () => T | Promise<T>, timeoutMs: number, what: string): Promise<NonNullable<T>> {
  const until = Date.now() + timeoutMs
  while (true) {
    const found = await look()
    if (found) return found
    const left = until - Date.now()
    if (left <= 0) throw new Error(`the simulator waited ${timeoutMs} ms for ${what}`)
    await new Promise<void>((resolve) => setTimeout(resolve, Math.min(left, LOOK_MS)))
  }
}
