// English: notifications on a device while no window is open.

export const push = {
  title: 'Notifications on this device',
  switch: 'Notify me on this device even with the window closed',
  switchHint: 'When you do not have Guichê open anywhere.',
  texts: 'Show who wrote and the text',
  textsHint: 'Without it, a notification only has the company name and “New message”. Applies to all your devices.',
  test: 'Send a test',
  sent: 'Test sent.',
  privacy: 'Notifications travel encrypted through the service of the browser’s maker, which cannot read them.',
  unsupported_title: 'This browser cannot receive notifications',
  unsupported_text: 'Use a current version of Chrome, Edge, Firefox or Safari, outside private browsing.',
  install_title: 'Install Guichê first',
  install_text: 'On iPhone and iPad, tap Share, then “Add to Home Screen”, and open Guichê from there.',
  'off-here_title': 'Switched off on this server',
  'off-here_text': 'Whoever runs the server has switched off notifications with the window closed.',
  denied_title: 'The browser has blocked notifications',
  denied_text: 'Tap the icon beside the address, allow notifications and reload the page.'
}
