// Tells screen readers of messages that arrive in the open conversation, without taking the focus.
import { useEffect, useState } from 'react'
import { VisuallyHidden } from '@mantine/core'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { listen } from '#platform/net/realtime.ts'
import { useInShort } from '../quote/QuotedBlock.tsx'

export function MessageAnnouncer({ ticket }: { ticket: Ticket }) {
  const [words, setWords] = useState('')
  const inShort = useInShort()
  const { id, contact } = ticket
  useEffect(
    () =>
      listen(messageEvent, ({ action, message }) => {
        if (action !== 'create' || message.ticketId !== id || message.fromMe) return
        setWords(`${message.senderName ?? contact.name}: ${inShort(message)}`)
      }),
    [id, contact.name, inShort]
  )
  return (
    <VisuallyHidden role="log" aria-live="polite">
      {words}
    </VisuallyHidden>
  )
}
