// Chooses the AI prompt that answers on a connection or in a queue, or none.
import { useEffect } from 'react'
import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { listPrompts, type PromptBrief } from '@guiche/shared/features/automation/ai-prompts.ts'
import { call } from '#platform/http.ts'
import { useHasFeature } from '#platform/session.ts'
import { createWholeList } from '#platform/whole-list.ts'

const prompts = createWholeList<PromptBrief>(
  async () => (await call(listPrompts)).prompts,
  (a, b) => a.name.localeCompare(b.name)
)

/** Nothing for companies whose plan has no AI. The value is an id as text or null. */
export const PromptSelect = (props: Omit<SelectProps, 'data'>) => {
  const { t } = useTranslation(['connections', 'words'])
  const isOn = useHasFeature('useOpenAi')
  const items = prompts.use((state) => state.items)
  // They may have been made in another window since the dialog was last open.
  useEffect(() => void prompts.refresh(), [])
  if (!isOn) return null
  return (
    <Select
      label={t('formPrompt')}
      searchable
      clearable
      allowDeselect
      data={items.map(({ id, name }) => ({ value: String(id), label: name }))}
      nothingFoundMessage={t('words:noOptions')}
      {...props}
    />
  )
}
