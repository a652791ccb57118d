// Spanish: quick messages.

export const quickMessages = {
  title: 'Respuestas rápidas',
  count_one: '{{formatted}} respuesta rápida',
  count_other: '{{formatted}} respuestas rápidas',
  searchLabel: 'Buscar respuestas rápidas',
  add: 'Agregar respuesta rápida',
  edit: 'Editar respuesta rápida',
  shortcode: 'Atajo',
  shortcodeHint: 'Escribe / y el atajo en el campo de mensaje para usar el texto.',
  message: 'Mensaje',
  attachment: 'Adjunto',
  noAttachment: 'Sin adjunto',
  geral: 'Visible para toda la empresa',
  geralHint: 'Si no, solo tú ves y usas esta respuesta.',
  status: 'Permitir que otros la editen',
  statusHint: 'Tus colegas pueden cambiar el texto y el adjunto.',
  queues: 'Colas',
  queuesHint: 'Aparece solo en las atenciones de estas colas. Si no eliges ninguna, aparece en todas.',
  allQueues: 'Todas las colas',
  everybody: 'Toda la empresa',
  emptyText: 'Crea atajos como /horario o /direccion para responder en un instante.',
  saved: 'Respuesta rápida guardada.',
  deleted: 'Respuesta rápida eliminada.',
  deleteTitle: '¿Eliminar /{{name}}?',
  deleteText: 'Se eliminan el texto y el adjunto.',
  deleteTextShared: 'Se eliminan el texto y el adjunto para toda la empresa.'
}
