// Chooses the integration that a queue hands its customers to, or none.
import { useEffect } from 'react'
import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { listIntegrations, type IntegrationBrief } from '@guiche/shared/features/automation/integrations.ts'
import { call } from '#platform/http.ts'
import { useHasFeature } from '#platform/session.ts'
import { createWholeList } from '#platform/whole-list.ts'

const integrations = createWholeList<IntegrationBrief>(
  async () => (await call(listIntegrations, { query: { searchParam: '', pageNumber: 1 } })).queueIntegrations,
  (a, b) => a.name.localeCompare(b.name)
)

/** Nothing for companies whose plan has no integrations. The value is an id as text or null. */
export const IntegrationSelect = (props: Omit<SelectProps, 'data'>) => {
  const { t } = useTranslation(['queues', 'words'])
  const isOn = useHasFeature('useIntegrations')
  const items = integrations.use((state) => state.items)
  useEffect(() => void integrations.refresh(), [])
  if (!isOn) return null
  return (
    <Select
      label={t('integration')}
      searchable
      clearable
      allowDeselect
      data={items.map(({ id, name }) => ({ value: String(id), label: name }))}
      nothingFoundMessage={t('words:noOptions')}
      {...props}
    />
  )
}
