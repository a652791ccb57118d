// The roles screen as an administrator uses it, who gets a role, and what people with one find in their console.
import { expect, test } from 'vitest'
import { profilePermissions, type PermissionKey } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { createInvitations } from '@guiche/shared/features/org/invitations.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import {
  createRole,
  deleteRole,
  listRoles,
  roleEvent,
  updateRole,
  type Role
} from '@guiche/shared/features/org/roles.ts'
import { listUsers, updateUser, userEvent } from '@guiche/shared/features/org/users.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { companyId, makeConnection, makeQueue, makeSessionUser, makeUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

function makeRole(part: Partial<Role> = {}): Role {
  const stamps = { createdAt: '2026-03-02T12:00:00.000Z', updatedAt: '2026-03-02T12:00:00.000Z' }
  return { id: 5, companyId, name: 'Líder', permissions: ['tickets:seeAll'], userCount: 2, ...stamps, ...part }
}
const backup = makeRole({ id: 6, name: 'Plantão', permissions: [], userCount: 0 })
const bruno = makeUser({ id: 2, name: 'Bruno Lima', email: 'bruno@padaria.com.br', profile: 'user' })

async function open(path: string, rights?: PermissionKey[]) {
  const role = rights && { id: 5, name: 'Líder', permissions: rights }
  const user = role ? makeSessionUser({ profile: 'user', role, queues: [makeQueue()] }) : makeSessionUser()
  const server = startServer(user)
  server.on(listRoles, () => [makeRole(), backup])
  server.on(listConnections, () => [makeConnection()])
  server.on(listQueues, () => [makeQueue()])
  server.on(listUsers, () => ({ users: [makeUser({ id: 3 }), bruno], count: 2, hasMore: false }))
  const rendered = await renderConsole(path)
  const { screen } = rendered
  return { ...rendered, server, row: (name: string) => screen.getByRole('row', { name: new RegExp(name) }) }
}

