// English: tags.

export const tags = {
  title: 'Tags',
  count_one: '{{formatted}} tag',
  count_other: '{{formatted}} tags',
  searchLabel: 'Search tags',
  add: 'Add tag',
  edit: 'Edit tag',
  name: 'Name',
  color: 'Colour',
  preview: 'How it looks on tickets:',
  tickets: 'Tickets',
  emptyText: 'Create tags such as Quote or Warranty to mark tickets and find them later.',
  saved: 'Tag saved.',
  deleted: 'Tag deleted.',
  deleteTitle: 'Delete {{name}}?',
  deleteText_zero: 'No ticket has this tag.',
  deleteText_one: '{{count}} ticket has this tag; it remains, without the tag.',
  deleteText_other: '{{count}} tickets have this tag; they remain, without it.'
}
