// Invitations into a company: by mail or by a link to copy; whoever opens the link sets the own name and password.
import { z } from 'zod'
import { profiles } from '../../kernel/access.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, nullableId } from '../../kernel/ids.ts'
import { languages } from '../../kernel/languages.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { queueBrief } from './queues.ts'
import { currentPassword, emailAddress, password, personName } from './users.ts'

/** Days for which an invitation can be accepted. */
export const invitationDays = 7
/** Addresses that one call invites. */
export const mostInvited = 20

const invitationStates = ['waiting', 'accepted', 'expired', 'revoked'] as const

export const invitationSchema = z.object({
  id: z.number(),
  /** Null for a link that says nobody's address. */
  email: z.string().nullable(),
  profile: z.enum(profiles),
  /** In place of what the profile allows. */
  role: z.object({ id: z.number(), name: z.string() }).nullish(),
  queues: z.array(queueBrief),
  state: z.enum(invitationStates),
  invitedBy: z.string(),
  /** Name of who accepted it. */
  acceptedBy: z.string().nullable(),
  expiresAt: instant,
  createdAt: instant
})
export type Invitation = z.infer<typeof invitationSchema>

/** The link is told this once: the server keeps a hash of it. */
const freshInvitation = z.object({ invitation: invitationSchema, link: z.string() })
export type FreshInvitation = z.infer<typeof freshInvitation>

export const invitationDraft = z.object({
  /** None: one link that is mailed to nobody. */
  emails: z.array(emailAddress).max(mostInvited).default([]),
  profile: z.enum(profiles).default('user'),
  queueIds: z.array(id).max(200).default([]),
  roleId: nullableId.optional(),
  /** Of the mail; the company's without. */
  language: z.enum(languages).optional(),
  currentPassword
})
export type InvitationDraft = z.output<typeof invitationDraft>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/invitations',
  access: 'user',
  permission: 'users-page:write',
  response: z.array(invitationSchema),
  summary: 'The newest hundred; those that ended a month ago are forgotten'
})
export const createInvitations = endpoint({
  method: 'POST',
  path: '/invitations',
  access: 'user',
  permission: 'users-page:write',
  body: invitationDraft,
  response: z.array(freshInvitation),
  recentLogin: 'always',
  callsPerMinute: 20,
  summary:
    'One invitation and one mail an address, or a link alone; a new one for an address takes the place of the one before. Asks for the caller’s currentPassword unless they signed in within five minutes'
})
export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/invitations/:id',
  access: 'user',
  permission: 'users-page:write',
  params: idParams,
  response: invitationSchema
})

export const inviteAgain = endpoint({
  method: 'POST',
  path: '/invitations/:id/again',
  access: 'user',
  permission: 'users-page:write',
  params: idParams,
  body: invitationDraft.pick({ language: true, currentPassword: true }),
  response: freshInvitation,
  recentLogin: 'always',
  callsPerMinute: 20,
  summary:
    'A new invitation as the one was, with a new link, mailed where that one was, for one that waits or has expired; the old link ends. Asks for currentPassword as inviting does'
})

const token = z.string().max(200)

export const openInvitation = endpoint({
  method: 'POST',
  path: '/auth/invitation',
  access: 'public',
  body: z.object({ token }),
  response: z.object({ company: z.string(), invitedBy: z.string(), email: z.string().nullable(), expiresAt: instant }),
  callsPerMinute: 30,
  summary: 'What a link invites to; the token stands in the body, where no log shows it'
})

export const invitationForm = z.object({
  name: personName,
  /** Asked for by a link alone; who was invited by mail keeps that address. */
  email: emailAddress,
  password
})
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/auth/invitation/accept',
  access: 'public',
  body: invitationForm.extend({ token, email: emailAddress.optional() }),
  response: z.object({ email: z.string() }),
  callsPerMinute: 20,
  summary: 'Makes the user, with whose e-mail and password the caller then signs in'
})

export const invitationEvent = wireEvent(
  (companyId) => `company-${companyId}-invitation`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), invitation: invitationSchema }),
    z.object({ action: z.literal('delete'), invitationId: z.number() })
  ])
)
