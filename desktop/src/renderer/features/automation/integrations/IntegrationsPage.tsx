// The screen of integrations: flows outside of the house that queues hand their customers to.
import { Group, Text } from '@mantine/core'
import { IconPuzzle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '@guiche/shared/features/automation/integrations.ts'
import { useMay } from '#platform/session/session.ts'
import type { Column } from '#ui/tables/DataTable.tsx'
import { RecordsScreen } from '#ui/tables/RecordsScreen.tsx'
import { IntegrationDialog } from './IntegrationDialog.tsx'
import { integrationKinds } from './integration-kinds.ts'
import { integrations, removeIntegration } from './integrations.store.ts'

function Kind({ type }: Integration) {
  const { icon: IconOf, label } = integrationKinds[type]
  return (
    <Group gap={6} wrap="nowrap">
      <IconOf size={18} stroke={1.6} aria-hidden />
      <Text size="sm">{label}</Text>
    </Group>
  )
}

export function IntegrationsPage() {
  const mayWrite = useMay('queue-integration-page:write')
  const { t } = useTranslation('integrations')
  const columns: Column<Integration>[] = [
    { key: 'type', title: t('type'), width: '150px', render: (integration) => <Kind {...integration} /> },
    {
      key: 'id',
      title: t('id'),
      align: 'right',
      width: '80px',
      from: 'sm',
      render: ({ id }) => <span className="g-numbers">{id}</span>
    },
    { key: 'name', title: t('name'), render: ({ name }) => <Text fw={500}>{name}</Text> }
  ]
  return (
    <RecordsScreen
      mayWrite={mayWrite}
      words="integrations"
      icon={IconPuzzle}
      list={integrations}
      columns={columns}
      form={(integration, close) => <IntegrationDialog {...(integration && { integration })} onClose={close} />}
      remove={removeIntegration}
    />
  )
}
