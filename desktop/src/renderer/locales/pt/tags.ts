// Portuguese: tags.

export const tags = {
  title: 'Tags',
  count_one: '{{formatted}} tag',
  count_other: '{{formatted}} tags',
  searchLabel: 'Buscar tags',
  add: 'Adicionar tag',
  edit: 'Editar tag',
  name: 'Nome',
  color: 'Cor',
  preview: 'Como aparece nos atendimentos:',
  tickets: 'Atendimentos',
  emptyText: 'Crie tags como Orçamento ou Garantia para marcar os atendimentos e encontrá-los depois.',
  saved: 'Tag salva com sucesso.',
  deleted: 'Tag excluída com sucesso.',
  deleteTitle: 'Excluir {{name}}?',
  deleteText_zero: 'Nenhum atendimento tem esta tag.',
  deleteText_one: '{{count}} atendimento tem esta tag; ele continua existindo, sem ela.',
  deleteText_other: '{{count}} atendimentos têm esta tag; eles continuam existindo, sem ela.'
}
