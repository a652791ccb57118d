// A ticket's last message in a line, for other screens; nothing when there is none.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { inOneLine, useLastMessage } from './use-last-message.ts'

export function LastMessage({ ticket, className }: { ticket: Ticket; className: string | undefined }) {
  const text = inOneLine(useLastMessage()(ticket))
  return text === '' ? null : (
    <span className={className} dir="auto">
      {text}
    </span>
  )
}
