// What a prompt has answered so far, and what that cost.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Prompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { formatDollars, formatNumber } from '#platform/text/format.ts'

export function PromptUsage({ prompt }: { prompt: Prompt }) {
  const { t } = useTranslation('prompts')
  const { answers, handOvers, totalTokens, cost } = prompt
  if (answers + handOvers + totalTokens === 0) {
    return (
      <Text size="xs" c="dimmed">
        {t('unused')}
      </Text>
    )
  }
  const counted = (key: 'answers' | 'handOvers', count: number) => t(key, { count, formatted: formatNumber(count) })
  return (
    <>
      <Text size="sm">{[counted('answers', answers), counted('handOvers', handOvers)].join(' · ')}</Text>
      <Text size="xs" c="dimmed">
        {[
          t('tokens', { formatted: formatNumber(totalTokens) }),
          ...(cost > 0 ? [t('cost', { cost: formatDollars(cost) })] : [])
        ].join(' · ')}
      </Text>
    </>
  )
}
