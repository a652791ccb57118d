// Portuguese: contacts.

export const contacts = {
  title: 'Contatos',
  count_one: '{{formatted}} contato',
  count_other: '{{formatted}} contatos',
  add: 'Adicionar contato',
  edit: 'Editar contato',
  searchLabel: 'Buscar contatos',
  emptyText: 'Quem escrever para a sua empresa aparece aqui. Você também pode adicionar um contato.',
  name: 'Nome',
  number: 'Número de WhatsApp',
  numberHint: 'Com código do país e DDD, como 5511987654321.',
  noNumber: 'Número ainda desconhecido',
  email: 'E-mail',
  group: 'Grupo',
  extraInfo: 'Informações adicionais',
  extraName: 'Campo',
  extraValue: 'Valor',
  addExtra: 'Adicionar informação',
  removeExtra: 'Remover {{name}}',
  saved: 'Contato salvo com sucesso.',
  deleted: 'Contato excluído com sucesso.',
  deleteTitle: 'Excluir {{name}}?',
  deleteText: 'O contato será excluído com todos os seus atendimentos e mensagens. Isso não pode ser desfeito.',
  startTicket: 'Iniciar atendimento',
  schedule: 'Agendar mensagem',
  startAtOnce: 'Abrir o atendimento'
}
