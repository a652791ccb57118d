// Whether the field of a ticket writes to the customer or a note to the team, and the note that was begun.
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { listen } from '#platform/net/realtime.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { useSession } from '#platform/session/session.ts'
import { sendDraft, serverDrafts } from '#features/inbox/messages/outbox/server-drafts.store.ts'
import { createDrafts } from '#ui/conversation/drafts.ts'

interface NoteDraft {
  text: string
  isNoting: boolean
}

const none: NoteDraft = { text: '', isNoting: false }

const drafts = createDrafts(none)

export const useNoteDraft = (ticketId: number): NoteDraft => drafts.use((state) => state.drafts.get(ticketId) ?? none)

/** Keeps the begun note, here and on the server: whoever is signed out finds it again. */
export function saveNoteText(ticketId: number, text: string): void {
  if ((drafts.use.getState().drafts.get(ticketId)?.text ?? '') === text) return
  drafts.save(ticketId, { text })
  sendDraft('note', ticketId, text)
}

/** The field takes a note from now on, or a message to the customer. */
export const setNoting = (ticketId: number, isNoting: boolean): void => void drafts.save(ticketId, { isNoting })

listen(ticketEvent, (event) => {
  if (event.action === 'delete') drafts.save(event.ticketId, none)
})

/** Whose notes these are. */
const own = ofLogin<{ owner: number | null }>(() => ({ owner: null }))

/** Notes that were begun elsewhere, or before; what was typed meanwhile is newer. */
async function restore(userId: number): Promise<void> {
  own().owner = userId
  const kept = await serverDrafts('note')
  if (kept === null || own().owner !== userId) return
  for (const [ticketId, text] of kept) {
    if ((drafts.use.getState().drafts.get(ticketId)?.text ?? '') === '') drafts.save(ticketId, { text })
  }
}

function followOwner(): void {
  const userId = useSession.getState().user?.id ?? null
  if (userId !== null && userId !== own().owner) void restore(userId)
}
useSession.subscribe(followOwner)
followOwner()
