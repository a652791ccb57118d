// Chooses the AI prompt that answers on a connection or in a queue, or none.
import type { SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { listPrompts, type Prompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { useHasFeature } from '#platform/session/session.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { RecordSelect } from '#ui/forms/RecordSelect.tsx'

const prompts = createWholeList<Prompt>(
  async (read) => (await read(listPrompts)).prompts,
  (a, b) => a.name.localeCompare(b.name)
)

/** Nothing for companies whose plan has no AI. The value is an id as text or null. */
export function PromptSelect(props: Omit<SelectProps, 'data' | 'list'>) {
  const { t } = useTranslation(['connections', 'words'])
  const isOn = useHasFeature('useOpenAi')
  if (!isOn) return null
  return <RecordSelect label={t('formPrompt')} list={prompts} noneLabel={t('words:none')} {...props} />
}
