// Chooses one of all companies.
import { useEffect } from 'react'
import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { refreshCompanies, useCompanies } from '#features/org/companies/companies.store.ts'

/** The value is an id as text or null. */
export function CompanySelect(props: Omit<SelectProps, 'data'>) {
  const { t } = useTranslation('words')
  const companies = useCompanies(({ items }) => items)
  useEffect(() => void refreshCompanies(), [])
  return (
    <Select
      searchable
      limit={100}
      data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
      nothingFoundMessage={t('noOptions')}
      {...props}
    />
  )
}
