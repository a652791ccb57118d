// Portuguese, the default and fallback: every namespace by name. The other languages must have the same keys.
import { announcements } from './pt/announcements.ts'
import { api } from './pt/api.ts'
import { attachments } from './pt/attachments.ts'
import { audit } from './pt/audit.ts'
import { ptAuditFields } from '@guiche/shared/kernel/audit-fields/pt.ts'
import { auth } from './pt/auth.ts'
import { bulk } from './pt/bulk.ts'
import { campaigns } from './pt/campaigns.ts'
import { chatbot } from './pt/chatbot.ts'
import { chats } from './pt/chats.ts'
import { colors } from './pt/colors.ts'
import { companies } from './pt/companies.ts'
import { composer } from './pt/composer.ts'
import { archiveSchedules } from './pt/archive-schedules.ts'
import { companyArchives } from './pt/company-archives.ts'
import { connections } from './pt/connections.ts'
import { consents } from './pt/consents.ts'
import { contactLists } from './pt/contact-lists.ts'
import { contactSheets } from './pt/contact-sheets.ts'
import { contacts } from './pt/contacts.ts'
import { duplicates } from './pt/duplicates.ts'
import { errors } from './pt/errors.ts'
import { fileLists } from './pt/file-lists.ts'
import { firstSteps } from './pt/first-steps.ts'
import { helps } from './pt/helps.ts'
import { home } from './pt/home.ts'
import { integrations } from './pt/integrations.ts'
import { invitations } from './pt/invitations.ts'
import { invoices } from './pt/invoices.ts'
import { kanban } from './pt/kanban.ts'
import { layout } from './pt/layout.ts'
import { managedInvoices } from './pt/managed-invoices.ts'
import { menu } from './pt/menu.ts'
import { messages } from './pt/messages.ts'
import { passkeys } from './pt/passkeys.ts'
import { personalData } from './pt/personal-data.ts'
import { planExtras } from './pt/plan-extras.ts'
import { plans } from './pt/plans.ts'
import { prompts } from './pt/prompts.ts'
import { push } from './pt/push.ts'
import { queues } from './pt/queues.ts'
import { quotas } from './pt/quotas.ts'
import { quickMessages } from './pt/quick-messages.ts'
import { roles } from './pt/roles.ts'
import { schedules } from './pt/schedules.ts'
import { secondFactor } from './pt/second-factor.ts'
import { workTimes } from './pt/work-times.ts'
import { settings } from './pt/settings.ts'
import { shell } from './pt/shell.ts'
import { subscription } from './pt/subscription.ts'
import { tags } from './pt/tags.ts'
import { tickets } from './pt/tickets.ts'
import { timeline } from './pt/timeline.ts'
import { todo } from './pt/todo.ts'
import { updates } from './pt/updates.ts'
import { users } from './pt/users.ts'
import { validation } from './pt/validation.ts'
import { variables } from './pt/variables.ts'
import { webhooks } from './pt/webhooks.ts'
import { words } from './pt/words.ts'

export const pt = {
  announcements,
  api,
  attachments,
  audit,
  auditFields: ptAuditFields,
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

/** The same namespaces and keys with texts of another language. */
export type Texts = { [N in keyof typeof pt]: { [K in keyof (typeof pt)[N]]: string } }
