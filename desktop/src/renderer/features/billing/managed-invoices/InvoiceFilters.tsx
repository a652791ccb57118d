// Which invoices are listed: of which company, and due between which days.
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CompanySelect } from './CompanySelect.tsx'
import classes from './managed-invoices.module.css'
import { clearInvoiceFilter, setInvoiceFilter, useInvoiceFilter } from './managed-invoices.store.ts'

/** Whether the list is cut down to something. */
export const useIsFiltered = (): boolean =>
  useInvoiceFilter(({ companyId, state, dueFrom, dueTo }) => Boolean(companyId || state || dueFrom || dueTo))

export function InvoiceFilters() {
  const { t } = useTranslation('managedInvoices')
  const { companyId, dueFrom, dueTo } = useInvoiceFilter()
  const isFiltered = useIsFiltered()
  return (
    <div className={classes['filters']}>
      <CompanySelect
        label={t('company')}
        placeholder={t('allCompanies')}
        clearable
        value={companyId || null}
        onChange={(id) => setInvoiceFilter({ companyId: id ?? '' })}
      />
      <TextInput
        type="date"
        label={t('dueFrom')}
        value={dueFrom}
        max={dueTo || undefined}
        onChange={(event) => setInvoiceFilter({ dueFrom: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('dueTo')}
        value={dueTo}
        min={dueFrom || undefined}
        onChange={(event) => setInvoiceFilter({ dueTo: event.currentTarget.value })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={clearInvoiceFilter}>
          {t('clearFilters')}
        </Button>
      )}
    </div>
  )
}
