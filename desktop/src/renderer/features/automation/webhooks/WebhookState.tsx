// How a webhook stands, in a word and, when it fails, with the reason.
import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '@guiche/shared/features/automation/webhooks.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { StatusDot } from '#ui/layout/StatusDot.tsx'
import { useFailureWords } from './use-failure-words.ts'

function stateOf({ active, pausedAt, failingSince }: Webhook) {
  if (!active) return { tone: 'off', word: 'off' } as const
  if (pausedAt !== null) return { tone: 'bad', word: 'paused' } as const
  return failingSince === null ? ({ tone: 'good', word: 'on' } as const) : ({ tone: 'warn', word: 'failing' } as const)
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const wordsOf = useFailureWords()
  const { tone, word } = stateOf(webhook)
  const { failure, pausedAt, failingSince } = webhook
  const since = pausedAt ?? failingSince
  return (
    <div>
      <Group gap={8} wrap="nowrap">
        <StatusDot tone={tone} />
        <Text size="sm">{t(word)}</Text>
      </Group>
      {webhook.active && failure !== null && since !== null && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {t('failedSince', { failure: wordsOf(failure), since: formatDateTime(since) })}
        </Text>
      )}
    </div>
  )
}
