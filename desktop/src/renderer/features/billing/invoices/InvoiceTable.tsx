// The company's invoices; an open one can be paid.
import { lazy, Suspense, useEffect, useState } from 'react'
import { Badge, Button, Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '@guiche/shared/features/billing/invoices.ts'
import { formatDueDate, formatMoney } from '#platform/text/format.ts'
import type { Column } from '#ui/tables/column.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { refreshInvoices, useInvoices } from './invoices.store.ts'
import { OpenReceipts } from './OpenReceipts.tsx'

/** Brings the drawing of QR codes with it. */
const PayDialog = lazy(async () => ({ default: (await import('./PayDialog.tsx')).PayDialog }))

export function InvoiceTable() {
  const { t } = useTranslation(['invoices', 'words'])
  const { items, phase, error } = useInvoices()
  const [paid, setPaid] = useState<Invoice | null>(null)
  useEffect(() => void refreshInvoices(), [])
  const columns: Column<Invoice>[] = [
    {
      key: 'detail',
      title: t('detail'),
      render: ({ detail, dueDate }) => (
        <>
          <Text fw={500}>{detail}</Text>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {formatDueDate(dueDate)}
          </Text>
        </>
      )
    },
    {
      key: 'value',
      title: t('value'),
      align: 'right',
      render: ({ value }) => <span className="g-numbers">{formatMoney(value)}</span>
    },
    {
      key: 'dueDate',
      title: t('dueDate'),
      from: 'sm',
      render: ({ dueDate }) => <span className="g-numbers">{formatDueDate(dueDate)}</span>
    },
    {
      key: 'status',
      title: t('status'),
      from: 'sm',
      render: ({ status }) => (
        <Badge variant="light" color={status === 'open' ? 'yellow' : 'teal'}>
          {t(status === 'open' ? 'open' : 'paid')}
        </Badge>
      )
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      render: (invoice) => (
        <Button
          size="compact-sm"
          variant={invoice.status === 'open' ? 'filled' : 'default'}
          disabled={invoice.status !== 'open'}
          onClick={() => setPaid(invoice)}
        >
          {t(invoice.status === 'open' ? 'pay' : 'payed')}
        </Button>
      )
    }
  ]
  return (
    <>
      <DataTable
        label={t('invoices')}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        phase={phase}
        error={error}
        onRetry={() => void refreshInvoices()}
        empty={{ icon: IconReceipt, text: t('noInvoices') }}
      />
      <OpenReceipts />
      {paid && (
        <Suspense>
          <PayDialog invoice={paid} onClose={() => setPaid(null)} />
        </Suspense>
      )}
    </>
  )
}
