// What the page knows: the state of the simulator, the chosen phone and person, the open chat's messages.
import { call, listen } from './api.js'

const RELOAD_MS = 250
const SHOWN = 200

export const state = {
  phones: [],
  customers: [],
  groups: [],
  waiting: [],
  chats: [],
  calls: [],
  faults: { global: {}, phones: {} },
  refusals: [],
  runs: [],
  log: [],
  messages: [],
  phone: localStorage.getItem('phone') ?? '',
  other: localStorage.getItem('other') ?? '',
  /** In a group: the member who writes. */
  member: '',
  /** Write as the owner of the phone. */
  asOwner: false,
  replyTo: undefined,
  editing: undefined,
  online: true,
  view: 'people'
}

const listeners = new Set()
export const onChange = (listener) => listeners.add(listener)
/** Tell the parts of the page what has changed: `world`, `chat`, `log`, `choice`. */
export const announce = (...what) => {
  for (const listener of listeners) listener(new Set(what))
}

/** Sockets that show a QR code, and did not ask for a code instead. */
export const scannable = () => state.waiting.filter(({ codeFor }) => !codeFor)
export const isGroup = (id) => id.endsWith('@g.us')
export const customerOf = (id) => state.customers.find((customer) => customer.id === id)
export const groupOf = (id) => state.groups.find((group) => group.id === id)
export const phoneOf = (number) => state.phones.find((phone) => phone.number === number)
export const chatId = () => `${state.phone}/${state.other}`
export const chatWith = (phone, other) =>
  state.chats.find((chat) => chat.phone === phone && (chat.group ?? chat.customer) === other)

let reloading
let asked = 0
let answered = 0
export async function reload() {
  clearTimeout(reloading)
  reloading = undefined
  const mine = ++asked
  const found = await call('GET', '/state')
  // The answer of an earlier call may come behind that of a later one.
  if (mine < answered) return
  answered = mine
  Object.assign(state, found)
  if (!phoneOf(state.phone)) state.phone = state.phones[0]?.number ?? ''
  if (state.other && !customerOf(state.other) && !groupOf(state.other)) state.other = ''
  announce('world')
}
const reloadSoon = () => {
  reloading ??= setTimeout(() => reload().catch(() => undefined), RELOAD_MS)
}

export async function loadMessages() {
  const { phone, other } = state
  state.messages =
    phone && other ? await call('GET', `/chats/${phone}/${encodeURIComponent(other)}/messages?last=${SHOWN}`) : []
  announce('chat')
}

export async function choose(phone, other) {
  const changed = phone !== state.phone || other !== state.other
  Object.assign(state, { phone, other })
  localStorage.setItem('phone', phone)
  localStorage.setItem('other', other)
  if (changed) {
    Object.assign(state, { replyTo: undefined, editing: undefined, asOwner: false, messages: [] })
    state.member = groupOf(other)?.customers[0] ?? ''
  }
  announce('choice', 'chat')
  await loadMessages()
}

function take(message) {
  const index = state.messages.findIndex((known) => known.id === message.id)
  if (index >= 0) state.messages[index] = message
  else state.messages.push(message)
  if (state.messages.length > SHOWN * 2) state.messages.splice(0, SHOWN)
}

function onEvent(event, changes) {
  switch (event.type) {
    case 'message': {
      if (event.chat === chatId() && isShown(event.message)) {
        take(event.message)
        changes.add('chat')
      }
      reloadSoon()
      return
    }
    case 'log':
      state.log.unshift(event)
      state.log.length = Math.min(state.log.length, SHOWN)
      changes.add('log')
      return
    case 'presence': {
      const chat = state.chats.find((known) => known.id === event.chat)
      if (chat) chat.deskPresence = event.state
      changes.add('presence')
      return
    }
    case 'reload':
      reloadSoon()
      loadMessages().catch(() => undefined)
      return
    default:
      reloadSoon()
  }
}

/** Edits, deletions and reactions are messages of their own that no one sees. */
const isShown = (message) => !['protocolMessage', 'editedMessage', 'reactionMessage'].includes(message.field)

export function start() {
  listen(
    (events) => {
      const changes = new Set()
      for (const event of events) onEvent(event, changes)
      if (changes.size) announce(...changes)
    },
    (online) => {
      state.online = online
      // Also when the stream opens for the first time: something may have happened since the page was loaded.
      if (online) {
        reload().catch(() => undefined)
        loadMessages().catch(() => undefined)
      }
      announce('choice')
    }
  )
}
