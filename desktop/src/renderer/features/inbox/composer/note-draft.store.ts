// Whether the field of a ticket writes to the customer or a note to the team, and the note that was begun.
import { createDrafts } from '#ui/conversation/drafts.ts'

interface NoteDraft {
  text: string
  isNoting: boolean
}

const none: NoteDraft = { text: '', isNoting: false }

const drafts = createDrafts(none)

export const useNoteDraft = (ticketId: number): NoteDraft => drafts.use((state) => state.drafts.get(ticketId) ?? none)

export const saveNoteText = (ticketId: number, text: string): void => void drafts.save(ticketId, { text })

/** The field takes a note from now on, or a message to the customer. */
export const setNoting = (ticketId: number, isNoting: boolean): void => void drafts.save(ticketId, { isNoting })
