// What of a company goes into its archive and what does not, and how its columns name other rows: one list for both ends.

/** Tables that stay behind, each with its reason. A test finds a table that is neither here nor a company's own. */
export const leftOut: Readonly<Record<string, string>> = {
  companies: 'its row stands in the header, and is made anew from there',
  plans: 'are those of the server: the company is given one of the other server',
  announcements: 'are of the server and not of a company',
  helps: 'are of the server and not of a company',
  lasting_keys: 'are secrets of the server',
  company_file_keys: 'are secrets of the server: files leave opened, and are encrypted anew where they arrive',
  whatsapp_nodes: 'are processes of the server',
  login_attempts: 'count failures of the server, under hashes',
  login_sessions: 'people sign in anew: a login belongs to its server',
  known_login_networks: 'are hashes under a key of the server',
  password_resets: 'codes that were mailed are good for minutes on their server',
  invitations: 'their links lead to the old server: invite again whoever has not accepted',
  push_subscriptions: 'belong to logins and to the address of the server',
  user_factors: 'whoever opens an archive must not get second factors: people set up their app anew',
  recovery_codes: 'are hashes under a key of the server: they come with the new second factor',
  passkeys: 'are good for the address of their server alone: people add them anew',
  whatsapp_creds: 'keys of WhatsApp must not be used twice: connections are paired anew',
  whatsapp_keys: 'keys of WhatsApp must not be used twice: connections are paired anew',
  history_imports: 'belong to a pairing that ends here',
  history_parts: 'belong to a pairing that ends here',
  history_quotes: 'belong to a pairing that ends here',
  outbox: 'what waits to be sent is sent by the old server or not at all: those messages come as cancelled',
  sent_changes: 'are for phones that ask the old pairing',
  external_keys: 'keep other programs from asking the old server twice',
  webhook_deliveries: 'would be delivered by both servers',
  event_log: 'numbers what consoles of the old server saw',
  event_sequences: 'numbers what consoles of the old server saw',
  file_readings: 'are work of the old server',
  file_removals: 'files that are to go are not in the archive',
  person_exports: 'copies of a person go after days: ask for one again',
  company_storage: 'is counted from the files that arrive',
  company_imports: 'is work of the server that takes a company in',
  company_archives: 'are work of the server, and may hold other archives of the company',
  company_archive_schedules: 'hold the key of a store, and would have both servers write into one place',
  audit_heads: 'the chain of the audit log is made anew over the same entries, behind a look at the old one',
  search_words: 'are made anew from the messages',
  ticket_words: 'are made anew from the messages',
  erased_people:
    'are hashes under a key of the old server: nobody is recognised by them elsewhere, so conversations of a phone are not imported with the next pairing unless an admin chooses so',
  charges: 'are asked for by the old server’s account with its provider',
  plan_changes: 'wait for a payment on the old server',
  payment_receipts: 'are the books of whoever runs the old server'
}

/** Of the operator and not of the company: they come along only where the importer trusts the archive. */
export const billingTables: ReadonlySet<string> = new Set(['invoices', 'payers'])

/** Columns that name rows of another table without a foreign key, as `table.column`; the value names that table. */
export const looseReferences: Readonly<Record<string, string>> = {
  'users.connection_id': 'connections',
  'work_times.stand_in_id': 'users',
  'service_days.user_id': 'users',
  'file_lists.user_id': 'users',
  'prompts.queue_id': 'queues',
  'tags.user_id': 'users',
  'quick_messages.user_id': 'users',
  'messages.connection_id': 'connections',
  'messages.queue_id': 'queues',
  'messages.user_id': 'users',
  'messages.change_refused_by': 'users',
  'deleted_content_views.user_id': 'users',
  'tickets.queue_option_id': 'queue_options',
  'ticket_notes.user_id': 'users',
  'ticket_activities.user_id': 'users',
  'ticket_activities.to_user_id': 'users',
  'ticket_activities.to_queue_id': 'queues',
  'ticket_activities.tag_id': 'tags',
  'ticket_tracking.connection_id': 'connections',
  'ticket_tracking.user_id': 'users',
  'ticket_tracking.queue_id': 'queues',
  'contact_merges.kept_id': 'contacts',
  'contact_merges.gone_id': 'contacts',
  'campaigns.tag_id': 'tags',
  'campaign_recipients.contact_id': 'contacts',
  'schedules.user_id': 'users',
  'chat_messages.sender_id': 'users',
  'audit_log.actor_id': 'users',
  'ticket_bots.seen_seq': 'messages',
  'ticket_auto_responders.asked_seq': 'messages',
  'ticket_auto_responders.answered_seq': 'messages'
}

