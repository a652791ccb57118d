// English: contacts.

export const contacts = {
  title: 'Contacts',
  count_one: '{{formatted}} contact',
  count_other: '{{formatted}} contacts',
  add: 'Add contact',
  edit: 'Edit contact',
  searchLabel: 'Search contacts',
  emptyText: 'Whoever writes to your company shows up here. You can also add a contact.',
  name: 'Name',
  number: 'WhatsApp number',
  numberHint: 'With country and area code, such as 5511987654321.',
  noNumber: 'Number not known yet',
  email: 'E-mail',
  group: 'Group',
  extraInfo: 'Further information',
  extraName: 'Field',
  extraValue: 'Value',
  addExtra: 'Add information',
  removeExtra: 'Remove {{name}}',
  saved: 'Contact saved.',
  deleted: 'Contact deleted.',
  deleteTitle: 'Delete {{name}}?',
  deleteText: 'The contact is deleted with all of its tickets and messages. This cannot be undone.',
  startTicket: 'Start a ticket',
  schedule: 'Schedule a message',
  startAtOnce: 'Open a ticket'
}
