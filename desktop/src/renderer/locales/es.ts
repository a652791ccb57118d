// Spanish: every namespace by name, with the keys of Portuguese.
import { announcements } from './es/announcements.ts'
import { api } from './es/api.ts'
import { attachments } from './es/attachments.ts'
import { audit } from './es/audit.ts'
import { esAuditFields } from '@guiche/shared/kernel/audit-fields/es.ts'
import { auth } from './es/auth.ts'
import { bulk } from './es/bulk.ts'
import { campaigns } from './es/campaigns.ts'
import { chatbot } from './es/chatbot.ts'
import { chats } from './es/chats.ts'
import { colors } from './es/colors.ts'
import { companies } from './es/companies.ts'
import { composer } from './es/composer.ts'
import { archiveSchedules } from './es/archive-schedules.ts'
import { companyArchives } from './es/company-archives.ts'
import { connections } from './es/connections.ts'
import { consents } from './es/consents.ts'
import { contactLists } from './es/contact-lists.ts'
import { contactSheets } from './es/contact-sheets.ts'
import { contacts } from './es/contacts.ts'
import { duplicates } from './es/duplicates.ts'
import { errors } from './es/errors.ts'
import { fileLists } from './es/file-lists.ts'
import { firstSteps } from './es/first-steps.ts'
import { helps } from './es/helps.ts'
import { home } from './es/home.ts'
import { integrations } from './es/integrations.ts'
import { invitations } from './es/invitations.ts'
import { invoices } from './es/invoices.ts'
import { kanban } from './es/kanban.ts'
import { layout } from './es/layout.ts'
import { managedInvoices } from './es/managed-invoices.ts'
import { menu } from './es/menu.ts'
import { messages } from './es/messages.ts'
import { passkeys } from './es/passkeys.ts'
import { personalData } from './es/personal-data.ts'
import { planExtras } from './es/plan-extras.ts'
import { plans } from './es/plans.ts'
import { prompts } from './es/prompts.ts'
import { push } from './es/push.ts'
import { queues } from './es/queues.ts'
import { quotas } from './es/quotas.ts'
import { quickMessages } from './es/quick-messages.ts'
import { roles } from './es/roles.ts'
import { schedules } from './es/schedules.ts'
import { secondFactor } from './es/second-factor.ts'
import { workTimes } from './es/work-times.ts'
import { settings } from './es/settings.ts'
import { shell } from './es/shell.ts'
import { subscription } from './es/subscription.ts'
import { tags } from './es/tags.ts'
import { tickets } from './es/tickets.ts'
import { timeline } from './es/timeline.ts'
import { todo } from './es/todo.ts'
import { updates } from './es/updates.ts'
import { users } from './es/users.ts'
import { validation } from './es/validation.ts'
import { variables } from './es/variables.ts'
import { webhooks } from './es/webhooks.ts'
import { words } from './es/words.ts'
import type { Texts } from './pt.ts'

export const es: Texts = {
  announcements,
  api,
  attachments,
  audit,
  auditFields: esAuditFields,
  auth,
  bulk,
  campaigns,
  chatbot,
  chats,
  colors,
  companies,
  composer,
  archiveSchedules,
  companyArchives,
  connections,
  consents,
  contactLists,
  contactSheets,
  contacts,
  duplicates,
  errors,
  fileLists,
  firstSteps,
  helps,
  home,
  integrations,
  invitations,
  invoices,
  kanban,
  layout,
  managedInvoices,
  menu,
  messages,
  passkeys,
  personalData,
  planExtras,
  plans,
  prompts,
  push,
  queues,
  quotas,
  quickMessages,
  roles,
  schedules,
  secondFactor,
  workTimes,
  settings,
  shell,
  subscription,
  tags,
  tickets,
  timeline,
  todo,
  updates,
  users,
  validation,
  variables,
  webhooks,
  words
}
