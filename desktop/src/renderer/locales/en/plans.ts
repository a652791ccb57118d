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
  useSchedules: 'Schedules',
  useInternalChat: 'Internal chat',
  useExternalApi: 'External API',
  useKanban: 'Kanban',
  useOpenAi: 'Open AI',
  useIntegrations: 'Integrations',
  emptyText: 'Create the first plan in the form above.',
  saveFailed:
    'The operation could not be completed. Check whether there already is a plan with the same name or whether the fields were filled in correctly'
}
