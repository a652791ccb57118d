// Portuguese: the home of administrators.

export const home = {
  title: 'Painel',
  text: 'Como está o atendimento agora.',
  open: 'Em atendimento',
  pending: 'Aguardando',
  unread: 'Com mensagens não lidas',
  connections: 'Conexões',
  connectedOf: '{{connected}} de {{total}} conectadas',
  atLeast: '{{formatted}} ou mais',
  noConnections: 'Nenhuma conexão ainda',
  noConnectionsText: 'Conecte um número de WhatsApp para começar a atender.',
  connectNow: 'Conectar um número',
  seeTickets: 'Ver atendimentos',
  seeConnections: 'Ver conexões'
}