test('a role starts from a profile, is adjusted group by group and saved', async () => {
  const { server, screen, row } = await open('/roles')
  server.on(createRole, ({ body }) => makeRole({ id: 9, userCount: 0, ...body, currentPassword: undefined } as never))
  await expect.element(row('Líder')).toBeVisible()
  await expect.element(row('Líder').getByRole('cell', { name: '2 pessoas', exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Adicionar função' }).click()
  await screen.getByRole('textbox', { name: 'Nome' }).fill('Consulta')
  const toggle = (name: string) => screen.getByRole('switch', { name })
  await expect.element(toggle('Transferir atendimentos')).toBeChecked()
  await screen.getByRole('combobox', { name: 'Começar com as permissões de' }).click()
  await screen.getByRole('option', { name: 'Ninguém' }).click()
  await expect.element(toggle('Transferir atendimentos')).not.toBeChecked()
  await toggle('Marcar todas de Conexões').click({ force: true })
  await toggle('Editar e excluir conexões').click()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(row('Consulta')).toBeVisible()
  expect(server.callsOf(createRole)[0]?.body).toMatchObject({
    name: 'Consulta',
    permissions: ['connections-page:addConnection', 'connections-page:actionButtons']
  })
})

test('a role is searched by its name, and what was added is there at once', async () => {
  const { server, screen, row } = await open('/roles')
  await expect.element(row('Plantão')).toBeVisible()
  await screen.getByRole('searchbox', { name: 'Buscar funções' }).fill('LÍD')
  await expect.poll(() => row('Plantão').elements()).toHaveLength(0)
  await expect.element(row('Líder')).toBeVisible()
  server.line.emit(roleEvent, companyId, { action: 'create', role: makeRole({ id: 8, name: 'Líder da noite' }) })
  await expect.element(row('Líder da noite')).toBeVisible()
  server.line.emit(roleEvent, companyId, { action: 'create', role: makeRole({ id: 9, name: 'Caixa' }) })
  await screen.getByRole('searchbox', { name: 'Buscar funções' }).fill('nada')
  await expect.element(screen.getByText('Nada encontrado para “nada”')).toBeVisible()
})

test('a role is changed with the own password where the server asks for it, and its name stays its own', async () => {
  const { server, screen, row } = await open('/roles')
  server.on(updateRole, ({ body }) => {
    if (!body.currentPassword)
      throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED', {
        fields: { currentPassword: 'ERR_CURRENT_PASSWORD_REQUIRED' }
      })
    throw new AppError('ERR_ROLE_NAME_ALREADY_EXISTS', { fields: { name: 'ERR_ROLE_NAME_ALREADY_EXISTS' } })
  })
  await row('Líder').click()
  await expect.element(screen.getByText('O que você mudar vale na hora para quem tem esta função.')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Nome' }).fill('Plantão')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await screen.getByLabelText(/Sua senha atual/).fill('segredo')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect
    .element(screen.getByRole('textbox', { name: 'Nome' }))
    .toHaveAccessibleDescription(/Já existe uma função com este nome/)
})

test('only a role that nobody has is deleted, after a question', async () => {
  const { server, screen, row } = await open('/roles')
  server.on(deleteRole, () => ({ message: 'Role deleted' }))
  await expect.element(row('Líder').getByRole('button', { name: /Excluir/ })).toBeDisabled()
  await row('Plantão')
    .getByRole('button', { name: /Excluir/ })
    .click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expect.poll(() => row('Plantão').elements()).toHaveLength(0)
  expect(server.callsOf(deleteRole)[0]?.params).toEqual({ id: 6 })
})

test('a person gets a role in the place of a profile, and loses single grants with it', async () => {
  const { server, screen, row } = await open('/users')
  server.on(updateUser, () => ({ ...bruno, role: { id: 5, name: 'Líder', permissions: ['tickets:seeAll' as const] } }))
  await row('Bruno Lima').click()
  await expect.element(screen.getByText('Pode também')).toBeVisible()
  await screen.getByRole('combobox', { name: 'Perfil' }).click()
  await screen.getByRole('option', { name: 'Líder' }).click()
  await expect.poll(() => screen.getByText('Pode também').elements()).toHaveLength(0)
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(row('Bruno Lima').getByText('Líder')).toBeVisible()
  expect(server.callsOf(updateUser)[0]?.body).toMatchObject({ profile: 'user', roleId: 5 })
})

test('who looks after people sees what they may give, and no button for an administrator', async () => {
  const rights: PermissionKey[] = [...profilePermissions.user, 'users-page:write', 'user-modal:editProfile']
  const { server, screen, row } = await open('/users', rights)
  server.on(createInvitations, () => [])
  await expect.element(row('Ana Souza').getByRole('button', { name: /Excluir/ })).toBeDisabled()
  await expect.element(row('Bruno Lima').getByRole('button', { name: /Excluir/ })).toBeEnabled()
  await screen.getByRole('button', { name: 'Convidar' }).first().click()
  await screen.getByRole('combobox', { name: 'Perfil' }).click()
  const options = screen.getByRole('option')
  expect(options.elements().map((option) => option.textContent)).toEqual(['Atendente', 'Plantão'])
})

test('menu and screens follow the role, and at once when it changes', async () => {
  const { screen, path, server } = await open('/roles', ['dashboard:view', 'financial-page:write'])
  await expect.poll(path).toBe('/')
  await expect
    .element(screen.getByText('Como está e como foi no período o atendimento que você acompanha.'))
    .toBeVisible()
  const menu = screen.getByRole('navigation')
  await expect.element(menu.getByRole('link', { name: 'Painel' })).toBeVisible()
  const role = { id: 5, name: 'Líder', permissions: [] }
  server.line.emit(userEvent, companyId, { action: 'update', user: makeUser({ profile: 'user', role }) })
  await expect.poll(path).toBe('/tickets')
  await expect.poll(() => menu.getByRole('link', { name: 'Painel' }).elements()).toHaveLength(0)
})
