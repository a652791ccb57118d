// The screen of integrations: flows outside of the house that queues hand their customers to.
import { Group, Text } from '@mantine/core'
import { IconPuzzle } from '@tabler/icons-react'
import type { Integration } from '@guiche/shared/features/automation/integrations.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { integrationForm } from './integration-form.tsx'
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

export const IntegrationsPage = defineRecordScreen({
  words: 'integrations',
  icon: IconPuzzle,
  list: integrations,
  isCounted: true,
  permissions: { write: 'queue-integration-page:write' },
  columns: [
    { title: 'type', width: '150px', render: (integration) => <Kind {...integration} /> },
    {
      title: 'id',
      align: 'right',
      width: '80px',
      from: 'sm',
      render: ({ id }) => <span className="g-numbers">{id}</span>
    },
    { title: 'name', render: ({ name }) => <Text fw={500}>{name}</Text> }
  ],
  form: integrationForm,
  remove: ({ id }) => removeIntegration(id)
})
