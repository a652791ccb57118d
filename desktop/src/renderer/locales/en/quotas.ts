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
  notice_messages_80: 'More than 80% of this month’s messages were sent: {{used}} of {{limit}}.',
  notice_messages_100: 'The plan has no messages left this month ({{limit}}). What customers write still arrives.',
  notice_storage_80: 'The space for files is nearly full: {{used}} of {{limit}}.',
  notice_storage_100: 'The space for files is full ({{limit}}). What customers send is still kept.',
  notice_campaigns_80: 'More than 80% of this month’s campaigns were used: {{used}} of {{limit}}.',
  notice_campaigns_100: 'The plan has no campaigns left this month ({{limit}}).',
  show: 'See plan usage',
  failed: 'The plan usage could not be loaded'
}
