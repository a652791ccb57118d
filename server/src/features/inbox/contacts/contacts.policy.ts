// Who may do what with contacts.
import { hasPermission } from '@guiche/shared/kernel/access.ts'
import type { Actor } from '#platform/actor.ts'

/** Everybody of a company reads and edits its contacts; deleting needs the permission. */
export const mayDeleteContact = (actor: Actor): boolean => hasPermission(actor, 'contacts-page:deleteContact')
