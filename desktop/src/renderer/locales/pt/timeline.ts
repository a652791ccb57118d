// Portuguese: what stands between the messages of a conversation.

export const timeline = {
  accepted: '{{name}} assumiu o atendimento',
  returned: '{{name}} devolveu o atendimento à fila',
  returnedByItself: 'O atendimento voltou para a fila',
  toUser: '{{name}} transferiu para {{user}}',
  toUserByItself: 'Transferido para {{user}}',
  toQueue: '{{name}} transferiu para a fila {{queue}}',
  toQueueByItself: 'Transferido para a fila {{queue}}',
  toBoth: '{{name}} transferiu para {{user}}, na fila {{queue}}',
  toBothByItself: 'Transferido para {{user}}, na fila {{queue}}',
  resolved: '{{name}} resolveu o atendimento',
  resolvedByItself: 'Atendimento resolvido automaticamente',
  reopened: '{{name}} reabriu o atendimento',
  reopenedByItself: 'O cliente escreveu de novo e o atendimento foi reaberto',
  tagged: '{{name}} adicionou a tag {{tag}}',
  untagged: '{{name}} removeu a tag {{tag}}',
  rated1: 'O cliente avaliou o atendimento: insatisfeito',
  rated2: 'O cliente avaliou o atendimento: satisfeito',
  rated3: 'O cliente avaliou o atendimento: muito satisfeito',
  removedUser: 'Usuário removido',
  removedQueue: 'removida',
  removedTag: 'removida',
  ticketNumber: 'Atendimento #{{id}}',
  closed: 'fechado',
  noteOf: 'Observação de {{name}}',
  teamOnly: 'só a equipe vê'
}
