// What was typed and not sent, by ticket; it survives a reload and a change of screens.
import { create } from 'zustand'
import { editMessage, messageEvent, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { listen } from '#platform/net/realtime.ts'
import { useSession } from '#platform/session/session.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createDrafts } from '#ui/conversation/drafts.ts'
import { storeDraft, storedDrafts, type MessageDraft } from './draft-storage.ts'
import { drawMessage } from '../thread/messages.store.ts'

const noDraft: MessageDraft = { text: '', quoted: null }

const { use: useDrafts, save } = createDrafts(noDraft)

/** The draft of a ticket; null when there is none. */
const draftOf = (ticketId: number): MessageDraft | null => useDrafts.getState().drafts.get(ticketId) ?? null
export const useDraft = (ticketId: number): MessageDraft => useDrafts(({ drafts }) => drafts.get(ticketId) ?? noDraft)

/** Messages that are being edited, by ticket; the draft waits meanwhile. */
const useEdits = create<{ editing: ReadonlyMap<number, Message> }>(() => ({ editing: new Map() }))
export const useEditing = (ticketId: number): Message | null => useEdits(({ editing }) => editing.get(ticketId) ?? null)

/** Whose drafts these are. */
const own = ofLogin<{ owner: number | null }>(() => ({ owner: null }))

/** Keeps what is typed for a ticket; an empty draft is forgotten. */
export function saveDraft(ticketId: number, part: Partial<MessageDraft>): void {
  const draft = save(ticketId, part)
  const { owner } = own()
  if (owner !== null) storeDraft(owner, ticketId, draft, useDrafts.getState().drafts)
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
}

function followOwner(): void {
  const userId = useSession.getState().user?.id ?? null
  if (userId !== null && userId !== own().owner) void restore(userId)
}
useSession.subscribe(followOwner)
followOwner()

onLifecycle({ signedOut: () => useEdits.setState({ editing: new Map() }) })
