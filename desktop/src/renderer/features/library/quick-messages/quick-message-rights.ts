// What the person may do with a quick message, as the server decides it.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'

/** Deleting it, and deciding who else sees and edits it. */
export const mayManage = (user: SessionUser, { userId, geral }: QuickMessage): boolean =>
  userId === user.id || (geral && isAdmin(user))

export const mayEdit = (user: SessionUser, message: QuickMessage): boolean =>
  mayManage(user, message) || (message.geral && message.status)
