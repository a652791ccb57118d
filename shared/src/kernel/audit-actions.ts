// What the audit log of a company may say: a closed list of acts, in the groups that people filter by.

export const auditGroups = {
  access: [
    'login.succeeded',
    'login.failed',
    'login.ended',
    'login.taken-over',
    'second-factor.on',
    'second-factor.off',
    'second-factor.reset',
    'second-factor.new-codes',
    'passkey.added',
    'passkey.renamed',
    'passkey.removed',
    'login.token-reused',
    'password.changed',
    'password.reset-requested',
    'password.reset'
  ],
  people: [
    'user.created',
    'user.changed',
    'user.rights-changed',
    'user.deleted',
    'role.created',
    'role.changed',
    'role.deleted',
    'work-hours.changed',
    'leave.changed',
    'invitation.created',
    'invitation.revoked',
    'invitation.accepted'
  ],
  connections: [
    'connection.created',
    'connection.changed',
    'connection.deleted',
    'connection.started',
    'connection.paired',
    'connection.pairing-requested',
    'connection.disconnected',
    'connection.token-renewed'
  ],
  settings: [
    'setting.changed',
    'opening-hours.changed',
    'queue.created',
    'queue.changed',
    'queue.deleted',
    'campaign-settings.changed'
  ],
  automation: [
    'prompt.created',
    'prompt.changed',
    'prompt.deleted',
    'integration.created',
    'integration.changed',
    'integration.deleted',
    'webhook.created',
    'webhook.changed',
    'webhook.deleted',
    'webhook.secret-renewed',
    'queue-option.created',
    'queue-option.changed',
    'queue-option.deleted',
    'queue-option.restored'
  ],
  exports: [
    'contacts.exported',
    'contacts.imported',
    'contact.data-exported',
    'contact.data-fetched',
    'contact.number-revealed',
    'campaign.exported',
    'audit.exported',
    'company.exported',
    'company.archive-fetched',
    'company.archive-schedule-set',
    'company.archive-schedule-started',
    'company.archive-schedule-removed',
    'company.imported'
  ],
  deletions: [
    'contact.deleted',
    'contact.merged',
    'contact.merge-undone',
    'ticket.deleted',
    'message.deleted',
    'campaign.deleted',
    'contact-list.deleted',
    'contact-list-item.deleted',
    'schedule.deleted',
    'quick-message.deleted',
    'file-list.deleted',
    'tag.deleted',
    'kanban-column.deleted',
    'audit.pruned',
    'retention.carried-out'
  ],
  billing: [
    'company.created',
    'company.changed',
    'company.renewed',
    'company.deleted',
    'company.plan-changed',
    'company.plan-change-requested',
    'company.plan-change-cancelled',
    'company.payer-changed',
    'plan.created',
    'plan.changed',
    'plan.deleted',
    'invoice.created',
    'invoice.changed',
    'invoice.deleted',
    'invoice.paid',
    'receipt.settled'
  ],
  platform: [
    'announcement.created',
    'announcement.changed',
    'announcement.deleted',
    'help.created',
    'help.changed',
    'help.deleted'
  ]
} as const

export type AuditGroup = keyof typeof auditGroups
export type AuditAction = (typeof auditGroups)[AuditGroup][number]

export const auditActions = Object.values(auditGroups).flat() as [AuditAction, ...AuditAction[]]
export const auditGroupNames = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]]

/** Who acted: a person of the company, the super user from another one, a program, nobody signed in, or the server itself. */
export const auditActorKinds = ['user', 'super', 'token', 'visitor', 'system'] as const
export type AuditActorKind = (typeof auditActorKinds)[number]

/** Stands where a value is one that nobody may read in the log: it says that there was one, or that it changed. */
export const hiddenValue = { hidden: true } as const

export type AuditFields = Record<string, unknown>

/** Fields whose values are words of ours. */
export const fieldsOfWords = new Set(['status', 'profile', 'allTicket', 'with', 'value', 'why', 'every'])
/** Fields whose values are numbers of queues. */
export const fieldsOfQueues = new Set(['queueId', 'transferQueueId', 'queueIds', 'queues'])
