// The first step of the checkout: who pays. What stands in the fields of a card never leaves the screen.
import { useState } from 'react'
import { Alert, Anchor, Checkbox, Collapse, Select, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { payerCountries, type Payer } from '@guiche/shared/features/org/payers.ts'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import classes from './subscription.module.css'

export interface PayerValues extends Payer, Record<string, unknown> {
  useAddressForPaymentDetails: boolean
}

/** Kept by nobody: neither by the form nor by a store, and no call sends them. */
function CardFields() {
  const { t } = useTranslation('subscription')
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('card')}
      </Anchor>
      <Collapse expanded={isOpen}>
        <Stack gap="sm" mt="sm">
          <Alert color="gray">{t('cardText')}</Alert>
          <TextInput label={t('nameOnCard')} autoComplete="off" />
          <div className={classes['two']}>
            <TextInput label={t('cardNumber')} autoComplete="off" inputMode="numeric" />
            <TextInput label={t('cvv')} autoComplete="off" inputMode="numeric" maxLength={4} />
          </div>
        </Stack>
      </Collapse>
    </div>
  )
}

export function PayerFields({ form }: { form: DraftForm<PayerValues> }) {
  const { t } = useTranslation(['subscription', 'words'])
  const countries = payerCountries.map((value) => ({ value, label: t(`country_${value}`) }))
  return (
    <Stack gap="md">
      <TextInput withAsterisk label={t('fullName')} autoComplete="name" {...form.getInputProps('firstName')} />
      <TextInput withAsterisk label={t('address1')} autoComplete="address-line1" {...form.getInputProps('address1')} />
      <TextInput label={t('address2')} autoComplete="address-line2" {...form.getInputProps('address2')} />
      <div className={classes['two']}>
        <TextInput withAsterisk label={t('city')} autoComplete="address-level2" {...form.getInputProps('city')} />
        <TextInput label={t('state')} autoComplete="address-level1" {...form.getInputProps('state')} />
        <TextInput withAsterisk label={t('zipcode')} autoComplete="postal-code" {...form.getInputProps('zipcode')} />
        <Select
          withAsterisk
          label={t('country')}
          data={countries}
          allowDeselect={false}
          {...form.getInputProps('country')}
        />
      </div>
      <Checkbox label={t('useAddress')} {...form.getInputProps('useAddressForPaymentDetails', { type: 'checkbox' })} />
      <CardFields />
    </Stack>
  )
}
