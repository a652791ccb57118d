// Who sees, edits, shares and deletes a quick message.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import type { Actor } from '#platform/actor.ts'

type Place = Pick<QuickMessage, 'userId' | 'geral' | 'status'>

const owns = (actor: Actor, { userId }: Place): boolean => actor.id === userId

/** The own ones and those of the whole company. */
export const maySee = (actor: Actor, message: Place): boolean => message.geral || owns(actor, message)

/** The owner and admins decide who else sees and edits it, and delete it. */
export const mayManage = (actor: Actor, message: Place): boolean =>
  owns(actor, message) || (message.geral && isAdmin(actor))

/** Others edit what is for everybody and editable. */
export const mayEdit = (actor: Actor, message: Place): boolean =>
  mayManage(actor, message) || (message.geral && message.status)
