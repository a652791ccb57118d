// Where the console shows what an entry is about, if it has a page for it.
import type { AuditLogEntry } from '@guiche/shared/features/org/audit.ts'
import * as addresses from '@guiche/shared/kernel/console-pages.ts'

const { pages } = addresses

/** Lists in which the subject stands. */
const lists: Record<string, string> = {
  user: pages.users,
  invitation: pages.users,
  connection: pages.connections,
  prompt: pages.prompts,
  integration: pages.integrations,
  webhook: pages.externalApi,
  setting: pages.settings,
  tag: pages.tags,
  'quick-message': pages.quickMessages,
  'file-list': pages.fileLists,
  'kanban-column': pages.kanban,
  contact: pages.contacts,
  'contact-import': pages.contacts,
  help: pages.helps
}
/** Those that are for the super user alone. */
const superLists: Record<string, string> = {
  plan: pages.managedPlans,
  invoice: pages.managedInvoices,
  receipt: pages.managedInvoices,
  announcement: pages.announcements
}

/** Null for what is gone, has no page, or has one that the reader may not open. */
export function subjectPage({ action, subject, before, after }: AuditLogEntry, isSuper: boolean): string | null {
  const { type, id } = subject
  if (type === null || id === null || /\.(?:deleted|revoked)$/.test(action)) return null
  if (type === 'queue') return addresses.queueSettingsPage(id)
  if (type === 'campaign') return addresses.campaignReportPage(id)
  if (type === 'contact-list') return addresses.contactListPage(id)
  if (type === 'queue-option') {
    const queueId = after?.['queueId'] ?? before?.['queueId']
    return typeof queueId === 'number' ? addresses.chatbotPage(queueId) : null
  }
  if (isSuper && type === 'company') return addresses.companyPage(id)
  if (isSuper && superLists[type] !== undefined) return superLists[type]
  return type === 'invoice' || type === 'receipt' ? pages.invoices : (lists[type] ?? null)
}
