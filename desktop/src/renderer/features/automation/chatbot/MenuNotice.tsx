// Says that customers do not get the menu of a queue where an AI prompt or an integration answers, and leads to the setting.
import { useEffect } from 'react'
import { Alert, Button, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pages, queueSettingsPage } from '@guiche/shared/kernel/console-pages.ts'
import type { Queue } from '@guiche/shared/features/org/queues.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { useHasFeature } from '#platform/session/session.ts'
import { ensureConnections, useConnections } from '#features/inbox/connections/connections.store.ts'

type Responder = 'prompt' | 'integration'
interface Responders {
  promptId: number | null
  integrationId: number | null
}

/** As the server decides it: only what the plan includes answers, the prompt before the integration. */
function useResponderOf(): (of: Responders) => Responder | null {
  const hasPrompts = useHasFeature('useOpenAi')
  const hasIntegrations = useHasFeature('useIntegrations')
  return ({ promptId, integrationId }) => {
    if (hasPrompts && promptId !== null) return 'prompt'
    return hasIntegrations && integrationId !== null ? 'integration' : null
  }
}

/** What comes before the menu: somebody who answers in the queue itself, or on connections that serve it. */
function useBefore(queue: Queue) {
  const responderOf = useResponderOf()
  const { items } = useConnections()
  useEffect(() => void ensureConnections(), [])
  const serving = items.filter(({ queueIds }) => queueIds.includes(queue.id))
  const answered = serving.filter((connection) => responderOf(connection) !== null)
  return {
    inQueue: responderOf(queue),
    names: answered.map(({ name }) => name),
    isEverywhere: answered.length === serving.length
  }
}

interface NoticeProps {
  title: string
  text: string
  action: string
  page: string
}

function Notice({ title, text, action, page }: NoticeProps) {
  const navigate = useNavigate()
  return (
    <Alert icon={<IconInfoCircle size={18} />} color="yellow" title={title} role="note" mb="md">
      <Text size="sm">{text}</Text>
      <Button variant="default" mt="sm" onClick={() => void navigate(page)}>
        {action}
      </Button>
    </Alert>
  )
}

export function MenuNotice({ queue }: { queue: Queue }) {
  const { t } = useTranslation('chatbot')
  const { inQueue, names, isEverywhere } = useBefore(queue)
  if (inQueue !== null) {
    const page = queueSettingsPage(queue.id)
    return <Notice title={t('notShown')} text={t(`notShown_${inQueue}`)} action={t('toQueue')} page={page} />
  }
  if (names.length === 0) return null
  return (
    <Notice
      title={t(isEverywhere ? 'notShown' : 'notShownToSome')}
      text={t('notShownOn', { count: names.length, names: names.join(', ') })}
      action={t('toConnections')}
      page={pages.connections}
    />
  )
}
