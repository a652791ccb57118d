// Keeps the app from restarting while a message is under way, or while files wait in a field that is not on the screen.
import { useBusy } from '#platform/state/busy.ts'
import { useOutbox } from '#features/inbox/messages/outbox/outbox.store.ts'
import { useAttachments } from './attachments.store.ts'

export function UnsentWatch() {
  const isSending = useOutbox(({ items }) => items.some(({ state }) => state === 'sending'))
  const hasFiles = useAttachments(({ byTicket }) => byTicket.size > 0)
  useBusy('sending', isSending)
  useBusy('writing', hasFiles)
  return null
}
