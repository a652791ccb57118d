// Chooses the integration that a queue hands its customers to, or none.
import type { SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { listIntegrations, type Integration } from '@guiche/shared/features/automation/integrations.ts'
import { useHasFeature } from '#platform/session/session.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { RecordSelect } from '#ui/forms/RecordSelect.tsx'

const integrations = createWholeList<Integration>(
  async (read) => (await read(listIntegrations, { query: { searchParam: '', pageNumber: 1 } })).queueIntegrations,
  (a, b) => a.name.localeCompare(b.name)
)

/** Nothing for companies whose plan has no integrations. The value is an id as text or null. */
export function IntegrationSelect(props: Omit<SelectProps, 'data' | 'list'>) {
  const { t } = useTranslation(['queues', 'words'])
  const isOn = useHasFeature('useIntegrations')
  if (!isOn) return null
  return <RecordSelect label={t('integration')} list={integrations} noneLabel={t('words:noneFeminine')} {...props} />
}
