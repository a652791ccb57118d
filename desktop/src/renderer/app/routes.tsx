// Every screen of the console, feature by feature.
import { lazy } from 'react'
import type { ScreenRoute } from '#platform/device/screen.ts'
import { promptRoutes } from '#features/automation/ai-prompts/ai-prompts.routes.tsx'
import { chatbotRoutes } from '#features/automation/chatbot/chatbot.routes.tsx'
import { externalApiRoutes } from '#features/automation/external-api/external-api.routes.tsx'
import { integrationRoutes } from '#features/automation/integrations/integrations.routes.tsx'
import { checkoutRoutes } from '#features/billing/checkout/checkout.routes.tsx'
import { invoiceRoutes } from '#features/billing/invoices/invoices.routes.tsx'
import { subscriptionRoutes } from '#features/billing/subscription/subscription.routes.tsx'
import { auditRoutes } from '#features/org/audit/audit.routes.tsx'
import { authRoutes } from '#features/org/auth/auth.routes.tsx'
import { queueRoutes } from '#features/org/queues/queues.routes.tsx'
import { roleRoutes } from '#features/org/roles/roles.routes.tsx'
import { settingRoutes } from '#features/org/settings/settings.routes.tsx'
import { userRoutes } from '#features/org/users/users.routes.tsx'
import { fileListRoutes } from '#features/library/file-lists/file-lists.routes.tsx'
import { helpRoutes } from '#features/library/helps/helps.routes.tsx'
import { quickMessageRoutes } from '#features/library/quick-messages/quick-messages.routes.tsx'
import { connectionRoutes } from '#features/inbox/connections/connections.routes.tsx'
import { contactRoutes } from '#features/inbox/contacts/contacts.routes.tsx'
import { kanbanRoutes } from '#features/inbox/kanban/kanban.routes.tsx'
import { tagRoutes } from '#features/inbox/tags/tags.routes.tsx'
import { ticketRoutes } from '#features/inbox/tickets/tickets.routes.tsx'
import { campaignRoutes } from '#features/outreach/campaigns/campaigns.routes.tsx'
import { contactListRoutes } from '#features/outreach/contact-lists/contact-lists.routes.tsx'
import { scheduleRoutes } from '#features/outreach/schedules/schedules.routes.tsx'
import { dashboardRoutes } from '#features/team/dashboard/dashboard.routes.tsx'
import { internalChatRoutes } from '#features/team/internal-chat/internal-chat.routes.tsx'
import { todoRoutes } from '#features/team/todo/todo.routes.tsx'
import { shellRoutes } from './shell/shell.routes.tsx'
import { superRoutes, superTabs } from './menu/super-screens.ts'

const lookups = {
  PromptSelect: lazy(async () => ({
    default: (await import('#features/automation/ai-prompts/PromptSelect.tsx')).PromptSelect
  })),
  IntegrationSelect: lazy(async () => ({
    default: (await import('#features/automation/integrations/IntegrationSelect.tsx')).IntegrationSelect
  }))
}

export const routes: ScreenRoute[] = [
  ...authRoutes,
  ...dashboardRoutes,
  ...ticketRoutes,
  ...kanbanRoutes,
  ...contactRoutes,
  ...tagRoutes,
  ...quickMessageRoutes,
  ...scheduleRoutes,
  ...campaignRoutes,
  ...contactListRoutes,
  ...fileListRoutes,
  ...internalChatRoutes,
  ...todoRoutes,
  ...connectionRoutes(lookups),
  ...queueRoutes(lookups),
  ...chatbotRoutes,
  ...userRoutes,
  ...roleRoutes,
  ...promptRoutes,
  ...integrationRoutes,
  ...externalApiRoutes,
  ...settingRoutes(superTabs),
  ...auditRoutes,
  ...superRoutes,
  ...invoiceRoutes,
  ...subscriptionRoutes,
  ...checkoutRoutes,
  ...helpRoutes,
  ...shellRoutes
]
