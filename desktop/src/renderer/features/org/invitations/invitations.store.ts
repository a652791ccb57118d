// The invitations of the company, kept by calls and by events alike.
import {
  invitationEvent,
  listInvitations,
  revokeInvitation,
  type FreshInvitation,
  type Invitation
} from '@guiche/shared/features/org/invitations.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

const list = createWholeList<Invitation>(
  (read) => read(listInvitations),
  (a, b) => b.id - a.id
)

export const useInvitations = list.use
export const ensureInvitations = list.ensure

applyEvent(list, invitationEvent, (event) =>
  event.action === 'delete' ? { gone: event.invitationId } : { row: event.invitation, isNew: event.action === 'create' }
)

/** Puts in what was just made, whose events may come later. */
export function putInvitations(made: readonly FreshInvitation[]): void {
  for (const { invitation } of made) list.upsert(invitation)
}

/** Takes one back. Errors: ApiError. */
export async function takeBack(id: number): Promise<void> {
  list.upsert(await call(revokeInvitation, { params: { id } }))
}
