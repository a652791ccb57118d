// Who may do what with notes of a ticket they may see.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import type { TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { Actor } from '#platform/actor.ts'

/** Own notes; admins any. */
export const mayDeleteNote = (actor: Actor, note: Pick<TicketNote, 'user'>): boolean =>
  isAdmin(actor) || note.user?.id === actor.id
