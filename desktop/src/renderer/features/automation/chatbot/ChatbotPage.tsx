// The chatbot of one queue: its options as a tree, the editor of the chosen one, and a trial conversation beside them.
import { useEffect } from 'react'
import { Alert, Button, Skeleton } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { errorText } from '#platform/net/error-text.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { ensureQueues, refreshQueues, useQueues } from '#features/org/queues/queues.store.ts'
import { fileChoices } from '#features/library/file-lists/file-choices.store.ts'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { Chatbot } from './Chatbot.tsx'
import { MenuNotice } from './MenuNotice.tsx'
import { reloadOptions, showOptions, useQueueOptions } from './queue-options.store.ts'

/** What is known of the queue and of its options. */
function useChatbot(queueId: number) {
  const queues = useQueues()
  const options = useQueueOptions()
  const queue = queues.items.find(({ id }) => id === queueId)
  useEffect(() => {
    void ensureQueues()
    void fileChoices.refresh()
    showOptions(queueId)
  }, [queueId])
  const isKnown = options.queueId === queueId && (options.phase === 'ready' || options.items.length > 0)
  return {
    queue,
    isGone: queue === undefined && queues.phase === 'ready',
    isKnown,
    error: queue === undefined ? queues.error : isKnown ? null : options.error
  }
}

export function ChatbotPage() {
  const { t } = useTranslation(['chatbot', 'words'])
  const queueId = Number(useParams()['queueId'])
  const navigate = useNavigate()
  const { queue, isGone, isKnown, error } = useChatbot(queueId)
  const retry = () => {
    void refreshQueues()
    void reloadOptions()
  }
  const body = () => {
    if (isGone) {
      return (
        <EmptyState
          icon={IconStack2}
          title={t('queueGone')}
          action={<Button onClick={() => void navigate(pages.queues)}>{t('toQueues')}</Button>}
        />
      )
    }
    if (error !== null) {
      return (
        <Alert color="red" title={t('words:listFailed')}>
          {errorText(error)}
          <Button variant="default" mt="sm" display="block" onClick={retry}>
            {t('words:retry')}
          </Button>
        </Alert>
      )
    }
    return queue && isKnown ? <Chatbot key={queue.id} queue={queue} /> : <Skeleton height={320} />
  }
  return (
    <>
      <PageHeader
        title={queue ? t('title', { name: queue.name }) : t('tab')}
        text={t('pageText')}
        back={{ label: t('toQueues'), onClick: () => void navigate(pages.queues) }}
      />
      {queue && <MenuNotice queue={queue} />}
      {body()}
    </>
  )
}
