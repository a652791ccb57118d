// English: updates of the desktop app.

export const updates = {
  title: 'Update',
  ready: 'Guichê {{version}} is ready to be installed.',
  onQuit: 'It will also be installed when you quit.',
  whatIsNew: 'What’s new',
  restart: 'Restart now',
  later: 'Later',
  busy_recording: 'Finish the recording to restart.',
  busy_writing: 'Send or delete the message you are writing to restart.',
  busy_sending: 'Wait until everything is sent to restart.',
  upToDate: 'You have the latest version.',
  notLooked: 'We have not looked for updates yet.',
  check: 'Look for updates',
  checking: 'Looking for updates…',
  downloading: 'Downloading version {{version}}: {{percent}}%',
  problem_unreachable: 'The update server did not answer. We will try again later.',
  problem_damaged: 'The downloaded file was not the expected one and was thrown away. We will try again later.',
  problem_failed: 'The update did not work. We will try again later.',
  off_managed: 'Your company’s IT team takes care of updates.',
  'off_not-installed': 'This copy is updated by whoever installed it.',
  'off_no-feed': 'This copy gets no automatic updates.',
  off_unpacked: 'The app is running from its source code.'
}
