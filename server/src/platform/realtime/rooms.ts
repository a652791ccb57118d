// Names of realtime rooms; visibility is decided by which of these a socket is in.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import type { Actor } from '#platform/actor.ts'

export const roomOf = {
  /** Everybody of a company. */
  company: (companyId: number) => `c${companyId}`,
  admins: (companyId: number) => `c${companyId}:admins`,
  user: (companyId: number, userId: number) => `c${companyId}:u${userId}`,
  /** Sockets that read the contract as it stands, and those of older clients. */
  contract: (companyId: number) => `c${companyId}:contract`,
  older: (companyId: number) => `c${companyId}:older`,
  /** The sockets of one login. */
  login: (companyId: number, sessionId: string) => `c${companyId}:s${sessionId}`,
  queue: (companyId: number, queueId: number) => `c${companyId}:q${queueId}`,
  /** Those who may see tickets without a queue. */
  noQueue: (companyId: number) => `c${companyId}:q0`
}

/** Rooms of those who may see a ticket: admins, its user, its queue (or, without one, the allTicket people). */
export function ticketRooms(companyId: number, place: { userId: number | null; queueId: number | null }): string[] {
  return [
    roomOf.admins(companyId),
    ...(place.userId === null ? [] : [roomOf.user(companyId, place.userId)]),
    place.queueId === null ? roomOf.noQueue(companyId) : roomOf.queue(companyId, place.queueId)
  ]
}

/** Rooms of a user by present rights. */
export function roomsOf(actor: Actor): string[] {
  return [
    roomOf.company(actor.companyId),
    roomOf.user(actor.companyId, actor.id),
    ...(isAdmin(actor) ? [roomOf.admins(actor.companyId)] : []),
    ...actor.queueIds.map((queueId) => roomOf.queue(actor.companyId, queueId)),
    ...(actor.allTicket ? [roomOf.noQueue(actor.companyId)] : [])
  ]
}
