// The menu: every entry in its order, the headings of its groups and where they show.
import type { MenuEntry, MenuGroup } from '#platform/device/screen.ts'
import { promptMenu } from '#features/automation/ai-prompts/ai-prompts.routes.tsx'
import { externalApiMenu } from '#features/automation/external-api/external-api.routes.tsx'
import { integrationMenu } from '#features/automation/integrations/integrations.routes.tsx'
import { invoiceMenu } from '#features/billing/invoices/invoices.routes.tsx'
import { auditMenu } from '#features/org/audit/audit.routes.tsx'
import { queueMenu } from '#features/org/queues/queues.routes.tsx'
import { roleMenu } from '#features/org/roles/roles.routes.tsx'
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

/** `rail`: always in sight; `more`: one step behind it; `administration`: beside its own screens. */
export type MenuArea = 'rail' | 'more' | 'administration'

/** Whoever administers nothing finds what they may do of it under `more`. */
export const menuGroups: { group: MenuGroup; label: `group${string}`; area: MenuArea }[] = [
  { group: 'main', label: 'groupMain', area: 'rail' },
  { group: 'work', label: 'groupWork', area: 'more' },
  { group: 'reach', label: 'groupReach', area: 'more' },
  { group: 'service', label: 'groupService', area: 'administration' },
  { group: 'people', label: 'groupPeople', area: 'administration' },
  { group: 'automation', label: 'groupAutomation', area: 'administration' },
  { group: 'company', label: 'groupCompany', area: 'administration' },
  { group: 'platform', label: 'groupPlatform', area: 'administration' }
]

export const menuEntries: MenuEntry[] = [
  dashboardMenu,
  ticketMenu,
  contactMenu,
  kanbanMenu,
  internalChatMenu,
  quickMessageMenu,
  todoMenu,
  scheduleMenu,
  tagMenu,
  helpMenu,
  campaignMenu,
  contactListMenu,
  campaignSettingsMenu,
  connectionMenu,
  queueMenu,
  fileListMenu,
  userMenu,
  roleMenu,
  promptMenu,
  integrationMenu,
  externalApiMenu,
  settingMenu,
  auditMenu,
  invoiceMenu,
  ...superMenu
]
