// Portuguese: quick messages.

export const quickMessages = {
  title: 'Respostas rápidas',
  count_one: '{{formatted}} resposta rápida',
  count_other: '{{formatted}} respostas rápidas',
  searchLabel: 'Buscar respostas rápidas',
  add: 'Adicionar resposta rápida',
  edit: 'Editar resposta rápida',
  shortcode: 'Atalho',
  shortcodeHint: 'Digite / e o atalho no campo de mensagem para usar o texto.',
  message: 'Mensagem',
  attachment: 'Anexo',
  noAttachment: 'Sem anexo',
  geral: 'Visível para toda a empresa',
  geralHint: 'Sem isso, só você vê e usa esta resposta.',
  status: 'Permitir que outros editem',
  statusHint: 'Colegas podem mudar o texto e o anexo.',
  queues: 'Filas',
  queuesHint: 'Aparece só nos atendimentos destas filas. Sem escolha, aparece em todos.',
  allQueues: 'Todas as filas',
  everybody: 'Toda a empresa',
  emptyText: 'Crie atalhos como /pix ou /horario para responder em um instante.',
  saved: 'Resposta rápida salva com sucesso.',
  deleted: 'Resposta rápida excluída com sucesso.',
  deleteTitle: 'Excluir /{{name}}?',
  deleteText: 'O texto e o anexo são apagados.',
  deleteTextShared: 'O texto e o anexo são apagados para toda a empresa.'
}
