// The invoices of one company, on its page.
import { useEffect, useState } from 'react'
import { Button, Text } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { listInvoicesOf, type Invoice } from '@guiche/shared/features/billing/invoices.ts'
import { managedInvoiceEvent } from '@guiche/shared/features/billing/managed-invoices.ts'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { formatDueDate, formatMoney } from '#platform/text/format.ts'
import type { Column } from '#ui/tables/column.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { Figures } from '#ui/tables/cells.tsx'
import { InvoiceStatus } from './InvoiceStatus.tsx'
import { setInvoiceFilter } from './managed-invoices.store.ts'

interface Loaded {
  rows: Invoice[]
  phase: 'loading' | 'ready' | 'failed'
  error: unknown
}

/** Mount it anew for another company. */
export function CompanyInvoices({ companyId }: { companyId: number }) {
  const { t } = useTranslation(['companies', 'managedInvoices'])
  const navigate = useNavigate()
  const [{ rows, phase, error }, setLoaded] = useState<Loaded>({ rows: [], phase: 'loading', error: null })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => listen(managedInvoiceEvent, () => setAttempt((before) => before + 1)), [])
  useEffect(() => {
    let isOver = false
    call(listInvoicesOf, { query: { companyId } }).then(
      (found) => !isOver && setLoaded({ rows: found, phase: 'ready', error: null }),
      (reason: unknown) => !isOver && setLoaded({ rows: [], phase: 'failed', error: reason })
    )
    return () => {
      isOver = true
    }
  }, [companyId, attempt])
  const columns: Column<Invoice>[] = [
    { key: 'detail', title: t('invoiceDetail'), render: ({ detail }) => <Text lineClamp={2}>{detail}</Text> },
    {
      key: 'value',
      title: t('managedInvoices:value'),
      align: 'right',
      render: ({ value }) => <Figures>{formatMoney(value)}</Figures>
    },
    {
      key: 'dueDate',
      title: t('dueDate'),
      from: 'sm',
      render: ({ dueDate }) => <Figures>{formatDueDate(dueDate)}</Figures>
    },
    { key: 'status', title: t('status'), render: (invoice) => <InvoiceStatus invoice={invoice} /> }
  ]
  return (
    <>
      <DataTable
        label={t('invoices')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        phase={phase}
        error={error}
        onRetry={() => setAttempt((before) => before + 1)}
        empty={{ icon: IconFileInvoice, text: t('noInvoices') }}
      />
      <Button
        variant="subtle"
        mt="xs"
        onClick={() => {
          setInvoiceFilter({ companyId: String(companyId) })
          void navigate(pages.managedInvoices)
        }}
      >
        {t('allInvoices')}
      </Button>
    </>
  )
}
