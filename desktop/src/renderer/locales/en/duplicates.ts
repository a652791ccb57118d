// English: contacts that are one person.

export const duplicates = {
  title: 'Duplicate contacts',
  hint: 'Contacts that look like the same person. When merged, tickets, messages and numbers end up in one contact.',
  number: 'The same number, written differently',
  email: 'The same e-mail',
  name: 'The same name',
  whichStays: 'Choose which one stays:',
  noNumber: 'no number',
  since: 'since {{date}}',
  merge: 'Merge the {{count}}',
  mayUndo: 'You can undo this later.',
  merged: 'Everything is in {{name}} now.',
  noneHint: 'No contact has the same number, e-mail or name as another.',
  more: 'There are more: the next ones appear once these are merged.',
  history: 'Latest merges',
  mergedInto: '{{gone}} was merged into {{kept}}',
  undo: 'Undo',
  undoOf: 'Undo the merge of {{name}}',
  undone: 'Merge undone: the contacts are separate again.',
  notOne: 'Not the same person',
  wasPutAside: 'This group will not be suggested any more.',
  putAside: 'Not the same person',
  namesAndMore: '{{names}} and {{count}} more',
  offerAgain: 'Suggest {{name}} again',
  offeredAgain: 'The group is suggested again.',
  wasUndone: 'undone'
}
