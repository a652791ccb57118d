// What the message field holds and what sending it does: text, files, a quote, an edit, each ticket for itself.
import { useCallback, useState } from 'react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { useUser } from '#platform/session/session.ts'
import {
  changeMessageText,
  saveDraft,
  stopEditing,
  useDraft,
  useEditing
} from '#features/inbox/messages/outbox/drafts.store.ts'
import { queueMessage } from '#features/inbox/messages/outbox/outbox.store.ts'
import { attachmentsOf, detachAll, useAttachments } from './attachments.store.ts'
import type { VoiceFile } from '#ui/conversation/record-voice.ts'
import { signed, unsigned } from '#platform/text/signature.ts'

export function useComposer(ticket: Ticket) {
  const { name } = useUser()
  const ticketId = ticket.id
  const isSigning = useLocalValue('signOption')
  const draft = useDraft(ticketId)
  const editing = useEditing(ticketId)
  const attachments = useAttachments((state) => attachmentsOf(state, ticketId))
  const [edit, setEdit] = useState<{ id: string; text: string } | null>(null)

  const editText = editing === null ? '' : edit?.id === editing.id ? edit.text : unsigned(editing.body, name).text
  const text = editing === null ? draft.text : editText
  const sendable = attachments.filter(({ problem }) => problem === null)
  // A slash alone asks for quick replies: nobody means to send it.
  const hasText = text.trim() !== '' && text.trim() !== '/'
  const canSend = hasText || (editing === null && text.trim() === '' && sendable.length > 0)

  const setText = useCallback(
    (value: string) => {
      if (editing === null) saveDraft(ticketId, { text: value })
      else setEdit({ id: editing.id, text: value })
    },
    [editing, ticketId]
  )

  const saveEdit = (): void => {
    if (editing === null) return
    const body = signed(text.trim(), name, unsigned(editing.body, name).isSigned)
    stopEditing(ticketId)
    if (body !== editing.body) void changeMessageText(editing, body)
  }

  const sendDraft = (): void => {
    const written = text.trim()
    let { quoted } = draft
    // A single file takes the text as its caption; beside several it is a message of its own and goes first.
    const isCaption = sendable.length === 1
    if (written !== '' && !isCaption) {
      queueMessage({ ticketId, body: signed(written, name, isSigning), quoted })
      quoted = null
    }
    for (const { file, width, height, caption } of sendable) {
      const own = isCaption ? written : caption.trim()
      const content = { name: file.name, mime: file.type, size: file.size, width, height, content: file }
      queueMessage({ ticketId, body: signed(own, name, isSigning), quoted, file: content })
      quoted = null
    }
    detachAll(ticketId)
    saveDraft(ticketId, { text: '', quoted: null })
  }

  const sendVoice = ({ file, duration, waveform }: VoiceFile): void => {
    const content = { name: file.name, mime: file.type, size: file.size, width: null, height: null, content: file }
    queueMessage({ ticketId, body: '', quoted: draft.quoted, file: content, voice: { duration, waveform } })
    saveDraft(ticketId, { quoted: null })
  }

  return {
    text,
    setText,
    quoted: editing === null ? draft.quoted : null,
    editing,
    attachments,
    canSend,
    isSigning,
    submit: () => {
      if (!canSend) return
      if (editing === null) sendDraft()
      else saveEdit()
    },
    sendVoice,
    /** Leaves the edit or the quote. Returns false when there was neither. */
    stepBack: (): boolean => {
      if (editing !== null) stopEditing(ticketId)
      else if (draft.quoted !== null) saveDraft(ticketId, { quoted: null })
      else return false
      return true
    }
  }
}
