// Spanish: tags.

export const tags = {
  title: 'Etiquetas',
  count_one: '{{formatted}} etiqueta',
  count_other: '{{formatted}} etiquetas',
  searchLabel: 'Buscar etiquetas',
  add: 'Agregar etiqueta',
  edit: 'Editar etiqueta',
  name: 'Nombre',
  color: 'Color',
  preview: 'Así se ve en las atenciones:',
  tickets: 'Atenciones',
  emptyText: 'Crea etiquetas como Presupuesto o Garantía para marcar las atenciones y encontrarlas después.',
  saved: 'Etiqueta guardada.',
  deleted: 'Etiqueta eliminada.',
  deleteTitle: '¿Eliminar {{name}}?',
  deleteText_zero: 'Ninguna atención tiene esta etiqueta.',
  deleteText_one: '{{count}} atención tiene esta etiqueta; sigue existiendo, sin ella.',
  deleteText_other: '{{count}} atenciones tienen esta etiqueta; siguen existiendo, sin ella.'
}
