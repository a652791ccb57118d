// What each type of integration is called and looks like.
import { IconMessageChatbot, IconRobot, IconTopologyStar3, IconWebhook, type Icon } from '@tabler/icons-react'
import type { IntegrationType } from '@guiche/shared/features/automation/integrations.ts'

export const integrationKinds: Record<IntegrationType, { label: string; icon: Icon }> = {
  dialogflow: { label: 'Dialogflow', icon: IconRobot },
  n8n: { label: 'n8n', icon: IconTopologyStar3 },
  webhook: { label: 'Webhook', icon: IconWebhook },
  typebot: { label: 'Typebot', icon: IconMessageChatbot }
}
