// The change of plan that waits: for what, until when, and how to pay it or to give it up.
import { lazy, Suspense, useState } from 'react'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { cancelPlanChange, type PlanChange } from '@guiche/shared/features/billing/plan-changes.ts'
import { formatDueDate, formatMoney } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'

/** Brings the drawing of QR codes with it. */
const PayDialog = lazy(async () => ({ default: (await import('./PayDialog.tsx')).PayDialog }))

interface PendingChangeProps {
  pending: PlanChange
  /** Opens with the payment, as right after the choice. */
  isPaying?: boolean
}

export function PendingChange({ pending, isPaying = false }: PendingChangeProps) {
  const { t } = useTranslation('invoices')
  const [isOpen, setOpen] = useState(isPaying)
  const [isCancelling, setCancelling] = useState(false)
  const { planName, kind, value, invoiceId, at, isPaid } = pending
  const values = { name: planName, value: formatMoney(value ?? 0), date: at === null ? '' : formatDueDate(at) }
  return (
    <>
      <Alert mb="md" flex="none" color={value === null ? 'gray' : 'yellow'} icon={<IconArrowsExchange size={18} />}>
        <Text size="sm">{t(isPaid ? 'pending_paid' : `pending_${kind}`, values)}</Text>
        {!isPaid && (
          <Group gap="xs" mt="xs">
            {invoiceId !== null && (
              <Button size="compact-sm" onClick={() => setOpen(true)}>
                {t('payChange', values)}
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setCancelling(true)}>
              {t('cancelChange')}
            </Button>
          </Group>
        )}
      </Alert>
      {isOpen && invoiceId !== null && (
        <Suspense>
          <PayDialog invoice={{ id: invoiceId, detail: planName, dueDate: at }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
      {isCancelling && (
        <ConfirmDialog
          title={t('cancelChange')}
          text={t('cancelChangeText', values)}
          confirmLabel={t('cancelChange')}
          onConfirm={async () => {
            await call(cancelPlanChange)
            notify.success(t('changeCancelled'))
          }}
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  )
}
