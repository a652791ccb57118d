// Asks before an invoice is marked as paid, and says what that does to the company.
import { useEffect, useState } from 'react'
import { List, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  showPaymentEffect,
  type ManagedInvoice,
  type PaymentEffect
} from '@guiche/shared/features/billing/managed-invoices.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatDueDate, formatMoney } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { changeInvoice } from './managed-invoices.store.ts'

/** The consequences, one a line. */
function useEffectLines(effect: PaymentEffect, isSettled: boolean): string[] {
  const { t } = useTranslation('managedInvoices')
  const { company, dueDate, nextDueDate, plan, nextPlan, pending } = effect
  const { name } = company
  const lines: string[] = []
  if (nextDueDate !== null && nextDueDate !== dueDate) {
    const to = formatDueDate(nextDueDate)
    lines.push(
      dueDate === null ? t('effectFirst', { name, to }) : t('effectMoves', { name, from: formatDueDate(dueDate), to })
    )
  } else {
    const why = isSettled ? t('effectSettled') : t('effectNone')
    lines.push(dueDate === null ? why : `${why} ${t('effectStays', { name, date: formatDueDate(dueDate) })}`)
  }
  if (nextPlan !== null && nextPlan !== plan) lines.push(t('effectPlan', { plan: nextPlan }))
  if (pending?.kind === 'later' && pending.isPaid && pending.at !== null) {
    lines.push(t('effectLater', { plan: pending.planName, date: formatDueDate(pending.at) }))
  }
  return lines
}

function Effect({ effect, isSettled }: { effect: PaymentEffect; isSettled: boolean }) {
  const lines = useEffectLines(effect, isSettled)
  if (lines.length === 1) return <Text size="sm">{lines[0]}</Text>
  return (
    <List size="sm" spacing={4}>
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  )
}

interface PayInvoiceDialogProps {
  invoice: ManagedInvoice
  onClose: () => void
}

export function PayInvoiceDialog({ invoice, onClose }: PayInvoiceDialogProps) {
  const { t } = useTranslation('managedInvoices')
  const [effect, setEffect] = useState<PaymentEffect | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    call(showPaymentEffect, { params: { id: invoice.id } }).then(setEffect, setError)
  }, [invoice.id])
  const { company, detail, value } = invoice
  return (
    <ConfirmDialog
      title={t('payTitle', { name: company.name })}
      text={
        <Stack gap="xs">
          <Text>{t('payWhat', { detail, value: formatMoney(value) })}</Text>
          {effect ? (
            <Effect effect={effect} isSettled={invoice.isSettled} />
          ) : error === null ? (
            <Stack gap={8} aria-busy aria-label={t('effectLoading')}>
              <Skeleton height={10} width="90%" radius="xl" />
              <Skeleton height={10} width="60%" radius="xl" />
            </Stack>
          ) : (
            <Text c="red" size="sm" role="alert">
              {t('effectFailed')} {errorText(error)}
            </Text>
          )}
        </Stack>
      }
      confirmLabel={t('pay')}
      isDangerous={false}
      isDisabled={effect === null}
      onConfirm={async () => {
        await changeInvoice(invoice, { status: 'paid' })
        const date = effect?.nextDueDate
        const isMoved = date && date !== effect.dueDate
        notify.success(isMoved ? t('paidUntil', { name: company.name, date: formatDueDate(date) }) : t('paidDone'))
      }}
      onClose={onClose}
    />
  )
}
