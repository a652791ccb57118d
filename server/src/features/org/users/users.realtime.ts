// What a company sees when users change: whoever looks after people and the person everything, colleagues what they may know.
import { userEvent } from '@guiche/shared/features/org/users.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { userDeleted, userSaved } from './users.events.ts'
import { asColleague } from './users.policy.ts'

export function usersRealtime(bus: EventBus): void {
  bus.project(userSaved, ({ user, isNew }) => {
    const { companyId } = user
    const action = isNew ? 'create' : 'update'
    const insiders = [roomOf.holders(companyId, 'users-page:write'), roomOf.user(companyId, user.id)]
    const colleagues = { companyId, rooms: [roomOf.company(companyId)], except: insiders }
    return [
      wireMessage(userEvent, { companyId, rooms: insiders }, { action, user }),
      wireMessage(userEvent, colleagues, { action, user: asColleague(user) })
    ]
  })
  bus.project(userDeleted, ({ companyId, userId }) => [
    wireMessage(userEvent, { companyId, rooms: [roomOf.company(companyId)] }, { action: 'delete', userId })
  ])
}
