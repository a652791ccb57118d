// The screen of AI prompts: who answers customers on a connection or in a queue, and what that has cost.
import { Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Prompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { formatNumber } from '#platform/text/format.ts'
import { useMay } from '#platform/session/session.ts'
import type { Column } from '#ui/tables/DataTable.tsx'
import { RecordsScreen } from '#ui/tables/RecordsScreen.tsx'
import { PromptDialog } from './PromptDialog.tsx'
import { prompts, removePrompt } from './prompts.store.ts'
import { PromptUsage } from './PromptUsage.tsx'

export function PromptsPage() {
  const mayWrite = useMay('prompts-page:write')
  const { t } = useTranslation('prompts')
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
    }
  ]
  return (
    <RecordsScreen
      mayWrite={mayWrite}
      words="prompts"
      icon={IconSparkles}
      list={prompts}
      columns={columns}
      form={(prompt, close) => <PromptDialog {...(prompt && { prompt })} onClose={close} />}
      remove={removePrompt}
    />
  )
}
