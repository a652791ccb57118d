// Spanish: roles that a company puts together itself, and what each permission is called.
import { permissionNames } from '@guiche/shared/kernel/permission-names.ts'

export const roles = {
  ...permissionNames.es,
  title: 'Roles y permisos',
  text: 'Lo que puede hacer cada persona, además de administrador, supervisor y agente.',
  searchLabel: 'Buscar roles',
  add: 'Agregar rol',
  edit: 'Editar rol',
  emptyText: 'Crea un rol para dar a un grupo de personas exactamente lo que necesitan, como Líder de atención.',
  name: 'Nombre',
  nameHint: 'Por ejemplo, Líder de atención.',
  startFrom: 'Empezar con los permisos de',
  startFromHint: 'Marca los permisos de un perfil o de otro rol. Después ajústalos como quieras.',
  permissions: 'Permisos',
  chosen: '{{chosen}} de {{total}}',
  all: 'Marcar todo en {{group}}',
  everything: 'Todo',
  people: 'Personas',
  peopleCount_one: '{{formatted}} persona',
  peopleCount_other: '{{formatted}} personas',
  nobody: 'Nadie',
  atOnce: 'Lo que cambies vale al instante para quienes tienen este rol.',
  saved: 'Rol guardado.',
  deleted: 'Rol eliminado.',
  deleteTitle: '¿Eliminar {{name}}?',
  deleteText: 'Nadie tiene este rol. Dejará de existir para siempre.',
  inUse_one: '{{formatted}} persona tiene este rol. Dale otro antes de eliminarlo.',
  inUse_other: '{{formatted}} personas tienen este rol. Dales otro antes de eliminarlo.',
  group_tickets: 'Atenciones',
  group_contacts: 'Contactos',
  group_campaigns: 'Campañas',
  group_automation: 'Automatización y archivos',
  group_connections: 'Conexiones',
  group_company: 'Empresa y personas',
  hint_tickets_seeAll: 'Sin esto, ve las suyas, las de sus colas y, si puede, las que no tienen cola.',
  hint_numbers_view:
    'Sin esto, los números aparecen ocultos. La persona muestra uno a la vez, con un motivo, y eso queda registrado.',
  'hint_campaigns-page_export':
    'Abre las campañas solo para consulta. Exportar pide también ver los teléfonos de los clientes.',
  hint_dashboard_view: 'Solo de las atenciones que puede ver.',
  'hint_users-page_write': 'Nunca administradores, ni nadie con más permisos o colas que los suyos.'
}
