// English: the super user's plans.

export const plans = {
  title: 'Plans',
  add: 'New plan',
  edit: 'Edit plan',
  name: 'Name',
  users: 'Users',
  connections: 'Connections',
  queues: 'Queues',
  value: 'Price',
  features: 'Features',
  on: 'Enabled',
  off: 'Disabled',
  useCampaigns: 'Campaigns',
  useSchedules: 'Scheduled messages',
  useInternalChat: 'Internal chat',
  useExternalApi: 'External API',
  useKanban: 'Kanban',
  useOpenAi: 'AI prompts',
  useIntegrations: 'Integrations',
  text: 'What each plan costs, allows and brings.',
  searchLabel: 'Search a plan by name',
  companies: 'Companies',
  revenue: 'Monthly revenue',
  onlyService: 'Service only',
  emptyText: 'Create the first plan with “New plan”.',
  inUse_one: '{{count}} company uses this plan. Before deleting it, move the company to another plan.',
  inUse_other: '{{count}} companies use this plan. Before deleting it, move them to another plan.',
  saveFailed:
    'The operation could not be completed. Check whether there already is a plan with the same name or whether the fields were filled in correctly'
}
