// English: what a company uses of what its plan limits.

export const quotas = {
  title: 'Plan usage',
  messages: 'Messages sent this month',
  storage: 'Storage',
  campaigns: 'Campaigns this month',
  users: 'Users',
  connections: 'Connections',
  usedOf: '{{used}} of {{limit}}',
  noLimit: '{{used}}, no limit',
  nearlyFull: 'Nearly full',
  full: 'Limit reached',
  received_one: '{{number}} message received this month. What customers send has no limit and is always kept.',
  received_other: '{{number}} messages received this month. What customers send has no limit and is always kept.',
  renewsAt: 'Messages and campaigns start from zero again on {{date}}.',
  failed: 'The plan usage could not be loaded'
}
