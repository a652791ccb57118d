// Spanish: hours in which somebody may sign in, and leave.

export const workTimes = {
  title: 'Horario y vacaciones',
  titleOf: 'Horario y vacaciones: {{name}}',
  onLeaveUntil: 'De vacaciones hasta el {{date}}',
  tabHours: 'Horario',
  tabLeave: 'Vacaciones o ausencia',
  leaveHint:
    'Durante la ausencia, la persona no entra ni recibe atenciones. Las que estén abiertas el primer día pasan a quien la reemplaza o vuelven a la cola. No preguntamos el motivo.',
  leaveFrom: 'Primer día',
  leaveUntil: 'Último día',
  standIn: 'Quién reemplaza',
  standInHint: 'Recibe las atenciones abiertas.',
  standInNobody: 'Nadie: vuelven a la cola',
  leaveForget: 'Sin ausencia',
  noLimit: 'Sin límite',
  inside: 'Dentro del horario',
  outside: 'Fuera del horario',
  change: 'Modificar',
  limit: 'Limitar el horario de acceso',
  limitHint:
    'Fuera de él no se puede entrar, y quien está conectado sale. Vale la zona horaria de la empresa: {{zone}}.',
  day_hours: 'Con horario',
  day_open: 'Sin límite',
  day_closed: 'Día libre',
  daysOff: 'Días libres',
  daysOffHint: 'Sin horas, el día entero es libre.',
  dayOffDate: 'Fecha del día libre',
  dayOffName: 'Nombre del día libre',
  dayOffFrom: 'Inicio en el día libre',
  dayOffUntil: 'Fin en el día libre',
  dayOffAdd: 'Agregar día libre',
  dayOffRemove: 'Quitar día libre',
  wrong: 'Revisa los horarios y los días libres marcados arriba.',
  saved: 'Horario guardado.',
  endsSoon: 'Tu horario termina a las {{time}}, y entonces se cierra tu sesión. Lo que escribiste queda guardado.'
}
