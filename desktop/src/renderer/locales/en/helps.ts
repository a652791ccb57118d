// English: help videos.

export const helps = {
  title: 'Help',
  count_one: '{{formatted}} video',
  count_other: '{{formatted}} videos',
  emptyText: 'Help videos appear here as soon as they are published.',
  play: 'Watch:',
  support: 'Talk to support',
  openOutside: 'Open on the video site',
  add: 'New video',
  edit: 'Edit video',
  name: 'Title',
  video: 'Video',
  videoHint: 'The YouTube code or link',
  description: 'Description',
  saveFailed:
    'The operation could not be completed. Check whether there already is a help with the same name or whether the fields were filled in correctly',
  tabEmpty: 'Add the first video with the form above.',
  language: 'Language',
  languageHint: 'People who use another language do not see it.',
  everyLanguage: 'Every language'
}
