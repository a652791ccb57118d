// A Pix charge to pay: its QR code, the text to copy, the time it has left, and the word that it is paid.
import { useEffect, useState } from 'react'
import { Alert, Anchor, Button, CopyButton, Skeleton, Stack, Text, Textarea, ThemeIcon } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClockX, IconCopy, IconFlask } from '@tabler/icons-react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { payInSandbox, type PixCharge } from '@guiche/shared/features/billing/subscription.ts'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { hasCode } from '#platform/net/api-error.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatDueDate, formatDuration, formatMoney } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import classes from './subscription.module.css'
import { usePixCharge, type ChargeWish } from './use-pix-charge.ts'

/** Pixels. */
const qrSize = 232

/** Who helps where nothing can be paid here. */
export function SupportLink() {
  const { t } = useTranslation('subscription')
  const [supportUrl, setSupportUrl] = useState<string | null>(null)
  useEffect(() => {
    // Without an answer the sentence stands alone.
    void call(showVersion).then(
      (version) => setSupportUrl(version.supportUrl ?? null),
      () => undefined
    )
  }, [])
  if (supportUrl === null) return null
  return (
    <Anchor href={supportUrl} target="_blank" rel="noreferrer">
      {t('support')}
    </Anchor>
  )
}

function Paid({ dueDate, openedPlan }: { dueDate: string | null; openedPlan: string | null }) {
  const { t } = useTranslation('subscription')
  return (
    <Stack align="center" gap="xs" py="lg" ta="center" role="status">
      <ThemeIcon size={56} radius="xl" color="teal" variant="light">
        <IconCheck size={28} />
      </ThemeIcon>
      <Text fw={600} size="lg">
        {t('paidTitle')}
      </Text>
      {openedPlan !== null && <Text c="dimmed">{t('planOpened', { name: openedPlan })}</Text>}
      {openedPlan === null && dueDate !== null && (
        <Text c="dimmed">{t('renewedUntil', { date: formatDueDate(dueDate) })}</Text>
      )}
    </Stack>
  )
}

function SandboxButton({ charge }: { charge: PixCharge }) {
  const { t } = useTranslation('subscription')
  const [isBusy, setBusy] = useState(false)
  const pay = async () => {
    setBusy(true)
    try {
      await call(payInSandbox, { params: { txid: charge.txid }, body: {} })
    } catch (error) {
      notify.error(error)
      setBusy(false)
    }
  }
  return (
    <Alert color="yellow" icon={<IconFlask size={18} />} w="100%" title={t('sandboxTitle')}>
      <Stack gap="xs" align="flex-start">
        {t('sandboxText')}
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void pay()}>
          {t('sandboxPay')}
        </Button>
      </Stack>
    </Alert>
  )
}

function Code({ charge, secondsLeft }: { charge: PixCharge; secondsLeft: number }) {
  const { t } = useTranslation(['subscription', 'words'])
  const text = charge.qrcode.qrcode
  const amount = formatMoney(Number(charge.valor.original))
  return (
    <Stack align="center" gap="sm">
      <Text c="dimmed" size="sm" ta="center">
        {t('scan')}
      </Text>
      <div className={classes['code']}>
        <QRCodeSVG value={text} size={qrSize} level="M" title={t('qrAlt', { amount })} />
      </div>
      <Text fw={650} fz={24} className="g-numbers">
        {amount}
      </Text>
      <Text size="sm" c="dimmed" className="g-numbers">
        {t('expiresIn', { time: formatDuration(secondsLeft) })}
      </Text>
      <Textarea
        w="100%"
        label={t('copyLabel')}
        value={text}
        readOnly
        rows={2}
        classNames={{ input: classes['text'] ?? '' }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={text} timeout={3_000}>
        {({ copied, copy }) => (
          <Button
            fullWidth
            onClick={copy}
            data-autofocus
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          >
            {copied ? t('words:copied') : t('copyCode')}
          </Button>
        )}
      </CopyButton>
      {charge.sandbox && <SandboxButton charge={charge} />}
      <Text size="sm" c="dimmed" ta="center">
        {t('showsByItself')}
      </Text>
    </Stack>
  )
}

interface PixPaymentProps {
  wish: ChargeWish
  /** The charge can be paid now. */
  onCharged?: () => void
  /** The company's due date, when it is known, and the plan that was opened. */
  onPaid?: (paid: { dueDate: string | null; openedPlan: string | null }) => void
}

export function PixPayment({ wish, onCharged, onPaid }: PixPaymentProps) {
  const { t } = useTranslation(['subscription', 'words'])
  const { charge, error, secondsLeft, isPaid, dueDate, openedPlan, ask } = usePixCharge(wish, onCharged)
  useEffect(() => {
    if (isPaid) onPaid?.({ dueDate, openedPlan })
    // Said once, when it is paid.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isPaid])
  if (isPaid) return <Paid dueDate={dueDate} openedPlan={openedPlan} />
  if (error !== null && hasCode(error, 'ERR_PAYMENT_UNAVAILABLE')) {
    return (
      <Stack gap="xs">
        <Text>{t('unavailable')}</Text>
        <SupportLink />
      </Stack>
    )
  }
  const again = (label: string) => (
    <Button mt="xs" onClick={ask} data-autofocus>
      {label}
    </Button>
  )
  if (error !== null) {
    return (
      <EmptyState
        icon={IconAlertTriangle}
        title={t('chargeFailed')}
        text={errorText(error)}
        action={again(t('words:retry'))}
      />
    )
  }
  if (charge === null) {
    return (
      <Stack align="center" gap="sm" aria-busy="true" aria-label={t('words:loading')}>
        <Skeleton width={qrSize + 32} height={qrSize + 32} radius="lg" />
        <Skeleton width={140} height={28} />
        <Skeleton height={36} />
      </Stack>
    )
  }
  if (secondsLeft === 0) {
    return <EmptyState icon={IconClockX} title={t('expired')} text={t('expiredText')} action={again(t('newCode'))} />
  }
  return <Code charge={charge} secondsLeft={secondsLeft ?? charge.secondsLeft} />
}