/** Big numbers that name no row. */
export const plainNumbers: ReadonlySet<string> = new Set([
  'audit_log.number',
  'connections.lease_epoch',
  'connection_outages.lost_ms',
  'service_days.wait_seconds',
  'service_days.service_seconds',
  'webhooks.cursor',
  'prompts.prompt_tokens',
  'prompts.completion_tokens',
  'prompts.total_tokens',
  // Emptied, or told by the kind of their row: see the ways in which they arrive.
  'audit_log.about_company_id',
  'ticket_auto_responders.auto_responder_id'
])

/** Columns with the key of a file. */
export const fileKeys: ReadonlySet<string> = new Set([
  'contacts.picture',
  'contact_imports.file_key',
  'file_list_options.file_key',
  'quick_messages.media_path',
  'schedules.media_key'
])

/** Texts that look like the key of a file and are none. */
export const otherTexts: ReadonlySet<string> = new Set([
  'messages.media_type',
  'messages.media_state',
  'schedules.media_name',
  'quick_messages.media_name',
  'contact_imports.file_name',
  'file_list_options.file_name',
  'settings.key',
  'campaign_settings.key',
  'campaign_recipients.number_key',
  'campaign_opt_outs.number_key',
  'contact_list_items.number_key',
  'prompts.voice_key',
  'prompts.api_key'
])

/** JSON that names neither rows nor files. */
export const plainJson: ReadonlySet<string> = new Set([
  'users.preferences',
  'work_times.hours',
  'queues.schedules',
  'payers.details',
  'contact_imports.bad_rows',
  'messages.raw',
  'inbound_journal.attrs',
  'ticket_auto_responders.session',
  'campaigns.messages',
  'campaigns.confirmations',
  'campaign_settings.value',
  'audit_log.before',
  'audit_log.after',
  // Emptied.
  'connections.pairing',
  'ticket_auto_responders.pending'
])

/** What is sealed with the secret of the server: opened it travels in the manifest, and is sealed anew. */
export const sealed: readonly { table: string; column: string }[] = [
  { table: 'prompts', column: 'api_key' },
  { table: 'prompts', column: 'voice_key' },
  { table: 'queue_integrations', column: 'json_content' },
  { table: 'queue_integrations', column: 'secret' },
  { table: 'webhooks', column: 'secret' }
]

/** Columns that leave as something else than they are, as SQL: nothing of a login or of a pairing is in an archive. */
export const leavesAs: Readonly<Record<string, string>> = {
  'connections.token_hash': 'null::text',
  'connections.qrcode': `''`,
  'connections.pairing': 'null::jsonb',
  'connections.pairing_number': 'null::text',
  'contact_imports.file_key': 'null::text',
  'ticket_auto_responders.pending': 'null::jsonb',
  'webhooks.secret': `''`,
  ...Object.fromEntries(
    sealed.filter(({ table }) => table !== 'webhooks').map(({ table, column }) => [`${table}.${column}`, 'null::text'])
  )
}

/** Folders of a company whose files are work under way or copies that go after days. */
export const passingFolders: readonly string[] = ['exports', 'imports', 'person-exports']
