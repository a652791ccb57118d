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
  useSchedules: 'Mensajes programados',
  useInternalChat: 'Chat interno',
  useExternalApi: 'API externa',
  useKanban: 'Kanban',
  useOpenAi: 'Prompts de IA',
  useIntegrations: 'Integraciones',
  text: 'Lo que cada plan cuesta, permite y rinde.',
  searchLabel: 'Buscar un plan por nombre',
  companies: 'Empresas',
  revenue: 'Ingreso mensual',
  onlyService: 'Solo la atención',
  emptyText: 'Crea el primer plan con “Nuevo plan”.',
  inUse_one: '{{count}} empresa usa este plan. Antes de eliminarlo, cambia la empresa a otro plan.',
  inUse_other: '{{count}} empresas usan este plan. Antes de eliminarlo, cambia esas empresas a otro plan.',
  saveFailed:
    'No se pudo realizar la operación. Verifica si ya existe un plan con el mismo nombre o si los campos se completaron correctamente'
}
