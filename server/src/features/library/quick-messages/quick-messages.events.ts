// Events of quick messages.
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

/** `wasGeral`: the whole company saw it before. */
export const quickMessageSaved = domainEvent<{ record: QuickMessage; isNew: boolean; wasGeral: boolean }>(
  'quick message saved'
)
/** `fileKey` names a file that nobody needs any more. */
export const quickMessageDeleted = domainEvent<{ companyId: number; id: number; fileKey: string | null }>(
  'quick message deleted'
)
