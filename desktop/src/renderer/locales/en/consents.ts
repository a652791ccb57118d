// English: what people said of hearing of campaigns.

export const consents = {
  title: 'Campaigns and offers',
  none: 'Nothing recorded.',
  enterTitle: 'Record what the person said',
  enter: 'Record',
  entered: 'Recorded.',
  said: 'The person said that they',
  wants: 'agree to get campaigns and offers',
  wantsNot: 'want none',
  wantsNotHint: 'Leaves all campaigns at once, also those that are waiting.',
  how: 'How they said so',
  howHint: 'For example: by phone, on March 12. It is recorded with your name and the date.',
  history: 'Everything recorded',
  state_given: 'Agrees to get them',
  state_withdrawn: 'Wants none',
  state_reopened: 'Refusal taken back',
  source_campaign: 'Said yes to the campaign “{{detail}}”',
  source_word: 'Wrote “{{detail}}”',
  sourceTeam: 'Recorded by {{name}}',
  sourceTeamSaid: 'Recorded by {{name}}: {{detail}}'
}
