// English: the variables of messages.

export const variables = {
  insert: 'Insert variable',
  name: 'Contact name',
  firstName: 'First name',
  number: 'Number',
  email: 'E-mail',
  greeting: 'Greeting for the time of day',
  date: 'Today’s date',
  time: 'Time',
  user: 'Agent',
  queue: 'Queue',
  company: 'Company',
  connection: 'Connection',
  protocol: 'Reference number',
  ticket: 'Ticket number'
}
