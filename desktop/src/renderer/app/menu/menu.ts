// The side menu: every entry in its order, and the headings of its groups.
import type { MenuEntry, MenuGroup } from '#platform/device/screen.ts'
import { promptMenu } from '#features/automation/ai-prompts/ai-prompts.routes.tsx'
import { externalApiMenu } from '#features/automation/external-api/external-api.routes.tsx'
import { integrationMenu } from '#features/automation/integrations/integrations.routes.tsx'
import { invoiceMenu } from '#features/billing/invoices/invoices.routes.tsx'
import { queueMenu } from '#features/org/queues/queues.routes.tsx'
import { settingMenu } from '#features/org/settings/settings.routes.tsx'
import { userMenu } from '#features/org/users/users.routes.tsx'
import { fileListMenu } from '#features/library/file-lists/file-lists.routes.tsx'
import { helpMenu } from '#features/library/helps/helps.routes.tsx'
import { quickMessageMenu } from '#features/library/quick-messages/quick-messages.routes.tsx'
import { connectionMenu } from '#features/inbox/connections/connections.routes.tsx'
import { contactMenu } from '#features/inbox/contacts/contacts.routes.tsx'
import { kanbanMenu } from '#features/inbox/kanban/kanban.routes.tsx'
import { tagMenu } from '#features/inbox/tags/tags.routes.tsx'
import { ticketMenu } from '#features/inbox/tickets/tickets.routes.tsx'
import { campaignMenu, campaignSettingsMenu } from '#features/outreach/campaigns/campaigns.routes.tsx'
import { contactListMenu } from '#features/outreach/contact-lists/contact-lists.routes.tsx'
import { scheduleMenu } from '#features/outreach/schedules/schedules.routes.tsx'
import { internalChatMenu } from '#features/team/internal-chat/internal-chat.routes.tsx'
import { todoMenu } from '#features/team/todo/todo.routes.tsx'
import { dashboardMenu } from '#features/team/dashboard/dashboard.routes.tsx'
import { superMenu } from './super-screens.ts'

export const menuGroups: { group: MenuGroup; label: `group${string}`; access: 'user' | 'admin' }[] = [
  { group: 'work', label: 'groupWork', access: 'user' },
  { group: 'reach', label: 'groupReach', access: 'user' },
  { group: 'team', label: 'groupTeam', access: 'user' },
  { group: 'administration', label: 'groupAdministration', access: 'admin' }
]

export const menuEntries: MenuEntry[] = [
  dashboardMenu,
  ticketMenu,
  kanbanMenu,
  quickMessageMenu,
  todoMenu,
  contactMenu,
  scheduleMenu,
  tagMenu,
  campaignMenu,
  contactListMenu,
  campaignSettingsMenu,
  helpMenu,
  internalChatMenu,
  connectionMenu,
  queueMenu,
  userMenu,
  externalApiMenu,
  promptMenu,
  integrationMenu,
  fileListMenu,
  invoiceMenu,
  settingMenu,
  ...superMenu
]
