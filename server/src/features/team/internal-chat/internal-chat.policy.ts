// Who may do what with internal chats: members read and write, the owner changes and deletes. Admins have no other rights.
import type { Chat } from '@guiche/shared/features/team/internal-chat.ts'
import type { Actor } from '#platform/actor.ts'

export const isMember = (actor: Actor, { users }: Pick<Chat, 'users'>): boolean =>
  users.some(({ userId }) => userId === actor.id)

export const isOwner = (actor: Actor, { ownerId }: Pick<Chat, 'ownerId'>): boolean => ownerId === actor.id
