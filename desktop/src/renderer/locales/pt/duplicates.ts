// Portuguese: contacts that are one person.

export const duplicates = {
  title: 'Contatos duplicados',
  hint: 'Contatos que parecem ser a mesma pessoa. Ao unir, os atendimentos, as mensagens e os números ficam em um contato só.',
  number: 'O mesmo número, escrito de outro jeito',
  email: 'O mesmo e-mail',
  name: 'O mesmo nome',
  whichStays: 'Escolha qual fica:',
  noNumber: 'sem número',
  since: 'desde {{date}}',
  merge: 'Unir os {{count}}',
  mayUndo: 'Dá para desfazer depois.',
  merged: 'Tudo está em {{name}} agora.',
  noneHint: 'Nenhum contato tem o mesmo número, e-mail ou nome que outro.',
  more: 'Há mais: os próximos aparecem quando estes forem unidos.',
  history: 'Últimas uniões',
  mergedInto: '{{gone}} foi unido a {{kept}}',
  undo: 'Desfazer',
  undoOf: 'Desfazer a união de {{name}}',
  undone: 'União desfeita: os contatos estão separados de novo.',
  notOne: 'Não é a mesma pessoa',
  wasPutAside: 'Este grupo não será mais sugerido.',
  putAside: 'Não são a mesma pessoa',
  namesAndMore: '{{names}} e mais {{count}}',
  offerAgain: 'Voltar a sugerir {{name}}',
  offeredAgain: 'O grupo volta a ser sugerido.',
  wasUndone: 'desfeita'
}
