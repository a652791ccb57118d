// The live QR code of a connection: follows every status until it is connected or has given up, and says why.
import { useEffect, useState } from 'react'
import { Button, List, Loader, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconClockX, IconDeviceMobile } from '@tabler/icons-react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { renewSession, type Connection } from '@guiche/shared/features/inbox/connections.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { useConnection, useConnections } from '../connections.store.ts'
import { Outcome } from './Outcome.tsx'
import { PairedOutcome } from './PairedOutcome.tsx'
import { PairingCode } from './PairingCode.tsx'
import { PairingNumber } from './PairingNumber.tsx'
import classes from './qr-dialog.module.css'
import { secondsLeft } from './qr-time.ts'
import { usePairing } from './use-pairing.ts'

/** Pixels. */
const qrSize = 264
/** Milliseconds the good news stays before the dialog goes by itself. */
const successStay = 1_500

/** Seconds until the present code is replaced, counted down. */
function useSecondsLeft(connection: Connection | null): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return connection === null ? 0 : secondsLeft(connection, now)
}

function Code({ connection, onByNumber }: { connection: Connection; onByNumber: () => void }) {
  const { t } = useTranslation('connections')
  const seconds = useSecondsLeft(connection)
  const { qrcode, name, status, retries } = connection
  const isPairing = status === 'PAIRING'
  return (
    <div className={classes['pair']}>
      <Stack align="center" gap="xs">
        <div className={classes['code']} data-dim={isPairing || undefined}>
          {qrcode === '' || isPairing ? (
            <Loader />
          ) : (
            <QRCodeSVG value={qrcode} size={qrSize} level="M" title={t('qrAlt', { name })} />
          )}
        </div>
        <Text size="xs" c="dimmed" className="g-numbers" role="status" aria-live={isPairing ? 'polite' : 'off'}>
          {isPairing
            ? t('qrPairing')
            : qrcode === ''
              ? t('qrWaiting')
              : `${t('qrShown', { number: Math.max(1, retries) })} · ${t('qrRefreshes', { seconds })}`}
        </Text>
      </Stack>
      <Stack align="flex-start">
        <List type="ordered" spacing="sm" className={classes['steps']}>
          <List.Item>{t('qrStep1')}</List.Item>
          <List.Item>{t('qrStep2')}</List.Item>
          <List.Item>{t('qrStep3')}</List.Item>
        </List>
        {!isPairing && (
          <Button variant="subtle" leftSection={<IconDeviceMobile size={16} />} onClick={onByNumber}>
            {t('pairByNumber')}
          </Button>
        )}
      </Stack>
    </div>
  )
}

function Stopped({ connection }: { connection: Connection }) {
  const { t } = useTranslation('connections')
  const [isBusy, setBusy] = useState(false)
  const { statusReason } = connection
  const isExpired = statusReason === 'qr-expired'
  const renew = async () => {
    setBusy(true)
    try {
      await call(renewSession, { params: { id: connection.id } })
    } catch (error) {
      notify.error(error)
      setBusy(false)
    }
  }
  return (
    <Stack align="center" gap={0}>
      <Outcome
        icon={isExpired ? <IconClockX size={28} /> : <IconAlertTriangle size={28} />}
        color={isExpired ? 'yellow' : 'red'}
        title={t(isExpired ? 'qrExpired' : 'qrStopped')}
        text={isExpired || statusReason === null ? t('qrExpiredText') : t(`reason_${statusReason}`)}
      />
      <Button loading={isBusy} onClick={() => void renew()} data-autofocus>
        {t('newQr')}
      </Button>
    </Stack>
  )
}

interface QrDialogProps {
  id: number
  onClose: () => void
}

export function QrDialog({ id, onClose }: QrDialogProps) {
  const { t } = useTranslation('connections')
  const life = useDialogLife(onClose)
  const { close } = life
  const connection = useConnection(id)
  const isListed = useConnections(({ phase }) => phase === 'ready')
  const isGone = connection === null && isListed
  const isConnected = connection?.status === 'CONNECTED'
  const bringsHistory = connection !== null && connection.importHistory !== 'off'
  useEffect(() => {
    if (!isGone && (!isConnected || bringsHistory)) return
    const timer = setTimeout(close, isGone ? 0 : successStay)
    return () => clearTimeout(timer)
  }, [isGone, isConnected, bringsHistory, close])

  const pairing = usePairing(connection)

  const content = () => {
    if (connection === null) return null
    if (isConnected) return <PairedOutcome connection={connection} onClose={close} />
    if (connection.status === 'DISCONNECTED') return <Stopped connection={connection} />
    if (connection.status === 'PAIRING') return <Code connection={connection} onByNumber={pairing.type} />
    switch (pairing.view) {
      case 'number':
        return <PairingNumber initial={pairing.number} onAsk={pairing.ask} onBack={pairing.back} />
      case 'code':
        return <PairingCode pairing={pairing} />
      default:
        return <Code connection={connection} onByNumber={pairing.type} />
    }
  }
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={t('qrTitle', { name: connection?.name ?? '' })}
      size={640}
    >
      {content()}
    </Modal>
  )
}
