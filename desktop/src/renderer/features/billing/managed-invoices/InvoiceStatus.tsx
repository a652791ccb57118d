// Whether an invoice is paid, open or late, in a word.
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '@guiche/shared/features/billing/invoices.ts'
import { isOverdue } from './managed-invoices.store.ts'

export function InvoiceStatus({ invoice }: { invoice: Pick<Invoice, 'status' | 'dueDate'> }) {
  const { t } = useTranslation('managedInvoices')
  if (invoice.status === 'paid') return <Badge color="teal">{t('state_paid')}</Badge>
  const isLate = isOverdue(invoice)
  return <Badge color={isLate ? 'red' : 'yellow'}>{t(isLate ? 'state_overdue' : 'state_open')}</Badge>
}
