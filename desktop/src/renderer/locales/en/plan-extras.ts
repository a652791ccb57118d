// English: people and connections beyond a plan.

export const planExtras = {
  title: 'Beyond the plan',
  text: 'Additional users and connections count at once. The next invoice asks for the days until the due date, and every one after it for the full price.',
  users: 'Additional users',
  connections: 'Additional connections',
  each: '{{price}} a month each',
  notSold: 'The plan of this company sells no additional users or connections.',
  change: 'Change',
  confirmTitle: 'Have {{users}} additional users and {{connections}} additional connections?',
  terms: 'It counts at once. Each period costs {{period}} from now on.',
  termsWithShare:
    'It counts at once. The next invoice also asks for {{share}} for the days until {{date}}, and each period costs {{period}} from now on.',
  noRefund: 'What was paid is not given back.',
  changed: 'Additional users and connections changed.',
  shareWaits: 'The next invoice also asks for {{share}} for days of this period.'
}
