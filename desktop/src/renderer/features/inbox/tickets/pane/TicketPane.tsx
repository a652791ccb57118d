// A ticket from head to foot: header, conversation, message field, and the drawer over its edge.
import { Suspense, useEffect, type ReactNode } from 'react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { later } from '#platform/state/later.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { join } from '#platform/net/realtime.ts'
import { FileDrop } from '#features/inbox/composer/FileDrop.tsx'
import { WritingArea } from '#features/inbox/composer/WritingArea.tsx'
import { MessageList } from '#features/inbox/messages/list/MessageList.tsx'
import { HandoverBar } from './HandoverBar.tsx'
import { TicketHeader } from './TicketHeader.tsx'
import { useMarkRead } from './use-mark-read.ts'
import type { TicketActions } from './use-ticket-actions.ts'
import classes from '../tickets-page.module.css'

const ContactDrawer = later(() =>
  import('#features/inbox/contacts-drawer/ContactDrawer.tsx').then((module) => module.ContactDrawer)
)

interface TicketPaneProps {
  ticket: Ticket
  actions: TicketActions
  /** Escape in the message field with nothing left to take back. */
  onEscape: () => void
  before?: ReactNode
}

export function TicketPane({ ticket, actions, onEscape, before }: TicketPaneProps) {
  const [drawer, setDrawer] = useStateOf<'contact' | 'notes' | null>(ticket.id, null)
  useMarkRead(ticket)
  useEffect(() => join('joinChatBox', String(ticket.id)), [ticket.id])
  const canWrite = ticket.status === 'open' && ticket.whatsappId !== null
  return (
    <FileDrop ticketId={ticket.id} canWrite={canWrite} className={classes['pane']}>
      <TicketHeader
        ticket={ticket}
        actions={actions}
        isDrawerOpen={drawer !== null}
        onContact={() => setDrawer(drawer === null ? 'contact' : null)}
        onNotes={() => setDrawer('notes')}
        before={before}
      />
      <div className={classes['body']}>
        <div className={classes['main']}>
          <HandoverBar ticket={ticket} />
          <MessageList key={ticket.id} ticket={ticket} canReply={canWrite} />
          <WritingArea
            ticket={ticket}
            onTake={() => void (ticket.status === 'closed' ? actions.reopen(ticket) : actions.accept(ticket))}
            onEscape={onEscape}
          />
        </div>
        <Suspense>
          {drawer !== null && <ContactDrawer ticket={ticket} part={drawer} onClose={() => setDrawer(null)} />}
        </Suspense>
      </div>
    </FileDrop>
  )
}
