// Spanish: what stands between the messages of a conversation.

export const timeline = {
  accepted: '{{name}} se hizo cargo de la atención',
  returned: '{{name}} devolvió la atención a la cola',
  returnedByItself: 'La atención volvió a la cola',
  toUser: '{{name}} la transfirió a {{user}}',
  toUserByItself: 'Transferida a {{user}}',
  toQueue: '{{name}} la transfirió a la cola {{queue}}',
  toQueueByItself: 'Transferida a la cola {{queue}}',
  toBoth: '{{name}} la transfirió a {{user}}, en la cola {{queue}}',
  toBothByItself: 'Transferida a {{user}}, en la cola {{queue}}',
  resolved: '{{name}} resolvió la atención',
  resolvedByItself: 'Atención resuelta automáticamente',
  reopened: '{{name}} reabrió la atención',
  reopenedByItself: 'El cliente volvió a escribir y la atención se reabrió',
  tagged: '{{name}} agregó la etiqueta {{tag}}',
  untagged: '{{name}} quitó la etiqueta {{tag}}',
  rated1: 'El cliente calificó la atención: insatisfecho',
  rated2: 'El cliente calificó la atención: satisfecho',
  rated3: 'El cliente calificó la atención: muy satisfecho',
  removedUser: 'Usuario eliminado',
  removedQueue: 'eliminada',
  removedTag: 'eliminada',
  ticketNumber: 'Atención #{{id}}',
  closed: 'cerrada',
  noteOf: 'Nota de {{name}}',
  teamOnly: 'solo la ve el equipo'
}
