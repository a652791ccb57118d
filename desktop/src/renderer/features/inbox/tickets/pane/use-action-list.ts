// What can be done with a ticket besides its primary action, and all of it for the command palette.
import { useMemo } from 'react'
import {
  IconArrowBackUp,
  IconArrowsRightLeft,
  IconCalendarClock,
  IconCheck,
  IconMessageOff,
  IconNotes,
  IconPin,
  IconPinnedOff,
  IconRefresh,
  type Icon
} from '@tabler/icons-react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useLatest } from '#platform/state/latest.ts'
import { useMay, useUser } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { useCommandActions, type CommandAction } from '#ui/keys/command-actions.ts'
import { togglePin, useIsPinned } from '../list/ticket-pins.store.ts'
import type { TicketActions } from './use-ticket-actions.ts'

export interface Action {
  key: string
  label: string
  shortcut?: string
  icon: Icon
  run: () => void
}

export interface Openers {
  /** Null for who may not transfer. */
  onTransfer: (() => void) | null
  /** Null where messages cannot be scheduled. */
  onSchedule: (() => void) | null
  onNotes: () => void
}

const icons = {
  accept: IconCheck,
  resolve: IconCheck,
  reopen: IconRefresh,
  return: IconArrowBackUp,
  transfer: IconArrowsRightLeft,
  schedule: IconCalendarClock,
  notes: IconNotes,
  pin: IconPin,
  quietly: IconMessageOff
}

/** By status: what it is called, the key that does it too, and how it looks. */
export const primaries = {
  pending: { label: 'accept', shortcut: 'A', icon: icons.accept, variant: 'filled' },
  open: { label: 'resolve', shortcut: 'R', icon: icons.resolve, variant: 'default' },
  closed: { label: 'reopen', shortcut: null, icon: icons.reopen, variant: 'filled' }
} as const

/** Whether somebody may move a ticket: one that another person has in service only with the permission to take it over. */
export function useMayMove({ status, userId }: Ticket): boolean {
  const { id } = useUser()
  const mayTakeOver = useMay('tickets:takeOver')
  return mayTakeOver || status !== 'open' || userId === null || userId === id
}

function useSecondary(ticket: Ticket, actions: TicketActions, { onTransfer, onSchedule, onNotes }: Openers): Action[] {
  const { t } = useTranslation('tickets')
  const mayMove = useMayMove(ticket)
  const isOpen = ticket.status === 'open' && mayMove
  const isActive = ticket.status !== 'closed'
  return [
    ...(isOpen
      ? [{ key: 'return', label: t('return'), icon: icons.return, run: () => void actions.giveBack(ticket) }]
      : []),
    ...(isActive && mayMove && onTransfer
      ? [{ key: 'transfer', label: t('transfer'), shortcut: 'T', icon: icons.transfer, run: onTransfer }]
      : []),
    ...(onSchedule ? [{ key: 'schedule', label: t('schedule'), icon: icons.schedule, run: onSchedule }] : []),
    { key: 'notes', label: t('notes'), icon: icons.notes, run: onNotes }
  ]
}

/** Those that always stand in the menu. */
function useRest(ticket: Ticket, actions: TicketActions): Action[] {
  const { t } = useTranslation('tickets')
  const isPinned = useIsPinned(ticket.id)
  const mayMove = useMayMove(ticket)
  return [
    {
      key: 'pin',
      label: t(isPinned ? 'unpin' : 'pin'),
      shortcut: 'P',
      icon: isPinned ? IconPinnedOff : icons.pin,
      run: () => void togglePin(ticket.id)
    },
    ...(ticket.status === 'open' && mayMove
      ? [
          {
            key: 'quietly',
            label: t('resolveQuietly'),
            icon: icons.quietly,
            run: () => void actions.resolveQuietly(ticket)
          }
        ]
      : [])
  ]
}

/** The palette has them while the ticket is open; they are added anew only when another set can be done. */
function useTicketCommands(ticket: Ticket, all: Action[]): void {
  const { t } = useTranslation('tickets')
  const latest = useLatest(all)
  const signature = all.map(({ key, label }) => `${key}:${label}`).join('|')
  const group = t('commandGroup', { name: ticket.contact.name })
  const commands = useMemo<CommandAction[]>(
    () =>
      signature.split('|').map((part) => {
        const [key = '', ...label] = part.split(':')
        const find = () => latest.current.find((one) => one.key === key)
        const icon = icons[key as keyof typeof icons]
        return { id: `ticket:${key}`, label: label.join(':'), group, icon, run: () => find()?.run() }
      }),
    [signature, group, latest]
  )
  useCommandActions(commands)
}

/** `secondary` stands beside the primary action where there is room, `rest` in the menu. */
export function useActionList(ticket: Ticket, actions: TicketActions, openers: Openers) {
  const { t } = useTranslation('tickets')
  const secondary = useSecondary(ticket, actions, openers)
  const rest = useRest(ticket, actions)
  const mayMove = useMayMove(ticket)
  const { label, icon } = primaries[ticket.status]
  const primary: Action = { key: label, label: t(label), icon, run: () => void actions[label](ticket) }
  useTicketCommands(ticket, [...(mayMove ? [primary] : []), ...secondary, ...rest])
  return { secondary, rest }
}
