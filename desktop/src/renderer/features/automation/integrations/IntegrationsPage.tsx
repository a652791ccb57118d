// The screen of integrations: flows outside of the house that queues hand their customers to.
import { useState } from 'react'
import { Group, Text } from '@mantine/core'
import { IconPuzzle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '@guiche/shared/features/automation/integrations.ts'
import { notify } from '#platform/notify.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { EditActions } from '#ui/EditActions.tsx'
import { ListScreen } from '#ui/ListScreen.tsx'
import { IntegrationDialog } from './IntegrationDialog.tsx'
import { integrationKinds } from './integration-kinds.ts'
import { integrations, removeIntegration } from './integrations.store.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; integration: Integration }

const Kind = ({ type }: Integration) => {
  const { icon: IconOf, label } = integrationKinds[type]
  return (
    <Group gap={6} wrap="nowrap">
      <IconOf size={18} stroke={1.6} aria-hidden />
      <Text size="sm">{label}</Text>
    </Group>
  )
}

export const IntegrationsPage = () => {
  const { t } = useTranslation(['integrations', 'words'])
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)

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
    { key: 'name', title: t('name'), render: ({ name }) => <Text fw={500}>{name}</Text> },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '92px',
      render: (integration) => (
        <EditActions
          name={integration.name}
          onEdit={() => setDialog({ kind: 'edit', integration })}
          onDelete={() => setDialog({ kind: 'delete', integration })}
        />
      )
    }
  ]
  return (
    <>
      <ListScreen
        title={t('title')}
        text={(count, formatted) => t('count', { count, formatted })}
        searchLabel={t('searchLabel')}
        addLabel={t('add')}
        onAdd={() => setDialog({ kind: 'add' })}
        columns={columns}
        list={integrations}
        onOpen={(integration) => setDialog({ kind: 'edit', integration })}
        empty={{ icon: IconPuzzle, text: t('emptyText') }}
      />
      {dialog?.kind === 'add' && <IntegrationDialog onClose={close} />}
      {dialog?.kind === 'edit' && <IntegrationDialog integration={dialog.integration} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.integration.name })}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeIntegration(dialog.integration.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
