// Spanish: the first steps of a company.

export const firstSteps = {
  title: 'Primeros pasos',
  progress: '{{done}} de {{all}} listos',
  done: 'Listo',
  putAway: 'Guardar la lista',
  awayDone: 'Encuentras los primeros pasos en el menú de tu cuenta.',
  number: 'Conecta tu número',
  numberHint: 'Escanea el código QR con el teléfono de la empresa.',
  queue: 'Crea una cola',
  queueHint: 'Por ejemplo, Ventas o Soporte: por ella el cliente llega a quien atiende.',
  people: 'Invita a tu equipo',
  peopleHint: 'Por correo o con un enlace. Cada persona crea su propia contraseña.',
  hours: 'Define el horario de atención',
  hoursHint: 'Fuera de él, el cliente recibe un aviso automático.',
  greeting: 'Escribe el saludo',
  greetingHint: 'Es lo que el cliente lee cuando escribe por primera vez.',
  answered: 'Responde a un mensaje de prueba',
  answeredHint: 'Escribe a tu número desde otro teléfono y responde aquí.'
}
