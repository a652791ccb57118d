// How far the import of a phone's earlier conversations is, what it brought, or why it did not.
import { Button, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { retryHistoryImport, type HistoryImport } from '@guiche/shared/features/inbox/connections.ts'
import { formatNumber } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import classes from '../connections.module.css'
import { useAttempt } from './use-attempt.ts'

interface HistoryLineProps {
  connectionId: number
  history: HistoryImport
  mayRetry: boolean
  size?: 'xs' | 'sm'
}

function Retry({ connectionId }: { connectionId: number }) {
  const { t } = useTranslation('connections')
  const { isBusy, attempt } = useAttempt()
  const retry = async () => void (await call(retryHistoryImport, { params: { id: connectionId } }))
  return (
    <Button size="compact-xs" variant="default" loading={isBusy} onClick={() => attempt(retry)} mt={4}>
      {t('historyRetry')}
    </Button>
  )
}

export function HistoryLine({ connectionId, history, mayRetry, size = 'xs' }: HistoryLineProps) {
  const { t } = useTranslation('connections')
  const { status, progress, conversations, messages, skipped, failure } = history
  if (status === 'running') {
    const words = t('historyRunning', { percent: progress })
    return (
      <Stack gap={4} maw={280} w="100%">
        <Text size={size} className="g-numbers" role="status">
          {words}
        </Text>
        <Progress value={progress} size="sm" aria-label={words} />
      </Stack>
    )
  }
  const told = t('historyDone', {
    conversations: t('historyConversations', { count: conversations, shown: formatNumber(conversations) }),
    messages: t('historyMessages', { count: messages, shown: formatNumber(messages) })
  })
  return (
    <Stack gap={0} align={size === 'xs' ? 'flex-start' : 'center'} className={classes['sentences']} role="status">
      {(messages > 0 || status === 'done') && (
        <Text size={size} c="dimmed">
          {messages > 0 ? told : t('historyNone')}
        </Text>
      )}
      {skipped > 0 && (
        <Text size={size} c="dimmed">
          {t('historySkipped', { count: skipped, shown: formatNumber(skipped) })}
        </Text>
      )}
      {failure !== null && (
        <Text size={size} c="var(--g-bad)">
          {t(`historyFailed_${failure}`)}
        </Text>
      )}
      {failure !== null && mayRetry && <Retry connectionId={connectionId} />}
    </Stack>
  )
}
