// Spanish: contacts.

export const contacts = {
  title: 'Contactos',
  count_one: '{{formatted}} contacto',
  count_other: '{{formatted}} contactos',
  add: 'Agregar contacto',
  edit: 'Editar contacto',
  searchLabel: 'Buscar contactos',
  emptyText: 'Quien escriba a tu empresa aparece aquí. También puedes agregar un contacto.',
  name: 'Nombre',
  number: 'Número de WhatsApp',
  numberHint: 'Con código de país y de área, como 5511987654321.',
  noNumber: 'Número todavía desconocido',
  email: 'Correo',
  group: 'Grupo',
  extraInfo: 'Información adicional',
  extraName: 'Campo',
  extraValue: 'Valor',
  addExtra: 'Agregar información',
  removeExtra: 'Quitar {{name}}',
  saved: 'Contacto guardado con éxito.',
  deleted: 'Contacto eliminado con éxito.',
  deleteTitle: '¿Eliminar a {{name}}?',
  deleteText: 'El contacto se elimina con todas sus atenciones y mensajes. Esto no se puede deshacer.',
  startTicket: 'Iniciar atención',
  schedule: 'Programar mensaje',
  startAtOnce: 'Abrir la atención'
}
