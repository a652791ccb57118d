// What the page knows: the state of the simulator, the chosen phone and person, the messages of the open chat.
import { create } from 'zustand'
import type { BulkStats, FaultSettings, Refusal, SimulatorEvent } from '../../../server/simulator/run-types.ts'
import type {
  ChatMessage,
  ChatView,
  CustomerView,
  GroupView,
  PhoneView,
  WaitingRegistration
} from '../../../server/simulator/types.ts'
import { attempt, call, listen, messagesOf } from './simulator-api.ts'

/** Milliseconds in which several changes lead to one look at everything. */
const gatherFor = 250
/** Messages that a chat opens with, and lines of the log. */
const shown = 200

interface Call {
  id: string
  phone: string
  customer: string
  video: boolean
  state: 'ringing' | 'rejected' | 'timeout' | 'ended'
}

type Faults = Partial<FaultSettings>

interface SimulatorData {
  phones: PhoneView[]
  customers: CustomerView[]
  groups: GroupView[]
  waiting: WaitingRegistration[]
  chats: ChatView[]
  calls: Call[]
  faults: { global: Faults; phones: Record<string, Faults> }
  refusals: Refusal[]
  runs: BulkStats[]
}

export type LogLine = Extract<SimulatorEvent, { type: 'log' }>
export type View = 'people' | 'chat' | 'faults'

interface SimulatorState extends SimulatorData {
  log: LogLine[]
  /** Of the open chat. */
  messages: ChatMessage[]
  /** Number of the chosen phone. */
  phone: string
  /** Id of the customer or group whose chat is open. */
  other: string
  /** In a group: the member who writes. */
  member: string
  /** One writes as the owner of the phone. */
  isOwner: boolean
  draft: string
  replyTo: ChatMessage | null
  editing: ChatMessage | null
  /** The stream of events is open. */
  isOnline: boolean
  /** What a narrow screen shows. */
  view: View
}

export const useSimulator = create<SimulatorState>(() => ({
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
  member: '',
  isOwner: false,
  draft: '',
  replyTo: null,
  editing: null,
  isOnline: true,
  view: 'people'
}))

const now = useSimulator.getState
const change = useSimulator.setState

export const isGroup = (id: string): boolean => id.endsWith('@g.us')

export const useCustomer = (id: string): CustomerView | undefined =>
  useSimulator(({ customers }) => customers.find((one) => one.id === id))
export const usePhone = (number?: string): PhoneView | undefined =>
  useSimulator(({ phones, phone }) => phones.find((one) => one.number === (number ?? phone)))
export const useGroup = (): GroupView | undefined =>
  useSimulator(({ groups, other }) => groups.find(({ id }) => id === other))

const otherOf = ({ group, customer }: ChatView): string => group ?? customer ?? ''

/** The chats of the chosen phone, by the customer or group. */
export const chatsByOther = ({ chats, phone }: Pick<SimulatorState, 'chats' | 'phone'>): Map<string, ChatView> =>
  new Map(chats.filter((chat) => chat.phone === phone).map((chat) => [otherOf(chat), chat]))

export const useOpenChat = (): ChatView | undefined =>
  useSimulator(({ chats, phone, other }) => chats.find((chat) => chat.phone === phone && otherOf(chat) === other))

/** Who writes: in a private chat the customer, in a group the chosen member. */
export const writerOf = ({ other, member }: Pick<SimulatorState, 'other' | 'member'>): string =>
  isGroup(other) ? member : other

let asked = 0
let answered = 0
let reloading: ReturnType<typeof setTimeout> | undefined

/** Looks at everything anew. */
export async function reload(): Promise<void> {
  clearTimeout(reloading)
  reloading = undefined
  const mine = ++asked
  const data = await call<SimulatorData>('GET', '/state')
  // The answer of an earlier call may come behind that of a later one.
  if (mine < answered) return
  answered = mine
  const { phone, other } = now()
  const isKnown = [...data.customers, ...data.groups].some(({ id }) => id === other)
  change({
    ...data,
    phone: data.phones.some(({ number }) => number === phone) ? phone : (data.phones[0]?.number ?? ''),
    other: isKnown ? other : ''
  })
}

