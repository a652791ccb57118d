// The super user's screen of all companies' invoices: found, summed up, written, changed, paid by hand and deleted.
import { Text } from '@mantine/core'
import { IconArrowBackUp, IconCashBanknote, IconFileInvoice } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ManagedInvoice } from '@guiche/shared/features/billing/managed-invoices.ts'
import { formatDueDate, formatMoney } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { Figures, NameCell } from '#ui/tables/cells.tsx'
import { InvoiceFilters, useIsFiltered } from './InvoiceFilters.tsx'
import { InvoiceDialog } from './InvoiceDialog.tsx'
import { InvoiceStatus } from './InvoiceStatus.tsx'
import { InvoiceSums } from './InvoiceSums.tsx'
import classes from './managed-invoices.module.css'
import { changeInvoice, managedInvoices, removeInvoice } from './managed-invoices.store.ts'
import { PayInvoiceDialog } from './PayInvoiceDialog.tsx'

function ReopenDialog({ invoice, onClose }: { invoice: ManagedInvoice; onClose: () => void }) {
  const { t } = useTranslation('managedInvoices')
  return (
    <ConfirmDialog
      title={t('reopenTitle', { name: invoice.company.name })}
      text={t('reopenText')}
      confirmLabel={t('reopen')}
      isDangerous={false}
      onConfirm={async () => {
        await changeInvoice(invoice, { status: 'open' })
        notify.success(t('reopened'))
      }}
      onClose={onClose}
    />
  )
}

/** What is lost with it. */
function deleteKey({ status, awaitedPlan, renews, isSettled }: ManagedInvoice) {
  if (status === 'paid') return 'deletePaid'
  if (awaitedPlan !== null) return 'deleteAwaited'
  return renews !== null && !isSettled ? 'deletePeriod' : 'deleteText'
}

const Screen = defineRecordScreen({
  words: 'managedInvoices',
  texts: { text: 'pageText' },
  icon: IconFileInvoice,
  list: managedInvoices,
  nameOf: ({ company }) => company.name,
  labelOf: ({ detail, company }, t) => t('ofCompany', { detail, name: company.name }),
  actionsWidth: '128px',
  actions: [
    {
      icon: IconCashBanknote,
      label: 'pay',
      isFor: ({ status }) => status === 'open',
      run: (invoice, show) => show('pay', invoice)
    },
    {
      icon: IconArrowBackUp,
      label: 'reopen',
      isFor: ({ status }) => status !== 'open',
      run: (invoice, show) => show('reopen', invoice)
    }
  ],
  columns: [
    { title: 'company', render: ({ company, detail }) => <NameCell name={company.name}>{detail}</NameCell> },
    { title: 'value', align: 'right', render: ({ value }) => <Figures>{formatMoney(value)}</Figures> },
    { title: 'dueDate', render: ({ dueDate }) => <Figures>{formatDueDate(dueDate)}</Figures> },
    { title: 'status', render: (invoice) => <InvoiceStatus invoice={invoice} /> }
  ],
  form: ({ record, onClose }) => <InvoiceDialog {...(record && { invoice: record })} onClose={onClose} />,
  dialogs: {
    pay: ({ record, onClose }) => <PayInvoiceDialog invoice={record} onClose={onClose} />,
    reopen: ({ record, onClose }) => <ReopenDialog invoice={record} onClose={onClose} />
  },
  notice: (
    <>
      <InvoiceSums />
      <InvoiceFilters />
    </>
  ),
  narrow: (invoice, buttons) => (
    <>
      <div className={classes['narrow']}>
        <div>
          <NameCell name={invoice.company.name}>{invoice.detail}</NameCell>
        </div>
        {buttons}
      </div>
      <div className={classes['narrow']}>
        <Text size="sm" className="g-numbers">
          {formatMoney(invoice.value)} · {formatDueDate(invoice.dueDate)}
        </Text>
        <InvoiceStatus invoice={invoice} />
      </div>
    </>
  ),
  deleteText: (invoice, t) => {
    const { detail, value, awaitedPlan } = invoice
    return `${t('payWhat', { detail, value: formatMoney(value) })} ${t(deleteKey(invoice), { plan: awaitedPlan })}`
  },
  remove: ({ id }) => removeInvoice(id)
})

export function ManagedInvoicesPage() {
  const isFiltered = useIsFiltered()
  return <Screen texts={{ text: 'pageText', emptyText: isFiltered ? 'emptyFiltered' : 'emptyText' }} />
}
