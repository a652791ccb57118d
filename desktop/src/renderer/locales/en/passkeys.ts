// English: passkeys.

export const passkeys = {
  title: 'Passkeys',
  text: 'Sign in by unlocking your phone or computer, or with a security key, without the password and without a code.',
  add: 'Add a passkey',
  none: 'No passkeys.',
  name: 'Name',
  nameHint: 'So that you know the device, such as Ana’s phone.',
  create: 'Create passkey',
  created: 'Passkey added.',
  removeTitle: 'Remove {{name}}?',
  removeText: 'It will sign you in no more. The device keeps it until you delete it there.',
  remove: 'Remove',
  removed: 'Passkey removed.',
  made: 'Created on {{date}}',
  used: 'Last used on {{date}}',
  synced: 'Synced',
  unavailable: 'Passkeys cannot be used here: open Guichê in the browser, at the address of your company.',
  cancelled: 'No passkey was used.',
  twice: 'This device has a passkey of yours already.',
  signIn: 'Sign in with a passkey',
  use: 'Use a passkey',
  of_one: '{{count}} passkey',
  of_other: '{{count}} passkeys'
}