function reloadSoon(): void {
  reloading ??= setTimeout(() => void reload().catch(() => undefined), gatherFor)
}

async function loadMessages(): Promise<void> {
  const { phone, other } = now()
  const messages = phone && other ? await messagesOf(phone, other, shown) : []
  if (now().phone === phone && now().other === other) change({ messages })
}

/** Opens the chat of a phone with a customer or a group. */
export async function choose(phone: string, other: string): Promise<void> {
  const { groups, member, editing, ...before } = now()
  localStorage.setItem('phone', phone)
  localStorage.setItem('other', other)
  const isOther = phone !== before.phone || other !== before.other
  const first = groups.find(({ id }) => id === other)?.customers[0] ?? ''
  change({
    phone,
    other,
    member: isOther ? first : member || first,
    ...(isOther && { isOwner: false, messages: [], replyTo: null, editing: null, ...(editing && { draft: '' }) })
  })
  await loadMessages()
}

export const show = (view: View): void => change({ view })
export const writeAsMember = (member: string): void => change({ member })
export const writeAsOwner = (isOwner: boolean): void => change({ isOwner })
export const setDraft = (draft: string): void => change({ draft })
export const answer = (replyTo: ChatMessage | null): void => change({ replyTo, editing: null })

/** Takes the text of a message into the field, or lets it go again. */
export const edit = (editing: ChatMessage | null): void =>
  change({ editing, replyTo: null, draft: editing?.text ?? editing?.caption ?? '' })

/** Sets faults of a phone, or of all; what was chosen shows at once. */
export function setFaults(phone: string | undefined, faults: Faults): void {
  const { global, phones } = now().faults
  change({
    faults:
      phone === undefined
        ? { global: { ...global, ...faults }, phones }
        : { global, phones: { ...phones, [phone]: { ...phones[phone], ...faults } } }
  })
  void attempt(async () => {
    try {
      await call('PUT', phone === undefined ? '/faults' : `/phones/${phone}/faults`, faults)
    } finally {
      // Also after a refusal: what is shown is what holds.
      await reload()
    }
  })
}

/** Edits, deletions and reactions are messages of their own that no one sees. */
const unseen = new Set(['protocolMessage', 'editedMessage', 'reactionMessage'])

function withMessage(messages: ChatMessage[], message: ChatMessage): ChatMessage[] {
  const index = messages.findIndex(({ id }) => id === message.id)
  if (index >= 0) return messages.with(index, message)
  return [...messages, message].slice(messages.length >= shown * 2 ? shown : 0)
}

function onEvents(events: (SimulatorEvent | { type: 'reload' })[]): void {
  let { messages, log, chats } = now()
  const open = `${now().phone}/${now().other}`
  for (const event of events) {
    if (event.type === 'log') log = [event, ...log].slice(0, shown)
    else if (event.type === 'presence') {
      const deskPresence = event.state as ChatView['deskPresence']
      chats = chats.map((chat) => (chat.id === event.chat ? { ...chat, deskPresence } : chat))
    } else {
      reloadSoon()
      if (event.type === 'reload') void loadMessages().catch(() => undefined)
      else if (event.type === 'message' && event.chat === open && !unseen.has(event.message.field))
        messages = withMessage(messages, event.message)
    }
  }
  change({ messages, log, chats })
}

/** Loads everything, and follows what happens from then on. */
export function followSimulator(): void {
  void attempt(async () => {
    await reload()
    await choose(now().phone, now().other)
  })
  listen(onEvents, (isOnline) => {
    change({ isOnline })
    // Also when the stream opens for the first time: something may have happened since the page was loaded.
    if (!isOnline) return
    void reload().catch(() => undefined)
    void loadMessages().catch(() => undefined)
  })
  // Acknowledgements are too many to be told one by one: look while a run is going.
  setInterval(() => {
    if (!now().runs.some(({ waiting, finishedAt }) => waiting > 0 || !finishedAt)) return
    void call<BulkStats[]>('GET', '/bulk').then(
      (runs) => change({ runs }),
      () => undefined
    )
  }, 700)
}
