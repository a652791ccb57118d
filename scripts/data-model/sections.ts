// The pictures of the data model, in the order of the wings: which table stands in which, and a sentence on each.

export interface Section {
  title: string
  note: string
  /** Names as PostgreSQL has them. */
  tables: string[]
}

/** Every table stands in one of them; the script refuses a schema with another. */
export const sections: Section[] = [
  {
    title: 'org: companies and their people',
    note: 'A company is a tenant; it has users, roles, queues, settings and a plan. Logins, guesses and mailed codes stand beside users.',
    tables: [
      'companies',
      'plans',
      'company_imports',
      'company_archives',
      'company_archive_schedules',
      'company_storage',
      'company_file_keys',
      'company_months',
      'quota_notices',
      'settings',
      'users',
      'user_queues',
      'roles',
      'queues',
      'login_sessions',
      'known_login_networks',
      'login_attempts',
      'password_resets',
      'user_factors',
      'recovery_codes',
      'passkeys',
      'work_times',
      'invitations'
    ]
  },
  {
    title: 'library: what people write from',
    note: 'Announcements and helps belong to no company: the super user writes them for all.',
    tables: ['quick_messages', 'quick_message_queues', 'file_lists', 'file_list_options', 'announcements', 'helps']
  },
  {
    title: 'inbox: connections',
    note: 'A connection is a WhatsApp number of a company, with what is wanted of its session and which node runs it.',
    tables: ['connections', 'connection_queues', 'connection_outages', 'outbox', 'sent_changes', 'push_subscriptions']
  },
  {
    title: 'inbox: contacts',
    note: 'A contact is a person or a group, known by one or more addresses of WhatsApp.',
    tables: [
      'contacts',
      'contact_addresses',
      'contact_extra_info',
      'contact_tags',
      'contact_consents',
      'contact_merges',
      'contact_distinctions',
      'contact_distinction_members',
      'contact_imports',
      'person_exports'
    ]
  },
  {
    title: 'inbox: tickets',
    note: 'A ticket is a conversation of one contact over one connection; of those in service a contact has one for each connection.',
    tables: [
      'tickets',
      'tags',
      'ticket_tags',
      'ticket_drafts',
      'ticket_activities',
      'ticket_pins',
      'ticket_notes',
      'note_mentions',
      'ticket_tracking',
      'kanban_columns',
      'search_words',
      'ticket_words'
    ]
  },
  {
    title: 'inbox: messages',
    note: 'What was said, who looked at deleted content, and the history that a phone told when it was paired.',
    tables: ['messages', 'deleted_content_views', 'history_imports', 'history_parts', 'history_quotes']
  },
  {
    title: 'automation: chatbot, auto responders, programs',
    note: 'Options of a queue make its chatbot; prompts and integrations answer instead of it; webhooks and keys are for programs.',
    tables: [
      'queue_options',
      'ticket_bots',
      'prompts',
      'queue_integrations',
      'ticket_auto_responders',
      'external_keys',
      'webhooks',
      'webhook_deliveries'
    ]
  },
  {
    title: 'outreach: campaigns and schedules',
    note: 'Campaigns write to contact lists, schedules to single contacts; opt-outs are kept under a keyed hash.',
    tables: [
      'campaigns',
      'campaign_recipients',
      'campaign_settings',
      'campaign_opt_outs',
      'campaign_first_contacts',
      'contact_lists',
      'contact_list_items',
      'schedules'
    ]
  },
  {
    title: 'team: internal chat and dashboard',
    note: 'Chats are for their members alone; service days are the sums of days that are over.',
    tables: ['chats', 'chat_users', 'chat_messages', 'service_days', 'service_days_through']
  },
  {
    title: 'billing',
    note: 'Invoices are written for periods, charges ask for their payment, receipts are what was paid.',
    tables: ['invoices', 'charges', 'payment_receipts', 'payers', 'plan_changes']
  },
  {
    title: 'whatsapp: what sessions keep',
    note: 'Credentials and Signal keys are encrypted; the journal holds each message from its decryption until it is stored.',
    tables: ['whatsapp_creds', 'whatsapp_keys', 'inbound_journal', 'whatsapp_nodes']
  },
  {
    title: 'platform: events, audit log, files, erasure',
    note: 'The event log numbers what people saw in the order of commits; the audit log chains who did what; the others are work on files, the hashes of erased people, and keys that outlive the application secret.',
    tables: [
      'event_sequences',
      'event_log',
      'audit_heads',
      'audit_log',
      'file_readings',
      'file_removals',
      'erased_people',
      'lasting_keys'
    ]
  }
]
