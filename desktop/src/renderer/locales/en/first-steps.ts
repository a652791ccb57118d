// English: the first steps of a company.

export const firstSteps = {
  title: 'First steps',
  progress: '{{done}} of {{all}} done',
  done: 'Done',
  putAway: 'Put the list away',
  awayDone: 'You find the first steps in your account menu.',
  number: 'Connect your number',
  numberHint: 'Scan the QR code with the company’s phone.',
  queue: 'Create a queue',
  queueHint: 'For example Sales or Support: it takes customers to the right people.',
  people: 'Invite your team',
  peopleHint: 'By e-mail or by a link. Everyone sets their own password.',
  hours: 'Set your opening hours',
  hoursHint: 'Outside of them, customers get an automatic reply.',
  greeting: 'Write the greeting',
  greetingHint: 'It is what customers read when they first write to you.',
  answered: 'Answer a test message',
  answeredHint: 'Write to your number from another phone and answer here.'
}
