// What a person sees when a login is taken over: all consoles of that user hear which login stays.
import { authEvent } from '@guiche/shared/features/org/auth.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { sessionTakenOver } from '#features/org/sessions/sessions.events.ts'

export function authRealtime(bus: EventBus): void {
  bus.project(sessionTakenOver, ({ companyId, userId, email, sessionId, origin }) => [
    wireMessage(
      authEvent,
      { companyId, rooms: [roomOf.user(companyId, userId)] },
      { action: 'update', user: { id: userId, email, companyId }, sessionId, by: origin }
    )
  ])
}
