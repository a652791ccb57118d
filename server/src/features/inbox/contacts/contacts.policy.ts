// Who may do what with contacts.
import { hasPermission } from '@guiche/shared/kernel/access.ts'
import type { Actor } from '#platform/actor.ts'

/** A number that is known is another person's once it is changed; one that was not known yet may be added by everybody. */
export function mayChangeNumber(actor: Actor, before: string): boolean {
  return before === '' || hasPermission(actor, 'contacts-page:renumber')
}

/** Everybody of a company reads and edits its contacts; deleting needs the permission. */
export const mayDeleteContact = (actor: Actor): boolean => hasPermission(actor, 'contacts-page:deleteContact')
