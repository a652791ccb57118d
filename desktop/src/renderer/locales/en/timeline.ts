// English: what stands between the messages of a conversation.

export const timeline = {
  accepted: '{{name}} took the ticket',
  returned: '{{name}} returned the ticket to the queue',
  returnedByItself: 'The ticket went back to the queue',
  toUser: '{{name}} transferred it to {{user}}',
  toUserByItself: 'Transferred to {{user}}',
  toQueue: '{{name}} transferred it to the queue {{queue}}',
  toQueueByItself: 'Transferred to the queue {{queue}}',
  toBoth: '{{name}} transferred it to {{user}}, in the queue {{queue}}',
  toBothByItself: 'Transferred to {{user}}, in the queue {{queue}}',
  resolved: '{{name}} resolved the ticket',
  resolvedByItself: 'Ticket resolved automatically',
  reopened: '{{name}} reopened the ticket',
  reopenedByItself: 'The customer wrote again and the ticket was reopened',
  tagged: '{{name}} added the tag {{tag}}',
  untagged: '{{name}} removed the tag {{tag}}',
  rated1: 'The customer rated the service: dissatisfied',
  rated2: 'The customer rated the service: satisfied',
  rated3: 'The customer rated the service: very satisfied',
  removedUser: 'Removed user',
  removedQueue: 'that was removed',
  removedTag: 'that was removed',
  ticketNumber: 'Ticket #{{id}}',
  closed: 'closed',
  noteOf: 'Note by {{name}}',
  teamOnly: 'only the team sees it'
}
