// Spanish: the super user's plans.

export const plans = {
  title: 'Planes',
  add: 'Nuevo plan',
  edit: 'Editar plan',
  name: 'Nombre',
  users: 'Usuarios',
  connections: 'Conexiones',
  queues: 'Colas',
  value: 'Precio',
  features: 'Funciones',
  on: 'Activado',
  off: 'Desactivado',
  useCampaigns: 'Campañas',
  useSchedules: 'Programados',
  useInternalChat: 'Chat interno',
  useExternalApi: 'API externa',
  useKanban: 'Kanban',
  useOpenAi: 'Open AI',
  useIntegrations: 'Integraciones',
  emptyText: 'Crea el primer plan en el formulario de arriba.',
  saveFailed:
    'No se pudo realizar la operación. Verifica si ya existe un plan con el mismo nombre o si los campos se completaron correctamente'
}
