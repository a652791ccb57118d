// Names of realtime rooms; visibility is decided by which of these a socket is in.
import { hasPermission, isAdmin, seesNumbers, type PermissionKey } from '@guiche/shared/kernel/access.ts'
import type { Actor } from '#platform/actor.ts'

/** Permissions with a room of their own: what else is announced is for all, or for admins. */
const announced = [
  'tickets:seeAll',
  'users-page:write',
  'financial-page:write',
  'connections-page:actionButtons'
] as const satisfies readonly PermissionKey[]
type Announced = (typeof announced)[number]

export const roomOf = {
  /** Everybody of a company. */
  company: (companyId: number) => `c${companyId}`,
  admins: (companyId: number) => `c${companyId}:admins`,
  /** Whoever holds a permission, admins among them. */
  holders: (companyId: number, permission: Announced) => `c${companyId}:may:${permission}`,
  user: (companyId: number, userId: number) => `c${companyId}:u${userId}`,
  /** Sockets that read the contract as it stands, and those of older clients. */
  contract: (companyId: number) => `c${companyId}:contract`,
  older: (companyId: number) => `c${companyId}:older`,
  /** Sockets of people who see the numbers of customers, and of those from whom they are hidden. */
  seeing: (companyId: number) => `c${companyId}:seeing`,
  blind: (companyId: number) => `c${companyId}:blind`,
  /** The sockets of one login. */
  login: (companyId: number, sessionId: string) => `c${companyId}:s${sessionId}`,
  queue: (companyId: number, queueId: number) => `c${companyId}:q${queueId}`,
  /** Those who may see tickets without a queue. */
  noQueue: (companyId: number) => `c${companyId}:q0`
}

/** Rooms of those who may see a ticket: who sees all, its user, its queue (or, without one, the allTicket people). */
export function ticketRooms(companyId: number, place: { userId: number | null; queueId: number | null }): string[] {
  return [
    roomOf.holders(companyId, 'tickets:seeAll'),
    ...(place.userId === null ? [] : [roomOf.user(companyId, place.userId)]),
    place.queueId === null ? roomOf.noQueue(companyId) : roomOf.queue(companyId, place.queueId)
  ]
}

/** Rooms of a user by present rights. */
export function roomsOf(actor: Actor): string[] {
  const { companyId } = actor
  return [
    roomOf.company(companyId),
    roomOf.user(companyId, actor.id),
    seesNumbers(actor) ? roomOf.seeing(companyId) : roomOf.blind(companyId),
    ...(isAdmin(actor) ? [roomOf.admins(companyId)] : []),
    ...announced.filter((key) => hasPermission(actor, key)).map((key) => roomOf.holders(companyId, key)),
    ...actor.queueIds.map((queueId) => roomOf.queue(companyId, queueId)),
    ...(actor.allTicket ? [roomOf.noQueue(companyId)] : [])
  ]
}
