// English: quick messages.

export const quickMessages = {
  title: 'Quick replies',
  count_one: '{{formatted}} quick reply',
  count_other: '{{formatted}} quick replies',
  searchLabel: 'Search quick replies',
  add: 'Add quick reply',
  edit: 'Edit quick reply',
  shortcode: 'Shortcut',
  shortcodeHint: 'Type / and the shortcut in the message field to use the text.',
  message: 'Message',
  attachment: 'Attachment',
  noAttachment: 'No attachment',
  geral: 'Visible to the whole company',
  geralHint: 'Otherwise only you see and use this reply.',
  status: 'Let others edit it',
  statusHint: 'Colleagues may change the text and the attachment.',
  queues: 'Queues',
  queuesHint: 'It appears in the tickets of these queues alone. With none chosen, it appears in all.',
  allQueues: 'All queues',
  everybody: 'Whole company',
  emptyText: 'Create shortcuts such as /hours or /address to answer in an instant.',
  saved: 'Quick reply saved.',
  deleted: 'Quick reply deleted.',
  deleteTitle: 'Delete /{{name}}?',
  deleteText: 'The text and the attachment are deleted.',
  deleteTextShared: 'The text and the attachment are deleted for the whole company.'
}
