// Calls about chats: what customers write and do, what was said, and many messages at once.
import { bulkOrder, bulkStats, prepareBulk, releaseBulk, stopBulk } from '../chats/bulk.ts'
import { endCall, startCall } from '../chats/calls.ts'
import { sendFromCustomer, sendFromHandset } from '../chats/inbound.ts'
import { outboundStats } from '../chats/outbound-stats.ts'
import { writePast } from '../chats/past.ts'
import { sendPresence, type CustomerPresence } from '../chats/presence.ts'
import { sendReceipt } from '../chats/receipts-out.ts'
import { askAgain, orderRetries } from '../chats/retries.ts'
import { loseMedia } from '../chats/media-retry.ts'
import type { Chat, Conversation, Parties, SimulatorState } from '../model.ts'
import type { BulkDraft } from '../run-types.ts'
import type { ChatMessage, ChatView, Content, PastMessage, SendOptions } from '../types.ts'
import { chatOf, customerOf, groupOf, phoneOf, SimulatorError } from '../simulator-state.ts'

function viewChat(state: SimulatorState, chat: Chat): ChatView {
  const customer = state.customers.get(chat.customer ?? '')
  const group = state.groups.get(chat.group ?? '')
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

/** What customers and the phone's owner do. */
export function customerActions(state: SimulatorState) {
  const partiesOf = (phone: string, customer: string): Parties => ({
    phone: phoneOf(state, phone),
    customer: customerOf(state, customer)
  })
  const conversationOf = (phone: string, customer: string): Conversation => {
    const parties = partiesOf(phone, customer)
    return { ...parties, chat: chatOf(state, parties.phone, parties) }
  }
  return {
    /** A customer sends something to a phone. Resolves when the stanza is queued for every linked device. */
    send: async (phone: string, customer: string, content: Content, options?: SendOptions): Promise<ChatMessage> => {
      return structuredClone(await sendFromCustomer(state, partiesOf(phone, customer), content, options))
    },
    /** The owner of the phone writes on the handset: linked devices get it as `fromMe`. */
    sendFromHandset: async (phone: string, customer: string, content: Content, options?: SendOptions) => {
      return structuredClone(await sendFromHandset(state, partiesOf(phone, customer), content, options))
    },
    /** What was said on a phone before: it comes as history with the next pairing. */
    writePast: (phone: string, past: PastMessage[]): ChatMessage[] =>
      structuredClone(writePast(state, phoneOf(state, phone), past)),
    presence: (phone: string, customer: string, presence: CustomerPresence, group?: string) => {
      sendPresence(state, partiesOf(phone, customer), presence, group ? groupOf(state, group) : undefined)
    },
    startCall: (phone: string, customer: string, video = false) => {
      const who = partiesOf(phone, customer)
      return { ...startCall(state, who.phone, who.customer, video) }
    },
    endCall: (id: string, reason: 'timeout' | 'ended' = 'ended') => ({ ...endCall(state, id, reason) }),
    calls: () => [...state.calls.values()].map((call) => ({ ...call })),
    /** A customer marks messages of the desk read or played by hand (all unread ones when no ids are given). */
    markRead: (phone: string, customer: string, ids?: string[], type: 'delivered' | 'read' | 'played' = 'read') => {
      const conversation = conversationOf(phone, customer)
      const messages = [...conversation.chat.messages.values()].filter((message) =>
        ids ? ids.includes(message.id) : message.from !== 'customer' && !message.readAt
      )
      sendReceipt(state, conversation, messages, type)
      return messages.map((message) => message.id)
    },
    /** The customer's handset claims it cannot read the next `times` messages and asks for them again. */
    orderRetries: (customer: string, times = 1) => orderRetries(state, customerOf(state, customer), times),
    /** The customer's handset asks for a message of the desk again, whatever became of it. */
    askAgain: (phone: string, customer: string, id: string) => askAgain(state, conversationOf(phone, customer), id)
  }
}

/** What was said, and the files of it. */
export function chatReadings(state: SimulatorState) {
  const chatFor = (phone: string, other: string): Chat =>
    chatOf(
      state,
      phoneOf(state, phone),
      other.endsWith('@g.us') ? { group: groupOf(state, other) } : { customer: customerOf(state, other) }
    )
  const messages = (phone: string, other: string, last?: number): ChatMessage[] =>
    structuredClone([...chatFor(phone, other).messages.values()].slice(last === undefined ? 0 : -last))
  const fileInfo = (id: string) => {
    const file = state.files.get(id)
    if (!file) throw new SimulatorError(`no file ${id}`, 404)
    return file
  }
  return {
    chats: (phone?: string) =>
      [...state.chats.values()].filter((chat) => !phone || chat.phone === phone).map((chat) => viewChat(state, chat)),
    chat: (phone: string, other: string) => viewChat(state, chatFor(phone, other)),
    /** Messages of a chat (`other` = customer or group id), oldest first; only the `last` ones if given. */
    messages,
    /** What the desk (or the owner's handset) sent to a customer or group, oldest first. */
    sentTo: (phone: string, other: string): ChatMessage[] =>
      messages(phone, other).filter((message) => message.from !== 'customer'),
    message: (phone: string, other: string, id: string): ChatMessage | undefined => {
      const chat = chatFor(phone, other)
      return structuredClone(chat.messages.get(id) ?? chat.changes.get(id))
    },
    /** Decrypted bytes of a media file, by `media.id`. */
    file: (id: string): Buffer => fileInfo(id).data,
    fileInfo,
    /** Take the file of a customer's message off the media host: downloads get 404 until the desk asks for it again. */
    loseMedia: (phone: string, other: string, id: string) => loseMedia(state, chatFor(phone, other), id)
  }
}

export function bulkOperations(state: SimulatorState) {
  return {
    /** Make many messages; they leave with `releaseBulk`, or at once when `release` is not false. Gives the run's id. */
    bulk: async (draft: BulkDraft & { release?: boolean }): Promise<string> => {
      const run = await prepareBulk(state, draft)
      if (draft.release !== false) releaseBulk(state, run.id, draft.perSecond)
      return run.id
    },
    releaseBulk: (id: string, perSecond?: number) => releaseBulk(state, id, perSecond),
    stopBulk: (id: string) => stopBulk(state, id),
    bulkRuns: () => [...state.bulkRuns.keys()].map((id) => bulkStats(state, id)),
    bulkStats: (id: string) => bulkStats(state, id),
    /** Messages of a run per customer, in order of sending. */
    bulkOrder: (id: string) => bulkOrder(state, id),
    /** What the customers got from a phone's desk, counted, per customer in order. */
    outbound: (phone: string) => outboundStats(state, phoneOf(state, phone))
  }
}
