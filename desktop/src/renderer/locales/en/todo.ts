// English: the to-do list.

export const todo = {
  title: 'To-do',
  count_one: '{{formatted}} task',
  count_other: '{{formatted}} tasks',
  hint: 'Only you see your tasks: they stay in this browser.',
  text: 'Description',
  endDate: 'Due date',
  until: 'Due {{date}}',
  today: 'Today',
  overdue: 'Overdue',
  emptyText: 'Write down what needs to be done, and by when.',
  deleteTitle: 'Delete task',
  deleteText: 'Are you sure you want to delete this task?',
  storageFull: 'This browser has no room to keep the task.'
}
