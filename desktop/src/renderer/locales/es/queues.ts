// Spanish: queues.

export const queues = {
  title: 'Colas',
  text: 'Los sectores donde esperan las atenciones.',
  add: 'Agregar cola',
  edit: 'Editar cola',
  emptyText: 'Crea colas como Ventas o Soporte para separar las atenciones.',
  name: 'Nombre',
  color: 'Color',
  order: 'Orden',
  orderHint: 'Posición en el menú que recibe el contacto.',
  greeting: 'Mensaje de saludo',
  greetingHint: 'Se envía a quien elige esta cola.',
  integration: 'Integración',
  tabData: 'Datos de la cola',
  colorTaken: 'de la cola {{name}}',
  saved: 'Cola guardada con éxito',
  deleted: 'Cola eliminada con éxito.',
  deleteTitle: '¿Eliminar {{name}}?',
  deleteText: 'Las atenciones de esta cola continúan, sin cola.',
  tabHours: 'Horarios de atención',
  hoursHint: 'Fuera de estos horarios, quien elige esta cola recibe el mensaje de fuera de horario.',
  keepHours: 'Aplicar horarios',
  hoursKept: 'Haz clic en guardar para registrar los cambios',
  hoursWrong: 'Hay un intervalo sin inicio o fin.',
  outOfHours: 'Mensaje fuera de horario',
  outOfHoursHint: 'Se envía a quien elige esta cola fuera de sus horarios.'
}
