// Notes that mention the person are told when they come: by sound, and outside the window when nobody looks at it.
import { useEffect, useEffectEvent } from 'react'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import { mentionEvent, type Mention } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { newsFor } from '@guiche/shared/features/inbox/tickets.ts'
import { listen } from '#platform/net/realtime.ts'
import { serverNow } from '#platform/net/server-clock.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { useTicketInView } from '../replica/ticket-in-view.store.ts'
import { announceNews } from './notifications.store.ts'

export function useMentionAnnouncements(): void {
  const navigate = useNavigate()
  const { t } = useTranslation('tickets')
  const open = useEffectEvent((path: string) => void navigate(path))
  const announce = useEffectEvent(({ note, ticket }: Mention) =>
    announceNews(
      {
        title: ticket.contact.name,
        body: t('mentionedBy', { name: note.user?.name ?? t('formerUser'), text: note.note }),
        path: ticketPage(ticket.uuid),
        ticket,
        picture: ticket.contact.profilePicUrl,
        canReply: false
      },
      useTicketInView.getState().ticketId === ticket.id,
      (path) => open(path)
    )
  )
  useEffect(
    () =>
      listen(mentionEvent, (event) => {
        if (event.action !== 'create') return
        if (serverNow() - Date.parse(event.mention.note.createdAt) <= newsFor) announce(event.mention)
      }),
    []
  )
}
