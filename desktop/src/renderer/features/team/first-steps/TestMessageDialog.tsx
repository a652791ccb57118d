// A test message from one's own phone: a code that opens WhatsApp with the company's number, and what has come of it.
import { useEffect, useState } from 'react'
import { Alert, Anchor, Button, List, Modal, Stack, Text } from '@mantine/core'
import { IconMessage2Check } from '@tabler/icons-react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { listen } from '#platform/net/realtime.ts'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { useConnections } from '#features/inbox/connections/connections.store.ts'
import classes from './first-steps.module.css'

/** Pixels. */
const qrSize = 216

/** The number that a test message goes to: that of the default connection, else of the first that has WhatsApp. */
export function useTestNumber(): { connectionId: number; number: string } | null {
  const items = useConnections((state) => state.items)
  const ready = items.filter(({ status, number }: Connection) => status === 'CONNECTED' && number !== null)
  const chosen = ready.find(({ isDefault }) => isDefault) ?? ready[0]
  return chosen?.number ? { connectionId: chosen.id, number: chosen.number } : null
}

/** A number that stays on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0').replaceAll('-', '\u2011')

interface Arrived {
  uuid: string
  name: string
}

/** The newest conversation of a connection in which a customer has written since the dialog is open. */
function useArrived(connectionId: number): Arrived | null {
  const [arrived, setArrived] = useState<Arrived | null>(null)
  useEffect(
    () =>
      listen(messageEvent, ({ action, message, ticket, contact }) => {
        if (action !== 'create' || message.fromMe || ticket.whatsappId !== connectionId) return
        setArrived({ uuid: ticket.uuid, name: contact.name })
      }),
    [connectionId]
  )
  return arrived
}

interface TestMessageDialogProps {
  connectionId: number
  /** Digits. */
  number: string
  onClose: () => void
}

export function TestMessageDialog({ connectionId, number, onClose }: TestMessageDialogProps) {
  const { t } = useTranslation(['firstSteps', 'words'])
  const life = useDialogLife(onClose)
  const arrived = useArrived(connectionId)
  const address = `https://wa.me/${number}?text=${encodeURIComponent(t('testWords'))}`
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={t('testTitle')}
    >
      <Stack gap="md">
        <div className={classes['code']}>
          <QRCodeSVG value={address} size={qrSize} level="M" title={t('testCode', { number: formatPhone(number) })} />
        </div>
        <List type="ordered" spacing="xs">
          <List.Item>
            {t('testStep1')}{' '}
            <Anchor inherit href={address} target="_blank" rel="noreferrer">
              {t('testOpen')}
            </Anchor>
          </List.Item>
          <List.Item>{t('testStep2', { number: unbroken(formatPhone(number)) })}</List.Item>
          <List.Item>{t('testStep3')}</List.Item>
        </List>
        <div role="status">
          {arrived === null ? (
            <Text size="sm" c="dimmed">
              {t('testWaiting')}
            </Text>
          ) : (
            <Alert color="teal" variant="light" icon={<IconMessage2Check size={18} />}>
              {t('testArrived', { name: arrived.name })}
            </Alert>
          )}
        </div>
        {arrived === null ? (
          <Button variant="default" ml="auto" onClick={life.close}>
            {t('words:close')}
          </Button>
        ) : (
          <Button component={Link} to={ticketPage(arrived.uuid)} ml="auto">
            {t('testAnswer')}
          </Button>
        )}
      </Stack>
    </Modal>
  )
}
