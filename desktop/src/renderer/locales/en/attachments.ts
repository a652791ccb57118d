// English: files that go with a record.

export const attachments = {
  label: 'Attachment',
  hint: 'Up to {{size}}.',
  choose: 'Choose a file',
  chooseOther: 'Choose another file',
  remove: 'Remove attachment',
  goes: 'The attachment is removed when you save.',
  tooLarge: 'The file is too large: {{size}} at most.',
  onlyImages: 'PNG or JPEG images only.'
}
