// Says that customers never get the menu of a queue in which an AI prompt or an integration answers, and leads to the setting.
import { Alert, Button, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { queueSettingsPage } from '@guiche/shared/kernel/console-pages.ts'
import type { Queue } from '@guiche/shared/features/org/queues.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { useHasFeature } from '#platform/session/session.ts'

/** As the server decides it: only what the plan includes answers, the prompt before the integration. */
function useAutoResponder({ promptId, integrationId }: Queue): 'prompt' | 'integration' | null {
  const hasPrompts = useHasFeature('useOpenAi')
  const hasIntegrations = useHasFeature('useIntegrations')
  if (hasPrompts && promptId !== null) return 'prompt'
  return hasIntegrations && integrationId !== null ? 'integration' : null
}

export function MenuNotice({ queue }: { queue: Queue }) {
  const { t } = useTranslation('chatbot')
  const navigate = useNavigate()
  const autoResponder = useAutoResponder(queue)
  if (autoResponder === null) return null
  return (
    <Alert icon={<IconInfoCircle size={18} />} color="yellow" title={t('notShown')} role="note" mb="md">
      <Text size="sm">{t(`notShown_${autoResponder}`)}</Text>
      <Button variant="default" mt="sm" onClick={() => void navigate(queueSettingsPage(queue.id))}>
        {t('toQueue')}
      </Button>
    </Alert>
  )
}
