// English: queues.

export const queues = {
  title: 'Queues',
  text: 'The departments tickets wait in.',
  add: 'Add queue',
  edit: 'Edit queue',
  emptyText: 'Create queues such as Sales or Support to keep tickets apart.',
  name: 'Name',
  color: 'Colour',
  order: 'Order',
  orderHint: 'Place in the menu that the contact receives.',
  greeting: 'Greeting message',
  greetingHint: 'Sent to those who choose this queue.',
  integration: 'Integration',
  tabData: 'Queue data',
  colorTaken: 'of queue {{name}}',
  saved: 'Queue saved successfully',
  deleted: 'Queue deleted.',
  deleteTitle: 'Delete {{name}}?',
  deleteText: 'Tickets of this queue remain, without a queue.',
  tabHours: 'Opening hours',
  hoursHint: 'Outside these hours, whoever chooses this queue gets the out-of-hours message.',
  keepHours: 'Apply hours',
  hoursKept: 'Click save to register the changes',
  hoursWrong: 'An interval is missing its start or its end.',
  outOfHours: 'Out-of-hours message',
  outOfHoursHint: 'Sent to whoever chooses this queue outside its hours.'
}
