// The super user's screen of all companies' invoices: found, summed up, written, changed, paid by hand and deleted.
import { useState } from 'react'
import { Badge, Text } from '@mantine/core'
import { IconArrowBackUp, IconCashBanknote, IconFileInvoice } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ManagedInvoice } from '@guiche/shared/features/billing/managed-invoices.ts'
import { formatDueDate, formatMoney } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import type { Column } from '#ui/tables/DataTable.tsx'
import { EditActions } from '#ui/forms/EditActions.tsx'
import { ListScreen } from '#ui/tables/ListScreen.tsx'
import { RowAction } from '#ui/tables/RowActions.tsx'
import { InvoiceFilters, useIsFiltered } from './InvoiceFilters.tsx'
import { InvoiceForm } from './InvoiceForm.tsx'
import { InvoiceSums } from './InvoiceSums.tsx'
import classes from './managed-invoices.module.css'
import { changeInvoice, isOverdue, managedInvoices, removeInvoice, useInvoiceFilter } from './managed-invoices.store.ts'
import { PayInvoiceDialog } from './PayInvoiceDialog.tsx'

type Kind = 'edit' | 'pay' | 'reopen' | 'delete'
type OpenDialog = { kind: 'add' } | { kind: Kind; invoice: ManagedInvoice }

function Status({ invoice }: { invoice: ManagedInvoice }) {
  const { t } = useTranslation('managedInvoices')
  if (invoice.status === 'paid') return <Badge color="teal">{t('state_paid')}</Badge>
  const isLate = isOverdue(invoice)
  return <Badge color={isLate ? 'red' : 'yellow'}>{t(isLate ? 'state_overdue' : 'state_open')}</Badge>
}

function Actions({ invoice, onAsk }: { invoice: ManagedInvoice; onAsk: (kind: Kind) => void }) {
  const { t } = useTranslation('managedInvoices')
  const name = t('ofCompany', { detail: invoice.detail, name: invoice.company.name })
  return (
    <EditActions name={name} onEdit={() => onAsk('edit')} onDelete={() => onAsk('delete')}>
      {invoice.status === 'open' ? (
        <RowAction icon={IconCashBanknote} label={`${t('pay')}: ${name}`} onClick={() => onAsk('pay')} />
      ) : (
        <RowAction icon={IconArrowBackUp} label={`${t('reopen')}: ${name}`} onClick={() => onAsk('reopen')} />
      )}
    </EditActions>
  )
}

function Who({ company, detail }: ManagedInvoice) {
  return (
    <>
      <Text fw={500}>{company.name}</Text>
      <Text size="xs" c="dimmed">
        {detail}
      </Text>
    </>
  )
}

/** What is lost with it, one sentence a line. */
function useDeleteText() {
  const { t } = useTranslation('managedInvoices')
  return ({ status, awaitedPlan, renews, isSettled }: ManagedInvoice): string => {
    if (status === 'paid') return t('deletePaid')
    if (awaitedPlan !== null) return t('deleteAwaited', { plan: awaitedPlan })
    return t(renews !== null && !isSettled ? 'deletePeriod' : 'deleteText')
  }
}

function Dialogs({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  const { t } = useTranslation(['managedInvoices', 'words'])
  const deleteText = useDeleteText()
  const companyId = useInvoiceFilter((filter) => filter.companyId)
  if (dialog.kind === 'add') return <InvoiceForm companyId={companyId} onClose={onClose} />
  const { kind, invoice } = dialog
  const { name } = invoice.company
  if (kind === 'edit') return <InvoiceForm invoice={invoice} onClose={onClose} />
  if (kind === 'pay') return <PayInvoiceDialog invoice={invoice} onClose={onClose} />
  if (kind === 'reopen') {
    return (
      <ConfirmDialog
        title={t('reopenTitle', { name })}
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
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name })}
      text={`${t('payWhat', { detail: invoice.detail, value: formatMoney(invoice.value) })} ${deleteText(invoice)}`}
      confirmLabel={t('words:delete')}
      onConfirm={async () => {
        await removeInvoice(invoice.id)
        notify.success(t('deleted'))
      }}
      onClose={onClose}
    />
  )
}

export function ManagedInvoicesPage() {
  const { t } = useTranslation(['managedInvoices', 'words'])
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const isFiltered = useIsFiltered()
  const actions = (invoice: ManagedInvoice) => (
    <Actions invoice={invoice} onAsk={(kind) => setDialog({ kind, invoice })} />
  )
  const columns: Column<ManagedInvoice>[] = [
    { key: 'company', title: t('company'), render: (invoice) => <Who {...invoice} /> },
    {
      key: 'value',
      title: t('value'),
      align: 'right',
      render: ({ value }) => <span className="g-numbers">{formatMoney(value)}</span>
    },
    {
      key: 'dueDate',
      title: t('dueDate'),
      render: ({ dueDate }) => <span className="g-numbers">{formatDueDate(dueDate)}</span>
    },
    { key: 'status', title: t('status'), render: (invoice) => <Status invoice={invoice} /> },
    { key: 'actions', title: t('words:actions'), isTitleHidden: true, align: 'right', width: '128px', render: actions }
  ]
  return (
    <>
      <ListScreen
        title={t('title')}
        text={t('pageText')}
        searchLabel={t('searchLabel')}
        addLabel={t('add')}
        onAdd={() => setDialog({ kind: 'add' })}
        notice={
          <>
            <InvoiceSums />
            <InvoiceFilters />
          </>
        }
        columns={columns}
        list={managedInvoices}
        onOpen={(invoice) => setDialog({ kind: 'edit', invoice })}
        renderNarrow={(invoice) => (
          <>
            <div className={classes['narrow']}>
              <div>
                <Who {...invoice} />
              </div>
              {actions(invoice)}
            </div>
            <div className={classes['narrow']}>
              <Text size="sm" className="g-numbers">
                {formatMoney(invoice.value)} · {formatDueDate(invoice.dueDate)}
              </Text>
              <Status invoice={invoice} />
            </div>
          </>
        )}
        empty={{ icon: IconFileInvoice, text: t(isFiltered ? 'emptyFiltered' : 'emptyText') }}
      />
      {dialog && <Dialogs dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  )
}
