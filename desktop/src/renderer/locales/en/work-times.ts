// English: hours in which somebody may sign in, and leave.

export const workTimes = {
  title: 'Hours and leave',
  titleOf: 'Hours and leave: {{name}}',
  onLeaveUntil: 'On leave until {{date}}',
  tabHours: 'Hours',
  tabLeave: 'Leave',
  leaveHint:
    'On leave a person does not sign in and gets no tickets. Those that are open on the first day go to the stand-in, or back to the queue. We do not ask why.',
  leaveFrom: 'First day',
  leaveUntil: 'Last day',
  standIn: 'Stand-in',
  standInHint: 'Gets the open tickets.',
  standInNobody: 'Nobody: back to the queue',
  leaveForget: 'No leave',
  noLimit: 'No limit',
  inside: 'Within hours',
  outside: 'Outside hours',
  change: 'Change',
  limit: 'Limit the hours of signing in',
  limitHint:
    'Outside of them nobody signs in, and whoever is signed in is signed out. By the company’s clocks: {{zone}}.',
  day_hours: 'With hours',
  day_open: 'No limit',
  day_closed: 'Day off',
  daysOff: 'Days off',
  daysOffHint: 'Without times the whole day is off.',
  dayOffDate: 'Date of the day off',
  dayOffName: 'Name of the day off',
  dayOffFrom: 'Start on the day off',
  dayOffUntil: 'End on the day off',
  dayOffAdd: 'Add day off',
  dayOffRemove: 'Remove day off',
  wrong: 'Check the hours and days off marked above.',
  saved: 'Hours saved.',
  endsSoon: 'Your hours end at {{time}}, and you are signed out then. What you have typed is kept.'
}
