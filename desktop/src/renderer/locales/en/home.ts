// English: the home of administrators.

export const home = {
  title: 'Dashboard',
  text: 'How the service stands right now.',
  open: 'Being served',
  pending: 'Waiting',
  unread: 'With unread messages',
  connections: 'Connections',
  connectedOf: '{{connected}} of {{total}} connected',
  atLeast: '{{formatted}} or more',
  noConnections: 'No connections yet',
  noConnectionsText: 'Connect a WhatsApp number to start.',
  connectNow: 'Connect a number',
  seeTickets: 'See the tickets',
  seeConnections: 'See the connections'
}
