// English: what is stored of a person.

export const personalData = {
  itemAll: 'Copies of personal data…',
  title: 'Copies of personal data',
  titleOf: 'Everything we store about {{name}}',
  about:
    'A ZIP file with contact details, tickets, messages, notes, schedules, lists, campaigns and files: a page to read and the same data for programs. Admins can fetch it for {{days}} days; asking for it and fetching it are written into the audit log.',
  review: 'Look it through before you hand it over: notes of the team and names of attendants are in it, too.',
  start: 'Prepare a copy',
  copies: 'Copies',
  none: 'No copies are stored.',
  asked: 'Asked for on {{when}} by {{who}}',
  waiting: 'Waiting…',
  running: '{{done}} of {{total}} records and files',
  progress: 'Progress of the copy',
  done: 'Ready: {{size}}, until {{until}}.',
  missing_one: '{{formatted}} file was no longer stored.',
  missing_other: '{{formatted}} files were no longer stored.',
  storageFull: 'It could not be made: the server has no room left.',
  internal: 'It could not be made because of a problem on our side. Ask for it again.',
  save: 'Download',
  ready: 'The copy of the personal data can be downloaded.',
  failed: 'The copy of the personal data could not be made.'
}
