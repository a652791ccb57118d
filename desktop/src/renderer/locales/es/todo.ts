// Spanish: the to-do list.

export const todo = {
  title: 'Tareas',
  count_one: '{{formatted}} tarea',
  count_other: '{{formatted}} tareas',
  hint: 'Solo tú ves tus tareas: quedan en este navegador.',
  text: 'Descripción',
  endDate: 'Plazo',
  until: 'Hasta el {{date}}',
  today: 'Hoy',
  overdue: 'Vencida',
  emptyText: 'Anota lo que falta por hacer y hasta cuándo.',
  deleteTitle: 'Eliminar tarea',
  deleteText: '¿Seguro que deseas eliminar esta tarea?',
  storageFull: 'Este navegador no tiene espacio para guardar la tarea.'
}
