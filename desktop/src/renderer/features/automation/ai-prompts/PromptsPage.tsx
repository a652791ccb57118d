// The screen of AI prompts: who answers customers on a connection or in a queue, and what that has cost.
import { Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { formatNumber } from '#platform/text/format.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { promptForm } from './prompt-form.tsx'
import { prompts, removePrompt } from './prompts.store.ts'
import { PromptUsage } from './PromptUsage.tsx'

export const PromptsPage = defineRecordScreen({
  words: 'prompts',
  icon: IconSparkles,
  list: prompts,
  isCounted: true,
  permissions: { write: 'prompts-page:write' },
  columns: [
    { title: 'name', render: ({ name }) => <Text fw={500}>{name}</Text> },
    { title: 'queue', width: '22%', render: ({ queue }, t) => queue?.name ?? t('noQueue') },
    {
      title: 'maxTokens',
      align: 'right',
      width: '170px',
      from: 'sm',
      render: ({ maxTokens }) => <span className="g-numbers">{formatNumber(maxTokens)}</span>
    },
    { title: 'usage', width: '28%', from: 'md', render: (prompt) => <PromptUsage prompt={prompt} /> }
  ],
  form: promptForm,
  remove: ({ id }) => removePrompt(id)
})
