// What can be done with the open ticket: one primary action by its status, the rest beside it or in the menu.
import { Suspense, use, useEffect } from 'react'
import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDotsVertical, IconTrash } from '@tabler/icons-react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { later } from '#platform/state/later.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { notify } from '#platform/device/notify.ts'
import { useHasFeature, useMay } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { Frozen } from '#ui/layout/Frozen.tsx'
import { setNoting } from '#features/inbox/composer/note-draft.store.ts'
import { useHint } from '#ui/feedback/use-hint.tsx'
import { useShortcutKeys } from '#ui/keys/use-shortcut-keys.ts'
import { removeTicket } from '../replica/ticket-actions.ts'
import { ensurePins, togglePin } from '../list/ticket-pins.store.ts'
import { hasSelection } from '../selection/ticket-selection.store.ts'
import { TicketExtras } from './TicketExtras.tsx'
import { isElsewhere, isInList } from '../list/use-list-keys.ts'
import { primaries, useActionList, useMayMove, type Openers } from './use-action-list.ts'
import type { TicketActions } from './use-ticket-actions.ts'
import classes from './ticket-header.module.css'

const TransferDialog = later(() => import('../dialogs/TransferDialog.tsx').then((module) => module.TransferDialog))
const ConfirmDialog = later(() => import('#ui/feedback/ConfirmDialog.tsx').then((module) => module.ConfirmDialog))

/** Windows under this keep the secondary actions in the menu. */
const roomy = '(min-width: 1100px)'

function Primary({ ticket, actions }: { ticket: Ticket; actions: TicketActions }) {
  const { t } = useTranslation('tickets')
  const { label, shortcut, icon: IconOf, variant } = primaries[ticket.status]
  const { hint, hide, onPointerEnter } = useHint(`${t(label)} (${shortcut})`, shortcut === null)
  return (
    <>
      <Button
        className={classes['primary'] ?? ''}
        size="compact-md"
        fz="sm"
        variant={variant}
        leftSection={<IconOf size={16} />}
        onPointerEnter={onPointerEnter}
        onPointerLeave={hide}
        onPointerDown={hide}
        onClick={() => void actions[label](ticket)}
      >
        {t(label)}
      </Button>
      {hint}
    </>
  )
}

function useActionKeys(ticket: Ticket, actions: TicketActions, { onTransfer }: Pick<Openers, 'onTransfer'>): void {
  const { status } = ticket
  const mayMove = useMayMove(ticket)
  const unlessElsewhere = (run: () => void) => () => {
    if (!isElsewhere() && !hasSelection()) run()
  }
  useShortcutKeys([
    ['a', unlessElsewhere(() => status === 'pending' && void actions.accept(ticket))],
    ['r', unlessElsewhere(() => status === 'open' && mayMove && void actions.resolve(ticket))],
    ['t', unlessElsewhere(() => status !== 'closed' && mayMove && onTransfer?.())],
    ['n', unlessElsewhere(() => setNoting(ticket.id, true))],
    ['p', unlessElsewhere(() => !isInList() && void togglePin(ticket.id))]
  ])
}

interface TicketActionBarProps {
  ticket: Ticket
  actions: TicketActions
  onNotes: () => void
}

export function TicketActionBar({ ticket, actions, onNotes }: TicketActionBarProps) {
  const { t } = useTranslation(['tickets', 'words'])
  const mayDelete = useMay('ticket-options:deleteTicket')
  const mayTransfer = useMay('tickets:transfer')
  const mayMove = useMayMove(ticket)
  const isRoomy = useMediaQuery(roomy, undefined, { getInitialValueInEffect: false })
  // A notification or the way back may open another ticket under them: what was meant for this one is not for that.
  const [dialog, setDialog] = useStateOf<'transfer' | 'schedule' | 'delete' | null>(ticket.id, null)
  const [isMenuOpen, setMenuOpen] = useStateOf(ticket.id, false)
  const extras = use(TicketExtras)
  const canSchedule = useHasFeature('useSchedules') && extras !== null
  const onTransfer = mayTransfer ? () => setDialog('transfer') : null
  const { secondary, rest } = useActionList(ticket, actions, {
    onTransfer,
    onSchedule: canSchedule ? () => setDialog('schedule') : null,
    onNotes
  })
  useEffect(() => void ensurePins(), [])
  useActionKeys(ticket, actions, { onTransfer })
  const deleteNow = async () => {
    await removeTicket(ticket)
    notify.success(t('deletedTicket'))
    actions.leave()
  }
  const inMenu = [...(isRoomy ? [] : secondary), ...rest]
  return (
    <>
      {isRoomy &&
        secondary.map(({ key, label, shortcut, icon: IconOf, run }) => (
          <IconButton
            key={key}
            label={shortcut ? `${label} (${shortcut})` : label}
            aria-label={label}
            icon={IconOf}
            onClick={run}
          />
        ))}
      {mayMove && <Primary ticket={ticket} actions={actions} />}
      <Frozen isFrozen={!isMenuOpen} look={t('words:moreActions')}>
        <Menu position="bottom-end" opened={isMenuOpen} onChange={setMenuOpen}>
          <Menu.Target>
            <IconButton label={t('words:moreActions')} icon={IconDotsVertical} />
          </Menu.Target>
          <Menu.Dropdown>
            {inMenu.map(({ key, label, icon: IconOf, run }) => (
              <Menu.Item key={key} leftSection={<IconOf size={16} stroke={1.6} />} onClick={run}>
                {label}
              </Menu.Item>
            ))}
            {mayDelete && (
              <>
                <Menu.Divider />
                <Menu.Item
                  c="var(--g-bad)"
                  leftSection={<IconTrash size={16} stroke={1.6} />}
                  onClick={() => setDialog('delete')}
                >
                  {t('deleteTicket')}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </Frozen>
      <Suspense>
        {dialog === 'transfer' && (
          <TransferDialog
            title={t('transferTitle')}
            initial={ticket}
            onTransfer={(target) => actions.transfer(ticket, target)}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'schedule' && extras !== null && (
          <extras.ScheduleDialog
            contact={ticket.contact}
            whatsappId={ticket.whatsappId}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'delete' && (
          <ConfirmDialog
            title={t('deleteTicketTitle', { id: ticket.id, name: ticket.contact.name })}
            text={t('deleteTicketText')}
            confirmLabel={t('words:delete')}
            onConfirm={deleteNow}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  )
}
