// What is open, late and paid among what the filter finds; each sum shows its invoices alone.
import { Skeleton, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { invoiceStates } from '@guiche/shared/features/billing/managed-invoices.ts'
import { formatMoney, formatNumber } from '#platform/text/format.ts'
import classes from './managed-invoices.module.css'
import { setInvoiceFilter, useInvoiceFilter, useInvoiceSums } from './managed-invoices.store.ts'

export function InvoiceSums() {
  const { t } = useTranslation('managedInvoices')
  const asked = useInvoiceFilter(({ state }) => state)
  const { sums } = useInvoiceSums()
  return (
    <div role="group" aria-label={t('sums')} className={classes['sums']}>
      {invoiceStates.map((state) => {
        const sum = sums?.[state]
        return (
          <UnstyledButton
            key={state}
            className={classes['sum']}
            aria-pressed={asked === state}
            onClick={() => setInvoiceFilter({ state: asked === state ? null : state })}
          >
            <span className={classes['label']}>{t(`sum_${state}`)}</span>
            {sum === undefined ? (
              <Skeleton height={12} my={6} width="70%" radius="xl" />
            ) : (
              <span className={classes['value']}>{formatMoney(sum.value)}</span>
            )}
            <span className={classes['label']}>
              {sum === undefined ? '' : t('count', { count: sum.count, formatted: formatNumber(sum.count) })}
            </span>
          </UnstyledButton>
        )
      })}
    </div>
  )
}
