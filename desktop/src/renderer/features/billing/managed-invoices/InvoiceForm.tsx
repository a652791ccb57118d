// Writes an invoice for a company, or changes what an invoice says.
import { NumberInput, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { invoiceDraft } from '@guiche/shared/features/billing/invoices.ts'
import type { ManagedInvoice } from '@guiche/shared/features/billing/managed-invoices.ts'
import { dueDay } from '@guiche/shared/features/org/due-dates.ts'
import { notify } from '#platform/device/notify.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { useCompanies } from '#features/org/companies/companies.store.ts'
import { CompanySelect } from './CompanySelect.tsx'
import { addInvoice, changeInvoice } from './managed-invoices.store.ts'

interface Values extends Record<string, unknown> {
  companyId: string | null
  detail: string
  value: number | string
  dueDate: string
  status: string
}

interface InvoiceFormProps {
  /** Absent to write one. */
  invoice?: ManagedInvoice
  /** Company that a new one is offered for: id as text, empty for none. */
  companyId?: string
  onClose: () => void
}

export function InvoiceForm({ invoice, companyId = '', onClose }: InvoiceFormProps) {
  const { t } = useTranslation('managedInvoices')
  const companies = useCompanies(({ items }) => items)
  const form = useDraftForm<Values>({
    initialValues: {
      companyId: invoice ? String(invoice.companyId) : companyId || null,
      detail: invoice?.detail ?? '',
      value: invoice?.value ?? '',
      dueDate: invoice ? dueDay(invoice.dueDate) : '',
      status: invoice?.status ?? 'open'
    },
    schema: invoiceDraft,
    required: 'mandatory',
    // An empty field would count as zero.
    check: ({ value }): Record<string, string> => (value === '' ? { value: t('valueMissing') } : {})
  })
  const submit = async (values: Values) => {
    const { detail, dueDate } = values
    const texts = { detail, value: Number(values.value) }
    if (invoice) {
      // The same day keeps its time: the day of a period's invoice ends when the company's due date does.
      await changeInvoice(invoice, { ...texts, ...(dueDate === dueDay(invoice.dueDate) ? {} : { dueDate }) })
    } else {
      const company = { id: Number(values.companyId), name: '' }
      company.name = companies.find(({ id }) => id === company.id)?.name ?? ''
      await addInvoice({ ...texts, dueDate, status: values.status === 'paid' ? 'paid' : 'open' }, company)
    }
    notify.success(t('saved'))
  }
  return (
    <FormDialog
      title={t(invoice ? 'edit' : 'add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      fieldOfCode={{ ERR_NO_COMPANY_FOUND: 'companyId' }}
    >
      {invoice ? (
        <TextInput label={t('company')} value={invoice.company.name} readOnly variant="filled" />
      ) : (
        <CompanySelect label={t('company')} withAsterisk {...form.getInputProps('companyId')} />
      )}
      <TextInput
        label={t('detail')}
        description={t('detailHint')}
        withAsterisk
        maxLength={200}
        data-autofocus={invoice ? true : undefined}
        {...form.getInputProps('detail')}
      />
      <NumberInput
        label={t('value')}
        withAsterisk
        prefix="R$ "
        hideControls
        min={0}
        max={9_999_999}
        decimalScale={2}
        fixedDecimalScale
        decimalSeparator=","
        thousandSeparator="."
        {...form.getInputProps('value')}
      />
      <TextInput
        type="date"
        label={t('dueDate')}
        description={invoice && invoice.renews !== null ? t('dueDateHint') : undefined}
        withAsterisk
        {...form.getInputProps('dueDate')}
      />
      {!invoice && (
        <Select
          label={t('status')}
          description={t('statusHint')}
          data={[
            { value: 'open', label: t('state_open') },
            { value: 'paid', label: t('state_paid') }
          ]}
          allowDeselect={false}
          {...form.getInputProps('status')}
        />
      )}
    </FormDialog>
  )
}
