// What was typed and not sent, by ticket; it survives a reload and a change of screens.
import { create } from 'zustand'
import { editMessage, messageEvent, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { listen } from '#platform/net/realtime.ts'
import { onSignedOut, useSession } from '#platform/session/session.ts'
import { storeDraft, storedDrafts, type MessageDraft } from './draft-storage.ts'
import { withMessageOverlay } from '../thread/messages.store.ts'

const noDraft: MessageDraft = { text: '', quoted: null }

interface DraftsState {
  drafts: ReadonlyMap<number, MessageDraft>
  /** Messages that are being edited, by ticket; the draft waits meanwhile. */
  editing: ReadonlyMap<number, Message>
}

export const useDrafts = create<DraftsState>(() => ({ drafts: new Map(), editing: new Map() }))

/** The draft of a ticket; empty when there is none. */
export const draftOf = ({ drafts }: DraftsState, ticketId: number): MessageDraft => drafts.get(ticketId) ?? noDraft

let owner: number | null = null

/** Keeps what is typed for a ticket; an empty draft is forgotten. */
export function saveDraft(ticketId: number, part: Partial<MessageDraft>): void {
  const draft = { ...draftOf(useDrafts.getState(), ticketId), ...part }
  const isEmpty = draft.text === '' && draft.quoted === null
  useDrafts.setState(({ drafts }) => {
    const next = new Map(drafts)
    if (isEmpty) next.delete(ticketId)
    else next.set(ticketId, draft)
    return { drafts: next }
  })
  if (owner !== null) storeDraft(owner, ticketId, isEmpty ? null : draft, useDrafts.getState().drafts)
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
  useDrafts.setState(({ editing }) => ({ editing: new Map(editing).set(message.ticketId, message) }))

export function stopEditing(ticketId: number): void {
  return useDrafts.setState(({ editing }) => {
    const left = new Map(editing)
    left.delete(ticketId)
    return { editing: left }
  })
}

/** Changes an own text at once; a refusal is told and takes it back. */
export function changeMessageText(message: Message, body: string): Promise<unknown> {
  return withMessageOverlay(message, { body, isEdited: true }, () =>
    call(editMessage, { params: { messageId: message.id }, body: { body } })
  ).catch(notify.error)
}

// What was typed for a conversation that is gone goes with it, and so does what it quoted of a message that is deleted.
listen(ticketEvent, (event) => {
  if (event.action !== 'delete') return
  stopEditing(event.ticketId)
  if (useDrafts.getState().drafts.has(event.ticketId)) saveDraft(event.ticketId, noDraft)
})
listen(messageEvent, ({ message: { id, ticketId, isDeleted } }) => {
  if (isDeleted && draftOf(useDrafts.getState(), ticketId).quoted?.id === id) saveDraft(ticketId, { quoted: null })
})

async function restore(userId: number): Promise<void> {
  owner = userId
  const stored = await storedDrafts(userId)
  if (owner !== userId) return
  // What was typed meanwhile is newer.
  useDrafts.setState(({ drafts }) => ({ drafts: new Map([...stored, ...drafts]) }))
}

function followOwner(): void {
  const userId = useSession.getState().user?.id ?? null
  if (userId !== null && userId !== owner) void restore(userId)
}
useSession.subscribe(followOwner)
followOwner()

onSignedOut(() => {
  owner = null
  useDrafts.setState({ drafts: new Map(), editing: new Map() })
})
