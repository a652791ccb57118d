// Spanish: the home of administrators.

export const home = {
  title: 'Panel',
  text: 'Cómo está la atención ahora.',
  open: 'En atención',
  pending: 'Esperando',
  unread: 'Con mensajes sin leer',
  connections: 'Conexiones',
  connectedOf: '{{connected}} de {{total}} conectadas',
  atLeast: '{{formatted}} o más',
  noConnections: 'Todavía no hay conexiones',
  noConnectionsText: 'Conecta un número de WhatsApp para empezar.',
  connectNow: 'Conectar un número',
  seeTickets: 'Ver las atenciones',
  seeConnections: 'Ver las conexiones'
}
