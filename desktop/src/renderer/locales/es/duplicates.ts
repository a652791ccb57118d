// Spanish: contacts that are one person.

export const duplicates = {
  title: 'Contactos duplicados',
  hint: 'Contactos que parecen ser la misma persona. Al unirlos, las atenciones, los mensajes y los números quedan en un solo contacto.',
  number: 'El mismo número, escrito de otra forma',
  email: 'El mismo correo',
  name: 'El mismo nombre',
  whichStays: 'Elige cuál queda:',
  noNumber: 'sin número',
  since: 'desde {{date}}',
  merge: 'Unir los {{count}}',
  mayUndo: 'Se puede deshacer después.',
  merged: 'Ahora todo está en {{name}}.',
  noneHint: 'Ningún contacto tiene el mismo número, correo o nombre que otro.',
  more: 'Hay más: los siguientes aparecen cuando unas estos.',
  history: 'Últimas uniones',
  mergedInto: '{{gone}} se unió a {{kept}}',
  undo: 'Deshacer',
  undoOf: 'Deshacer la unión de {{name}}',
  undone: 'Unión deshecha: los contactos están separados de nuevo.',
  notOne: 'No es la misma persona',
  wasPutAside: 'Este grupo ya no se sugerirá.',
  putAside: 'No son la misma persona',
  namesAndMore: '{{names}} y {{count}} más',
  offerAgain: 'Volver a sugerir {{name}}',
  offeredAgain: 'El grupo se vuelve a sugerir.',
  wasUndone: 'deshecha'
}
