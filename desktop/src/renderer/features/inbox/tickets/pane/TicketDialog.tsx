// A ticket in a dialog, for other screens: the same header, conversation and message field.
import { useCallback } from 'react'
import { Box, Button, CloseButton, Modal } from '@mantine/core'
import { IconInboxOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsNarrow } from '#platform/device/narrow.ts'
import { errorText } from '#platform/net/error-text.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { PaneSkeleton } from './PaneSkeleton.tsx'
import { TicketPane } from './TicketPane.tsx'
import { useOpenTicket } from './use-open-ticket.ts'
import { useTicketActions } from './use-ticket-actions.ts'
import classes from '../tickets-page.module.css'

interface TicketDialogProps {
  uuid: string
  onClose: () => void
}

/** Mount it to open it; `onClose` is called when it has gone. */
export function TicketDialog({ uuid, onClose }: TicketDialogProps) {
  const { t } = useTranslation(['tickets', 'words'])
  const life = useDialogLife(onClose)
  const isNarrow = useIsNarrow()
  const { ticket, error, retry } = useOpenTicket(uuid)
  const { close } = life
  const leave = useCallback(() => close(), [close])
  const actions = useTicketActions(leave)
  const closeButton = <CloseButton aria-label={t('words:close')} onClick={close} />
  const label = ticket === null ? t('conversation') : t('ticketOf', { id: ticket.id, name: ticket.contact.name })
  return (
    <Modal.Root
      opened={life.opened}
      onClose={close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      size={860}
      fullScreen={isNarrow}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={label}>
        <Modal.Body className={classes['dialogBody']}>
          {ticket !== null && (
            // Its head is that of a part of the page, not a second one of the whole.
            <Box component="section" display="contents">
              <TicketPane ticket={ticket} actions={actions} onEscape={close} before={closeButton} />
            </Box>
          )}
          {ticket === null && error === null && <PaneSkeleton />}
          {ticket === null && error !== null && (
            <EmptyState
              icon={IconInboxOff}
              title={t('ticketFailed')}
              text={errorText(error)}
              action={
                <Button variant="default" mt="xs" onClick={retry}>
                  {t('words:retry')}
                </Button>
              }
            />
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
