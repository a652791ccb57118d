// Spanish: the variables of messages.

export const variables = {
  insert: 'Insertar variable',
  name: 'Nombre del contacto',
  firstName: 'Primer nombre',
  number: 'Número',
  email: 'Correo',
  greeting: 'Saludo según la hora',
  date: 'Fecha de hoy',
  time: 'Hora',
  user: 'Agente',
  queue: 'Cola',
  company: 'Empresa',
  connection: 'Conexión',
  protocol: 'Protocolo',
  ticket: 'Número de la atención'
}
