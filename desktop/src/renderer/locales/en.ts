// English: every namespace by name, with the keys of Portuguese.
import { announcements } from './en/announcements.ts'
import { api } from './en/api.ts'
import { attachments } from './en/attachments.ts'
import { audit } from './en/audit.ts'
import { enAuditFields } from '@guiche/shared/kernel/audit-fields/en.ts'
import { auth } from './en/auth.ts'
import { bulk } from './en/bulk.ts'
import { campaigns } from './en/campaigns.ts'
import { chatbot } from './en/chatbot.ts'
import { chats } from './en/chats.ts'
import { colors } from './en/colors.ts'
import { companies } from './en/companies.ts'
import { composer } from './en/composer.ts'
import { archiveSchedules } from './en/archive-schedules.ts'
import { companyArchives } from './en/company-archives.ts'
import { connections } from './en/connections.ts'
import { consents } from './en/consents.ts'
import { contactLists } from './en/contact-lists.ts'
import { contactSheets } from './en/contact-sheets.ts'
import { contacts } from './en/contacts.ts'
import { duplicates } from './en/duplicates.ts'
import { errors } from './en/errors.ts'
import { fileLists } from './en/file-lists.ts'
import { firstSteps } from './en/first-steps.ts'
import { helps } from './en/helps.ts'
import { home } from './en/home.ts'
import { integrations } from './en/integrations.ts'
import { invitations } from './en/invitations.ts'
import { invoices } from './en/invoices.ts'
import { kanban } from './en/kanban.ts'
import { layout } from './en/layout.ts'
import { managedInvoices } from './en/managed-invoices.ts'
import { menu } from './en/menu.ts'
import { messages } from './en/messages.ts'
import { passkeys } from './en/passkeys.ts'
import { personalData } from './en/personal-data.ts'
import { planExtras } from './en/plan-extras.ts'
import { plans } from './en/plans.ts'
import { prompts } from './en/prompts.ts'
import { push } from './en/push.ts'
import { queues } from './en/queues.ts'
import { quotas } from './en/quotas.ts'
import { quickMessages } from './en/quick-messages.ts'
import { roles } from './en/roles.ts'
import { schedules } from './en/schedules.ts'
import { secondFactor } from './en/second-factor.ts'
import { workTimes } from './en/work-times.ts'
import { settings } from './en/settings.ts'
import { shell } from './en/shell.ts'
import { subscription } from './en/subscription.ts'
import { tags } from './en/tags.ts'
import { tickets } from './en/tickets.ts'
import { timeline } from './en/timeline.ts'
import { todo } from './en/todo.ts'
import { updates } from './en/updates.ts'
import { users } from './en/users.ts'
import { validation } from './en/validation.ts'
import { variables } from './en/variables.ts'
import { webhooks } from './en/webhooks.ts'
import { words } from './en/words.ts'
import type { Texts } from './pt.ts'

export const en: Texts = {
  announcements,
  api,
  attachments,
  audit,
  auditFields: enAuditFields,
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
