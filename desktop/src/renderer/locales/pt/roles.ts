// Portuguese: roles that a company puts together itself, and what each permission is called.
import { permissionNames } from '@guiche/shared/kernel/permission-names.ts'

export const roles = {
  ...permissionNames.pt,
  title: 'Funções',
  text: 'O que cada pessoa pode fazer, além de administrador, supervisor e atendente.',
  searchLabel: 'Buscar funções',
  add: 'Adicionar função',
  edit: 'Editar função',
  emptyText:
    'Crie uma função para dar a um grupo de pessoas exatamente o que elas precisam, como Líder de atendimento.',
  name: 'Nome',
  nameHint: 'Por exemplo, Líder de atendimento.',
  startFrom: 'Começar com as permissões de',
  startFromHint: 'Marca as permissões de um perfil ou de outra função. Depois, ajuste como quiser.',
  permissions: 'Permissões',
  chosen: '{{chosen}} de {{total}}',
  all: 'Marcar todas de {{group}}',
  everything: 'Todas',
  people: 'Pessoas',
  peopleCount_one: '{{formatted}} pessoa',
  peopleCount_other: '{{formatted}} pessoas',
  nobody: 'Ninguém',
  atOnce: 'O que você mudar vale na hora para quem tem esta função.',
  saved: 'Função salva com sucesso.',
  deleted: 'Função excluída com sucesso.',
  deleteTitle: 'Excluir {{name}}?',
  deleteText: 'Ninguém tem esta função. Ela deixa de existir para sempre.',
  inUse_one: '{{formatted}} pessoa tem esta função. Dê outra a ela antes de excluir.',
  inUse_other: '{{formatted}} pessoas têm esta função. Dê outra a elas antes de excluir.',
  group_tickets: 'Atendimentos',
  group_contacts: 'Contatos',
  group_campaigns: 'Campanhas',
  group_automation: 'Automação e arquivos',
  group_connections: 'Conexões',
  group_company: 'Empresa e pessoas',
  hint_tickets_seeAll: 'Sem isto, a pessoa vê os seus, os das suas filas e, se puder, os sem fila.',
  hint_numbers_view:
    'Sem isto, os números aparecem ocultos. A pessoa mostra um por vez, com um motivo, e isso fica registrado.',
  'hint_campaigns-page_export':
    'Abre as campanhas só para consulta. Exportar pede também ver os telefones dos clientes.',
  hint_dashboard_view: 'Só dos atendimentos que a pessoa pode ver.',
  'hint_users-page_write': 'Nunca administradores, e ninguém com mais permissões ou filas do que a própria pessoa.'
}
