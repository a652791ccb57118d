// The screen of AI prompts: who answers customers on a connection or in a queue, and what that has cost.
import { useState } from 'react'
import { Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Prompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { formatNumber } from '#platform/format.ts'
import { notify } from '#platform/notify.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { EditActions } from '#ui/EditActions.tsx'
import { ListScreen } from '#ui/ListScreen.tsx'
import { PromptDialog } from './PromptDialog.tsx'
import { prompts, removePrompt } from './prompts.store.ts'
import { PromptUsage } from './PromptUsage.tsx'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; prompt: Prompt }

export const PromptsPage = () => {
  const { t } = useTranslation(['prompts', 'words'])
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)

  const columns: Column<Prompt>[] = [
    { key: 'name', title: t('name'), render: ({ name }) => <Text fw={500}>{name}</Text> },
    { key: 'queue', title: t('queue'), width: '22%', render: ({ queue }) => queue?.name ?? t('noQueue') },
    {
      key: 'maxTokens',
      title: t('maxTokens'),
      align: 'right',
      width: '170px',
      from: 'sm',
      render: ({ maxTokens }) => <span className="g-numbers">{formatNumber(maxTokens)}</span>
    },
    {
      key: 'usage',
      title: t('usage'),
      width: '28%',
      from: 'md',
      render: (prompt) => <PromptUsage prompt={prompt} />
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '92px',
      render: (prompt) => (
        <EditActions
          name={prompt.name}
          onEdit={() => setDialog({ kind: 'edit', prompt })}
          onDelete={() => setDialog({ kind: 'delete', prompt })}
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
        list={prompts}
        onOpen={(prompt) => setDialog({ kind: 'edit', prompt })}
        empty={{ icon: IconSparkles, text: t('emptyText') }}
      />
      {dialog?.kind === 'add' && <PromptDialog onClose={close} />}
      {dialog?.kind === 'edit' && <PromptDialog prompt={dialog.prompt} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.prompt.name })}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removePrompt(dialog.prompt.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
