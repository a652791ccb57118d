// Portuguese: the to-do list.

export const todo = {
  title: 'Tarefas',
  count_one: '{{formatted}} tarefa',
  count_other: '{{formatted}} tarefas',
  hint: 'Só você vê as suas tarefas: elas ficam neste navegador.',
  text: 'Descrição',
  endDate: 'Prazo',
  until: 'Até {{date}}',
  today: 'Hoje',
  overdue: 'Vencida',
  emptyText: 'Anote o que falta fazer e até quando.',
  deleteTitle: 'Excluir tarefa',
  deleteText: 'Tem certeza que deseja excluir esta tarefa?',
  storageFull: 'Este navegador não tem espaço para guardar a tarefa.'
}
