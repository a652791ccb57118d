// Spanish: what is stored of a person.

export const personalData = {
  itemAll: 'Copias de datos personales…',
  title: 'Copias de datos personales',
  titleOf: 'Todo lo que guardamos sobre {{name}}',
  about:
    'Un archivo ZIP con datos del contacto, atenciones, mensajes, notas, mensajes programados, listas, campañas y archivos: una página para leer y los mismos datos para programas. Los administradores pueden descargarlo durante {{days}} días; pedirlo y descargarlo queda en la auditoría.',
  review: 'Antes de entregarlo, revísalo: también incluye notas del equipo y nombres de agentes.',
  start: 'Preparar copia',
  copies: 'Copias guardadas',
  none: 'No hay copias guardadas.',
  asked: 'Pedida el {{when}} por {{who}}',
  waiting: 'En la cola…',
  running: '{{done}} de {{total}} registros y archivos',
  progress: 'Progreso de la copia',
  done: 'Lista: {{size}}, hasta el {{until}}.',
  missing_one: '{{formatted}} archivo ya no estaba guardado.',
  missing_other: '{{formatted}} archivos ya no estaban guardados.',
  storageFull: 'No se pudo hacer: falta espacio en el servidor.',
  internal: 'No se pudo hacer por un problema nuestro. Pídela de nuevo.',
  save: 'Descargar',
  ready: 'La copia de los datos personales ya se puede descargar.',
  failed: 'No se pudo hacer la copia de los datos personales.'
}
