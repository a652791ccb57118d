// English: roles that a company puts together itself, and what each permission is called.
import { permissionNames } from '@guiche/shared/kernel/permission-names.ts'

export const roles = {
  ...permissionNames.en,
  title: 'Roles',
  text: 'What each person may do, beside administrator, supervisor and agent.',
  searchLabel: 'Search roles',
  add: 'Add role',
  edit: 'Edit role',
  emptyText: 'Create a role to give a group of people exactly what they need, such as Service lead.',
  name: 'Name',
  nameHint: 'For example, Service lead.',
  startFrom: 'Start with the permissions of',
  startFromHint: 'Ticks the permissions of a profile or of another role. Then adjust them as you like.',
  permissions: 'Permissions',
  chosen: '{{chosen}} of {{total}}',
  all: 'Tick everything in {{group}}',
  everything: 'Everything',
  people: 'People',
  peopleCount_one: '{{formatted}} person',
  peopleCount_other: '{{formatted}} people',
  nobody: 'Nobody',
  atOnce: 'What you change counts at once for everybody with this role.',
  saved: 'Role saved.',
  deleted: 'Role deleted.',
  deleteTitle: 'Delete {{name}}?',
  deleteText: 'Nobody has this role. It will be gone for good.',
  inUse_one: '{{formatted}} person has this role. Give them another one before you delete it.',
  inUse_other: '{{formatted}} people have this role. Give them another one before you delete it.',
  group_tickets: 'Tickets',
  group_contacts: 'Contacts',
  group_campaigns: 'Campaigns',
  group_automation: 'Automation and files',
  group_connections: 'Connections',
  group_company: 'Company and people',
  hint_tickets_seeAll:
    'Without this, they see their own, those of their queues and, where allowed, those without a queue.',
  hint_numbers_view:
    'Without this, numbers are hidden. The person shows one at a time, with a reason, and that is recorded.',
  'hint_campaigns-page_export': 'Opens campaigns to look at. Exporting also needs seeing customers’ phone numbers.',
  hint_dashboard_view: 'Only of the tickets that they may see.',
  'hint_users-page_write': 'Never administrators, and nobody with more permissions or queues than their own.'
}
