// Portuguese: queues.

export const queues = {
  title: 'Filas',
  text: 'Os setores em que os atendimentos esperam.',
  add: 'Adicionar fila',
  edit: 'Editar fila',
  emptyText: 'Crie filas como Vendas ou Suporte para separar os atendimentos.',
  name: 'Nome',
  color: 'Cor',
  order: 'Ordem',
  orderHint: 'Posição no menu que o contato recebe.',
  greeting: 'Mensagem de saudação',
  greetingHint: 'Enviada a quem escolhe esta fila.',
  integration: 'Integração',
  tabData: 'Dados da Fila',
  colorTaken: 'da fila {{name}}',
  saved: 'Fila salva com sucesso.',
  deleted: 'Fila excluída com sucesso.',
  deleteTitle: 'Excluir {{name}}?',
  deleteText: 'Os atendimentos desta fila continuam existindo, sem fila.',
  tabHours: 'Horários de Atendimento',
  hoursHint: 'Fora destes horários, quem escolhe esta fila recebe a mensagem de fora do expediente.',
  keepHours: 'Aplicar horários',
  hoursKept: 'Clique em salvar para salvar as alterações',
  hoursWrong: 'Há um intervalo sem início ou fim.',
  outOfHours: 'Mensagem fora do expediente',
  outOfHoursHint: 'Enviada a quem escolhe esta fila fora dos horários dela.'
}
