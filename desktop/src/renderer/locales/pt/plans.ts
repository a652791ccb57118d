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
  useOpenAi: 'Open AI',
  useIntegrations: 'Integrações',
  emptyText: 'Crie o primeiro plano no formulário acima.',
  saveFailed:
    'Não foi possível realizar a operação. Verifique se já existe uma plano com o mesmo nome ou se os campos foram preenchidos corretamente'
}
