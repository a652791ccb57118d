// Writes an invoice for a company, or changes what an invoice says.
import { TextInput } from '@mantine/core'
import { invoiceDraft } from '@guiche/shared/features/billing/invoices.ts'
import type { ManagedInvoice } from '@guiche/shared/features/billing/managed-invoices.ts'
import { dueDay } from '@guiche/shared/features/org/due-dates.ts'
import { validationText } from '#platform/text/validation.ts'
import { defineRecordForm } from '#ui/records/record-form.ts'
import { RecordDialog } from '#ui/records/RecordDialog.tsx'
import { useCompanies } from '#features/org/companies/companies.store.ts'
import { CompanySelect } from './CompanySelect.tsx'
import { addInvoice, changeInvoice, useInvoiceFilter } from './managed-invoices.store.ts'

const form = defineRecordForm({
  words: 'managedInvoices',
  values: (invoice: ManagedInvoice | undefined) => ({
    companyId: invoice ? String(invoice.companyId) : null,
    detail: invoice?.detail ?? '',
    value: (invoice?.value ?? '') as number | string,
    dueDate: invoice ? dueDay(invoice.dueDate) : '',
    status: invoice?.status ?? 'open'
  }),
  schema: invoiceDraft,
  // An empty field would count as zero.
  check: ({ value }): Record<string, string> => (value === '' ? { value: validationText('Required') } : {}),
  fieldOfCode: { ERR_NO_COMPANY_FOUND: 'companyId' },
  fields: [
    {
      kind: 'own',
      render: ({ form: { getInputProps }, record, t }) =>
        record ? (
          <TextInput label={t('company')} value={record.company.name} readOnly variant="filled" />
        ) : (
          <CompanySelect label={t('company')} withAsterisk {...getInputProps('companyId')} />
        )
    },
    {
      name: 'detail',
      hint: 'detailHint',
      withAsterisk: true,
      maxLength: 200,
      // A new one begins with its company.
      more: ({ record }) => ({ 'data-autofocus': record ? true : undefined })
    },
    {
      name: 'value',
      kind: 'number',
      withAsterisk: true,
      prefix: 'R$ ',
      hideControls: true,
      min: 0,
      max: 9_999_999,
      decimalScale: 2,
      fixedDecimalScale: true,
      decimalSeparator: ',',
      thousandSeparator: '.'
    },
    {
      name: 'dueDate',
      type: 'date',
      withAsterisk: true,
      hint: ({ record, t }) => (record && record.renews !== null ? t('dueDateHint') : undefined)
    },
    {
      name: 'status',
      kind: 'select',
      hint: 'statusHint',
      allowDeselect: false,
      when: ({ record }) => record === undefined,
      options: (t) => [
        { value: 'open', label: t('state_open') },
        { value: 'paid', label: t('state_paid') }
      ]
    }
  ],
  save: async ({ companyId, detail, value, dueDate, status }, invoice) => {
    const texts = { detail, value: Number(value) }
    if (invoice) {
      // The same day keeps its time: the day of a period's invoice ends when the company's due date does.
      return changeInvoice(invoice, { ...texts, ...(dueDate === dueDay(invoice.dueDate) ? {} : { dueDate }) })
    }
    const id = Number(companyId)
    const name = useCompanies.getState().items.find((company) => company.id === id)?.name ?? ''
    return addInvoice({ ...texts, dueDate, status: status === 'paid' ? 'paid' : 'open' }, { id, name })
  }
})

interface InvoiceDialogProps {
  /** Absent to write one. */
  invoice?: ManagedInvoice
  onClose: () => void
}

export function InvoiceDialog({ invoice, onClose }: InvoiceDialogProps) {
  // A new one is for the company that is looked at.
  const companyId = useInvoiceFilter((filter) => filter.companyId)
  return (
    <RecordDialog
      form={form}
      record={invoice}
      {...(invoice ? {} : { initial: { companyId: companyId || null } })}
      onClose={onClose}
    />
  )
}
