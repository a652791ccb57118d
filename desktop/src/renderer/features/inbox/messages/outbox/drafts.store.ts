// What was typed and not sent, by ticket; it survives a reload and a change of screens.
import { create } from 'zustand'
import { editMessage, messageEvent, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { mostDrafts } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { listen } from '#platform/net/realtime.ts'
import { useSession } from '#platform/session/session.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createDrafts } from '#ui/conversation/drafts.ts'
import { sendDraft, serverDrafts } from './server-drafts.store.ts'
import { storeDraft, storedDrafts, type MessageDraft } from './draft-storage.ts'
import { drawMessage } from '../thread/messages.store.ts'

const noDraft: MessageDraft = { text: '', quoted: null, isStored: false }

const { use: useDrafts, save } = createDrafts(noDraft)

/** The draft of a ticket; null when there is none. */
const draftOf = (ticketId: number): MessageDraft | null => useDrafts.getState().drafts.get(ticketId) ?? null
export const useDraft = (ticketId: number): MessageDraft => useDrafts(({ drafts }) => drafts.get(ticketId) ?? noDraft)

/** Messages that are being edited, by ticket; the draft waits meanwhile. */
const useEdits = create<{ editing: ReadonlyMap<number, Message> }>(() => ({ editing: new Map() }))
export const useEditing = (ticketId: number): Message | null => useEdits(({ editing }) => editing.get(ticketId) ?? null)

/** Whose drafts these are. */
const own = ofLogin<{ owner: number | null }>(() => ({ owner: null }))

function store(ticketId: number, part: Partial<MessageDraft>): void {
  const draft = save(ticketId, part)
  const { owner } = own()
  if (owner !== null) storeDraft(owner, ticketId, draft, useDrafts.getState().drafts)
}

function send(ticketId: number, text: string): void {
  sendDraft('message', ticketId, text, (kept) => {
    if (kept !== '' && draftOf(ticketId)?.text === kept) store(ticketId, { isStored: true })
  })
}

/** Keeps what is typed for a ticket, here and on the server; an empty draft is forgotten. */
export function saveDraft(ticketId: number, part: Partial<Omit<MessageDraft, 'isStored'>>): void {
  const before = draftOf(ticketId)?.text ?? ''
  const isTyped = part.text !== undefined && part.text !== before
  store(ticketId, isTyped ? { ...part, isStored: false } : part)
  if (isTyped) send(ticketId, part.text ?? '')
}

/** Takes up a message as the answer's quote. */
export function quote({ ticketId, ...message }: Message): void {
  const { id, body, fromMe, mediaType, mediaUrl, thumbnailUrl, mediaName, senderName, isDeleted, contact } = message
  stopEditing(ticketId)
  saveDraft(ticketId, {
    quoted: { id, body, fromMe, mediaType, mediaUrl, thumbnailUrl, mediaName, senderName, isDeleted, contact }
  })
}

/** Begins to edit an own message. */
export const startEditing = (message: Message): void =>
  useEdits.setState(({ editing }) => ({ editing: new Map(editing).set(message.ticketId, message) }))

export function stopEditing(ticketId: number): void {
  return useEdits.setState(({ editing }) => {
    const left = new Map(editing)
    left.delete(ticketId)
    return { editing: left }
  })
}

/** Changes an own text at once; a refusal is told and takes it back. */
export function changeMessageText(message: Message, body: string): Promise<unknown> {
  return drawMessage(message, { body, isEdited: true }, () =>
    call(editMessage, { params: { messageId: message.id }, body: { body } })
  ).catch(notify.error)
}

// What was typed for a conversation that is gone goes with it, and so does what it quoted of a message that is deleted.
listen(ticketEvent, (event) => {
  if (event.action !== 'delete') return
  stopEditing(event.ticketId)
  if (draftOf(event.ticketId)) saveDraft(event.ticketId, noDraft)
})
listen(messageEvent, ({ message: { id, ticketId, isDeleted } }) => {
  if (isDeleted && draftOf(ticketId)?.quoted?.id === id) saveDraft(ticketId, { quoted: null })
})

async function restore(userId: number): Promise<void> {
  own().owner = userId
  const stored = await storedDrafts(userId)
  if (own().owner !== userId) return
  // What was typed meanwhile is newer.
  useDrafts.setState(({ drafts }) => ({ drafts: new Map([...stored, ...drafts]) }))
  const kept = await serverDrafts('message')
  if (kept !== null && own().owner === userId) joinServer(kept)
}

/** What the server has is newer than what it had from here before; what it never had goes there. */
function joinServer(kept: ReadonlyMap<number, string>): void {
  for (const [ticketId, { text, isStored }] of useDrafts.getState().drafts) {
    const there = kept.get(ticketId)
    // Of very many the server names the newest alone.
    const isGone = there === undefined && kept.size < mostDrafts
    if (isStored && (isGone || (there ?? text) !== text)) store(ticketId, { text: there ?? '', isStored: !isGone })
    else if (!isStored && text !== '') send(ticketId, text)
  }
  for (const [ticketId, text] of kept) if (draftOf(ticketId) === null) store(ticketId, { text, isStored: true })
}

function followOwner(): void {
  const userId = useSession.getState().user?.id ?? null
  if (userId !== null && userId !== own().owner) void restore(userId)
}
useSession.subscribe(followOwner)
followOwner()

onLifecycle({ signedOut: () => useEdits.setState({ editing: new Map() }) })
