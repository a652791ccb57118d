// Portuguese: what a company uses of what its plan limits.

export const quotas = {
  title: 'Uso do plano',
  messages: 'Mensagens enviadas no mês',
  storage: 'Armazenamento',
  campaigns: 'Campanhas no mês',
  users: 'Usuários',
  connections: 'Conexões',
  usedOf: '{{used}} de {{limit}}',
  noLimit: '{{used}}, sem limite',
  nearlyFull: 'Quase no limite',
  full: 'Limite atingido',
  received_one: '{{number}} mensagem recebida no mês. O que os clientes enviam não tem limite e é sempre guardado.',
  received_other: '{{number}} mensagens recebidas no mês. O que os clientes enviam não tem limite e é sempre guardado.',
  renewsAt: 'As mensagens e as campanhas voltam a zero em {{date}}.',
  failed: 'Não foi possível carregar o uso do plano'
}
