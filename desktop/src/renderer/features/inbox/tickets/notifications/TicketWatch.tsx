// Runs behind every screen: the bell, the sound, the window's title, and tickets and contacts in the command palette.
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { IconAddressBook, IconMessagePlus, IconMessages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import { listContacts, type Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { concerns, listTickets, newsFor, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { call } from '#platform/net/http.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { isPaused } from '#platform/device/notification-pause.ts'
import { listen } from '#platform/net/realtime.ts'
import { serverNow } from '#platform/net/server-clock.ts'
import { useMay } from '#platform/session/session.ts'
import { useCommandActions, useCommandSource, type CommandAction } from '#ui/keys/command-actions.ts'
import { excerptOf, excerptText } from '#platform/text/excerpt.ts'
import { announceMessage } from './announce-message.ts'
import { playSound } from './play-sound.ts'
import '../list/tickets-snapshot.ts'
import { takeTickets, ticketViewer } from '../replica/tickets.store.ts'
import { findHits, jumpToHit } from '../list/ticket-hits.store.ts'
import { useTicketInView } from '../replica/ticket-in-view.store.ts'
import { useMentionAnnouncements } from './use-mention-announcements.ts'
import { useHandoverAnnouncements } from './use-handovers.ts'
import { useNotificationSound } from './use-notification-sound.ts'
import { inOneLine, useLastMessage } from '../list/use-last-message.ts'
import { isLookedAt } from '#ui/conversation/looked-at.ts'

const NewTicketDialog = lazy(() =>
  import('../dialogs/NewTicketDialog.tsx').then((module) => ({ default: module.NewTicketDialog }))
)

/** Found things in the palette, of each kind. */
const mostFound = 6
/** Letters of a message that stand before what was found in it. */
const beforeHit = 40

function useAnnouncements() {
  const navigate = useNavigate()
  const lastMessage = useLastMessage()
  const open = useEffectEvent((path: string) => void navigate(path))
  const lineOf = useEffectEvent((ticket: Ticket) => inOneLine(lastMessage(ticket)))
  useEffect(
    () =>
      listen(messageEvent, ({ action, message, ticket, contact }) => {
        const viewer = ticketViewer()
        if (action !== 'create' || message.fromMe || viewer === null || !concerns(viewer, ticket)) return
        if (serverNow() - Date.parse(message.createdAt) > newsFor) return
        const isInView = useTicketInView.getState().ticketId === ticket.id
        if (isInView && isLookedAt()) return
        if (!isPaused()) playSound()
        if (isLookedAt()) return
        announceMessage(
          {
            title: contact.name,
            body: lineOf(ticket),
            path: ticketPage(ticket.uuid),
            ticket,
            picture: contact.profilePicUrl,
            canReply: ticket.status === 'open' && ticket.userId === viewer.id
          },
          (path) => open(path)
        )
      }),
    []
  )
}

function usePalette(startWith: (contact: Contact | null) => void) {
  const { t } = useTranslation(['tickets', 'menu', 'layout'])
  const navigate = useNavigate()
  const seesAll = useMay('tickets:seeAll')
  const lastMessage = useLastMessage()
  const findTickets = useCallback(
    async (query: string): Promise<CommandAction[]> => {
      const all = seesAll ? { showAll: true } : {}
      const answer = await call(listTickets, {
        query: { searchParam: query.toLowerCase(), pageNumber: 1, ...all }
      })
      takeTickets(answer.tickets, answer)
      const shown = answer.tickets.slice(0, mostFound)
      const hits = await findHits(
        query,
        shown.map(({ id }) => id)
      )
      const lineOf = (ticket: Ticket): string => {
        const hit = hits.get(ticket.id)?.message
        if (!hit) return inOneLine(lastMessage(ticket))
        const { writer, text } = lastMessage({ lastMessage: hit.body, fromMe: hit.fromMe, userId: ticket.userId })
        return inOneLine({ writer, text: excerptText(excerptOf(text, query, beforeHit)) })
      }
      return shown.map((ticket) => ({
        id: `ticket:${ticket.id}`,
        label: ticket.contact.name,
        hint: `#${ticket.id} · ${t(`status_${ticket.status}`)} · ${lineOf(ticket)}`,
        group: t('title'),
        icon: IconMessages,
        run: () => {
          void navigate(ticketPage(ticket.uuid))
          jumpToHit(ticket.id, hits.get(ticket.id))
        }
      }))
    },
    [seesAll, lastMessage, navigate, t]
  )
  const findContacts = useCallback(
    async (query: string): Promise<CommandAction[]> => {
      const { contacts } = await call(listContacts, { query: { searchParam: query.toLowerCase(), pageNumber: 1 } })
      return contacts.slice(0, mostFound).map((contact) => ({
        id: `contact:${contact.id}`,
        label: contact.name,
        hint: formatPhone(contact.number),
        group: t('menu:contacts'),
        icon: IconAddressBook,
        run: () => startWith(contact)
      }))
    },
    [startWith, t]
  )
  useCommandSource(findTickets)
  useCommandSource(findContacts)
  const actions = useMemo<CommandAction[]>(
    () => [
      {
        id: 'new-ticket',
        label: t('newTicket'),
        group: t('layout:doThis'),
        icon: IconMessagePlus,
        run: () => startWith(null)
      }
    ],
    [startWith, t]
  )
  useCommandActions(actions)
}

export function TicketWatch() {
  const [wanted, setWanted] = useState<{ contact: Contact | null } | null>(null)
  const startWith = useCallback((contact: Contact | null) => setWanted({ contact }), [])
  useNotificationSound()
  useAnnouncements()
  useHandoverAnnouncements()
  useMentionAnnouncements()
  usePalette(startWith)
  if (wanted === null) return null
  return (
    <Suspense>
      <NewTicketDialog {...(wanted.contact ? { contact: wanted.contact } : {})} onClose={() => setWanted(null)} />
    </Suspense>
  )
}
