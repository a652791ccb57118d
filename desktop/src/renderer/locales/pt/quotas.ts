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
  notice_messages_80: 'Mais de 80 % das mensagens do mês já foram enviadas: {{used}} de {{limit}}.',
  notice_messages_100:
    'As mensagens do plano acabaram neste mês ({{limit}}). O que os clientes escrevem continua chegando.',
  notice_storage_80: 'O espaço para arquivos está quase cheio: {{used}} de {{limit}}.',
  notice_storage_100:
    'O espaço para arquivos está cheio ({{limit}}). O que os clientes enviam continua sendo guardado.',
  notice_campaigns_80: 'Mais de 80 % das campanhas do mês já foram usadas: {{used}} de {{limit}}.',
  notice_campaigns_100: 'As campanhas do plano acabaram neste mês ({{limit}}).',
  show: 'Ver uso do plano',
  failed: 'Não foi possível carregar o uso do plano'
}
