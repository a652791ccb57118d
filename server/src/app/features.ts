// The explicit list of features, lower wings first.
import type { Feature } from '#platform/feature.ts'
import { aiPromptsFeature } from '#features/automation/ai-prompts/ai-prompts.feature.ts'
import { autoRespondersFeature } from '#features/automation/auto-responders/auto-responders.feature.ts'
import { chatbotFeature } from '#features/automation/chatbot/chatbot.feature.ts'
import { externalApiFeature } from '#features/automation/external-api/external-api.feature.ts'
import { integrationsFeature } from '#features/automation/integrations/integrations.feature.ts'
import { webhooksFeature } from '#features/automation/webhooks/webhooks.feature.ts'
import { connectionsFeature } from '#features/inbox/connections/connections.feature.ts'
import { contactMergesFeature } from '#features/inbox/contact-merges/contact-merges.feature.ts'
import { consentsFeature } from '#features/inbox/consents/consents.feature.ts'
import { contactsFeature } from '#features/inbox/contacts/contacts.feature.ts'
import { erasureFeature } from '#features/inbox/erasure/erasure.feature.ts'
import { historyImportsFeature } from '#features/inbox/history-imports/history-imports.feature.ts'
import { kanbanFeature } from '#features/inbox/kanban/kanban.feature.ts'
import { messagesFeature } from '#features/inbox/messages/messages.feature.ts'
import { personalDataFeature } from '#features/inbox/personal-data/personal-data.feature.ts'
import { pushFeature } from '#features/inbox/push/push.feature.ts'
import { syncFeature } from '#features/inbox/sync/sync.feature.ts'
import { tagsFeature } from '#features/inbox/tags/tags.feature.ts'
import { ticketBulkFeature } from '#features/inbox/ticket-bulk/ticket-bulk.feature.ts'
import { ticketNotesFeature } from '#features/inbox/ticket-notes/ticket-notes.feature.ts'
import { ticketActivitiesFeature } from '#features/inbox/ticket-activities/ticket-activities.feature.ts'
import { ticketDraftsFeature } from '#features/inbox/ticket-drafts/ticket-drafts.feature.ts'
import { ticketPinsFeature } from '#features/inbox/ticket-pins/ticket-pins.feature.ts'
import { ticketsFeature } from '#features/inbox/tickets/tickets.feature.ts'
import { checkoutFeature } from '#features/billing/checkout/checkout.feature.ts'
import { invoicesFeature } from '#features/billing/invoices/invoices.feature.ts'
import { subscriptionFeature } from '#features/billing/subscription/subscription.feature.ts'
import { auditFeature } from '#features/org/audit/audit.feature.ts'
import { authFeature } from '#features/org/auth/auth.feature.ts'
import { archiveSchedulesFeature } from '#features/org/archive-schedules/archive-schedules.feature.ts'
import { companyArchivesFeature } from '#features/org/company-archives/company-archives.feature.ts'
import { companiesFeature } from '#features/org/companies/companies.feature.ts'
import { invitationsFeature } from '#features/org/invitations/invitations.feature.ts'
import { plansFeature } from '#features/org/plans/plans.feature.ts'
import { quotasFeature } from '#features/org/quotas/quotas.feature.ts'
import { queuesFeature } from '#features/org/queues/queues.feature.ts'
import { retentionFeature } from '#features/org/retention/retention.feature.ts'
import { rolesFeature } from '#features/org/roles/roles.feature.ts'
import { secondFactorFeature } from '#features/org/second-factor/second-factor.feature.ts'
import { workTimesFeature } from '#features/org/work-times/work-times.feature.ts'
import { sessionsFeature } from '#features/org/sessions/sessions.feature.ts'
import { settingsFeature } from '#features/org/settings/settings.feature.ts'
import { usersFeature } from '#features/org/users/users.feature.ts'
import { versionFeature } from '#features/org/version/version.feature.ts'
import { dashboardFeature } from '#features/team/dashboard/dashboard.feature.ts'
import { firstStepsFeature } from '#features/team/first-steps/first-steps.feature.ts'
import { announcementsFeature } from '#features/library/announcements/announcements.feature.ts'
import { campaignsFeature } from '#features/outreach/campaigns/campaigns.feature.ts'
import { contactListsFeature } from '#features/outreach/contact-lists/contact-lists.feature.ts'
import { fileListsFeature } from '#features/library/file-lists/file-lists.feature.ts'
import { schedulesFeature } from '#features/outreach/schedules/schedules.feature.ts'
import { helpsFeature } from '#features/library/helps/helps.feature.ts'
import { internalChatFeature } from '#features/team/internal-chat/internal-chat.feature.ts'
import { quickMessagesFeature } from '#features/library/quick-messages/quick-messages.feature.ts'

const org = [
  versionFeature,
  plansFeature,
  quotasFeature,
  settingsFeature,
  sessionsFeature,
  queuesFeature,
  rolesFeature,
  usersFeature,
  companiesFeature,
  companyArchivesFeature,
  archiveSchedulesFeature,
  invitationsFeature,
  auditFeature,
  secondFactorFeature,
  workTimesFeature,
  retentionFeature,
  authFeature
]
const library = [quickMessagesFeature, announcementsFeature, helpsFeature, fileListsFeature]
const inbox = [
  erasureFeature,
  connectionsFeature,
  contactsFeature,
  personalDataFeature,
  consentsFeature,
  contactMergesFeature,
  ticketsFeature,
  messagesFeature,
  tagsFeature,
  ticketNotesFeature,
  ticketDraftsFeature,
  ticketActivitiesFeature,
  ticketPinsFeature,
  kanbanFeature,
  ticketBulkFeature,
  historyImportsFeature,
  pushFeature,
  syncFeature
]
const automation = [
  chatbotFeature,
  aiPromptsFeature,
  integrationsFeature,
  autoRespondersFeature,
  externalApiFeature,
  webhooksFeature
]
const outreach = [schedulesFeature, contactListsFeature, campaignsFeature]
const team = [internalChatFeature, dashboardFeature, firstStepsFeature]
const billing = [invoicesFeature, subscriptionFeature, checkoutFeature]

export const features: Feature[] = [...org, ...library, ...inbox, ...automation, ...outreach, ...team, ...billing]
