// Portuguese: the super user's plans.

export const plans = {
  title: 'Planos',
  add: 'Novo plano',
  edit: 'Editar plano',
  name: 'Nome',
  users: 'Usuários',
  connections: 'Conexões',
  queues: 'Filas',
  value: 'Valor',
  features: 'Recursos',
  on: 'Ativado',
  off: 'Desativado',
  useCampaigns: 'Campanhas',
  useSchedules: 'Agendamentos',
  useInternalChat: 'Chat interno',
  useExternalApi: 'API externa',
  useKanban: 'Kanban',
  useOpenAi: 'Prompts de IA',
  useIntegrations: 'Integrações',
  text: 'O que cada plano custa, permite e rende.',
  searchLabel: 'Buscar plano pelo nome',
  companies: 'Empresas',
  revenue: 'Receita mensal',
  onlyService: 'Só o atendimento',
  emptyText: 'Crie o primeiro plano em “Novo plano”.',
  inUse_one: '{{count}} empresa usa este plano. Antes de excluir, mude a empresa para outro plano.',
  inUse_other: '{{count}} empresas usam este plano. Antes de excluir, mude essas empresas para outro plano.',
  saveFailed:
    'Não foi possível realizar a operação. Verifique se já existe uma plano com o mesmo nome ou se os campos foram preenchidos corretamente'
}
