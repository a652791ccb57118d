// English: what is wrong with a field.

export const validation = {
  required: 'Required',
  tooShort: 'Too Short!',
  tooLong: 'Too Long!',
  email: 'Invalid email',
  passwordsMustMatch: 'Passwords must match',
  passwordsDiffer: 'The passwords do not match',
  fieldRequired: 'Required field',
  weakPassword:
    'Your password needs at least 8 characters, with an upper-case letter, a lower-case letter and a digit.',
  columnTitle: 'The column title cannot be empty.',
  messageTooShort: 'Message too short',
  nameTooShort: 'name too short',
  sector: 'Choose the queue',
  invalid: 'Invalid value',
  number: 'Type a number'
}
