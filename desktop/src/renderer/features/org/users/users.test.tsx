// The users screen, as an administrator uses it.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import {
  createUser,
  deleteUser,
  listUsers,
  updateUser,
  userEvent as userChanged
} from '@guiche/shared/features/org/users.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeConnection, makeQueue, makeUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'
import { users } from './users.store.ts'

const bruno = makeUser({ id: 2, name: 'Bruno Lima', email: 'bruno@padaria.com.br', profile: 'user', online: false })

async function open(all = [makeUser(), bruno]) {
  const server = startServer()
  server.on(listConnections, () => [makeConnection(), makeConnection({ id: 4, name: 'Loja norte', isDefault: false })])
  server.on(listQueues, () => [makeQueue(), makeQueue({ id: 2, name: 'Suporte' })])
  server.on(listUsers, ({ query }) => {
    const found = all.filter(({ name }) => name.toLowerCase().includes(query.searchParam))
    const shown = found.slice((query.pageNumber - 1) * 20, query.pageNumber * 20)
    return { users: shown, count: found.length, hasMore: found.length > query.pageNumber * 20 }
  })
  const { screen } = await renderConsole('/users')
  const field = (name: string) => screen.getByRole('textbox', { name })
  return { server, screen, field, row: (name: string) => screen.getByRole('row', { name: new RegExp(name) }) }
}

test('a user is added with every field of the dialog', async () => {
  const { server, screen, field, row } = await open()
  server.on(createUser, ({ body }) => makeUser({ id: 3, name: body.name, email: body.email, profile: body.profile }))
  await screen.getByRole('button', { name: 'Adicionar usuário' }).click()
  await field('Nome').fill('Carla Mendes')
  await field('E-mail').fill('Carla@Padaria.com.br')
  await screen.getByLabelText(/^Senha/).fill('segredo')
  await screen.getByRole('combobox', { name: 'Perfil' }).click()
  await screen.getByRole('option', { name: 'Administrador' }).click()
  await screen.getByRole('combobox', { name: 'Filas' }).click()
  await screen.getByRole('option', { name: 'Suporte' }).click()
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('combobox', { name: 'Conexão padrão' }).click()
  await screen.getByRole('option', { name: 'Loja norte' }).click()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Usuário salvo com sucesso.')).toBeVisible()
  await expect.element(row('Carla Mendes')).toBeVisible()
  expect(server.callsOf(createUser)[0]?.body).toEqual({
    name: 'Carla Mendes',
    email: 'carla@padaria.com.br',
    password: 'segredo',
    profile: 'admin',
    whatsappId: 4,
    queueIds: [2],
    allTicket: 'disabled',
    permissions: [],
    companyId
  })
})

test('a new user needs a name, an e-mail and a password', async () => {
  const { server, screen, field } = await open()
  server.on(createUser, () => makeUser())
  await screen.getByRole('button', { name: 'Adicionar usuário' }).click()
  await field('E-mail').fill('carla')
  await screen.getByLabelText(/^Senha/).fill('1234')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(field('Nome')).toHaveAccessibleDescription('Obrigatório')
  await expect.element(field('E-mail')).toHaveAccessibleDescription('E-mail inválido')
  await expect.element(screen.getByText('Muito curto')).toBeVisible()
  await expect.element(field('Nome')).toHaveFocus()
  expect(server.callsOf(createUser)).toHaveLength(0)
})

test('an empty password keeps the present one', async () => {
  const { server, screen, field } = await open()
  server.on(updateUser, ({ body }) => ({ ...bruno, name: body.name ?? bruno.name }))
  await screen.getByRole('button', { name: 'Editar: Bruno Lima' }).click()
  await field('Nome').fill('Bruno Lima Neto')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Bruno Lima Neto')).toBeVisible()
  expect(server.callsOf(updateUser)[0]?.params).toEqual({ id: 2 })
  expect(server.callsOf(updateUser)[0]?.body).not.toHaveProperty('password')
})

test('an admin lets a user do more, and is asked nothing of it for an admin', async () => {
  const { server, screen } = await open()
  server.on(updateUser, ({ body }) => ({ ...bruno, ...(body as object) }))
  await screen.getByRole('button', { name: 'Editar: Bruno Lima' }).click()
  await screen.getByRole('checkbox', { name: 'Alterar prompts de IA' }).click()
  await screen.getByRole('checkbox', { name: 'Trocar o telefone dos contatos' }).click()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => server.callsOf(updateUser)).toHaveLength(1)
  const body = server.callsOf(updateUser)[0]?.body as { permissions: string[] }
  expect(body.permissions).toEqual(['prompts-page:write', 'contacts-page:renumber'])
  await screen.getByRole('button', { name: 'Adicionar usuário' }).click()
  await screen.getByRole('combobox', { name: 'Perfil' }).click()
  await screen.getByRole('option', { name: 'Administrador' }).click()
  await expect.element(screen.getByRole('checkbox', { name: 'Alterar prompts de IA' })).not.toBeInTheDocument()
})

test('an e-mail that is taken is told beside the field', async () => {
  const { server, screen, field } = await open()
  server.on(updateUser, () => {
    throw new AppError('ERR_EMAIL_ALREADY_EXISTS')
  })
  await screen.getByRole('button', { name: 'Editar: Bruno Lima' }).click()
  await field('E-mail').fill('ana@padaria.com.br')
  await screen.getByLabelText(/^Sua senha atual/).fill('segredo')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(field('E-mail')).toHaveAccessibleDescription('Já existe um usuário com este e-mail.')
})

test('a new password or e-mail asks for the password of whoever changes it, and nothing else does', async () => {
  const { server, screen, field } = await open()
  server.on(updateUser, ({ body }) => {
    if (body.currentPassword !== 'minha-senha') throw new AppError('ERR_CURRENT_PASSWORD_WRONG')
    return bruno
  })
  await screen.getByRole('button', { name: 'Editar: Bruno Lima' }).click()
  const asked = screen.getByLabelText(/^Sua senha atual/)
  await field('Nome').fill('Bruno')
  await expect.element(asked).not.toBeInTheDocument()
  await screen.getByLabelText(/^Senha/).fill('outra-senha')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(asked).toHaveFocus()
  await expect.element(asked).toHaveAccessibleDescription(/Obrigatório/)
  expect(server.callsOf(updateUser)).toHaveLength(0)
  await asked.fill('palpite')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(asked).toHaveAccessibleDescription(/A senha atual não está correta\./)
  await asked.fill('minha-senha')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Usuário salvo com sucesso.')).toBeVisible()
  expect(server.callsOf(updateUser).at(-1)?.body).toMatchObject({
    password: 'outra-senha',
    currentPassword: 'minha-senha'
  })
})

test('adding somebody and changing rights ask for the own password when the server does, and nothing typed is lost', async () => {
  const { server, screen, field } = await open()
  const check = (body: { currentPassword?: string | null | undefined }) => {
    if (body.currentPassword === 'minha-senha') return
    const code = body.currentPassword ? 'ERR_CURRENT_PASSWORD_WRONG' : 'ERR_CURRENT_PASSWORD_REQUIRED'
    throw new AppError(code, { fields: { currentPassword: code } })
  }
  server.on(createUser, ({ body }) => {
    check(body)
    return makeUser({ id: 3, name: body.name, email: body.email })
  })
  server.on(updateUser, ({ body }) => {
    check(body)
    return { ...bruno, ...(body as object) }
  })
  const asked = screen.getByLabelText(/^Sua senha atual/)
  await screen.getByRole('button', { name: 'Adicionar usuário' }).click()
  await field('Nome').fill('Carla Mendes')
  await field('E-mail').fill('carla@padaria.com.br')
  await screen.getByLabelText(/^Senha/).fill('segredo')
  await expect.element(asked).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(asked).toHaveFocus()
  await expect.element(asked).toHaveAccessibleDescription(/Digite sua senha atual para confirmar/)
  await expect.element(asked).toHaveAccessibleDescription(/senha da sua própria conta/)
  await asked.fill('palpite')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(asked).toHaveAccessibleDescription(/A senha atual não está correta\./)
  await asked.fill('minha-senha')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Usuário salvo com sucesso.').first()).toBeVisible()
  expect(server.callsOf(createUser).at(-1)?.body).toMatchObject({ name: 'Carla Mendes', password: 'segredo' })

  await screen.getByRole('button', { name: 'Editar: Bruno Lima' }).click()
  await screen.getByRole('checkbox', { name: 'Alterar prompts de IA' }).click()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(asked).toHaveFocus()
  await asked.fill('minha-senha')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => server.callsOf(updateUser)).toHaveLength(2)
  expect(server.callsOf(updateUser)[1]?.body).toMatchObject({ permissions: ['prompts-page:write'] })
})

test('nobody deletes oneself; others go after a question', async () => {
  const { server, screen, row } = await open()
  server.on(deleteUser, () => ({ message: 'ok' }))
  await expect.element(screen.getByRole('button', { name: 'Excluir: Ana Souza' })).toBeDisabled()
  await screen.getByRole('button', { name: 'Excluir: Bruno Lima' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expect.element(screen.getByText('Usuário excluído com sucesso.')).toBeVisible()
  await expect.poll(() => row('Bruno').elements()).toHaveLength(0)
})

test('the search is asked once, in lower case, when typing rests', async () => {
  const { server, screen, row } = await open()
  await expect.element(row('Ana Souza')).toBeVisible()
  const before = server.callsOf(listUsers).length
  await screen.getByRole('searchbox', { name: 'Buscar usuários' }).fill('BRUNO')
  await expect.poll(() => row('Ana Souza').elements()).toHaveLength(0)
  const asked = server.callsOf(listUsers).slice(before)
  expect(asked.map(({ query }) => query)).toEqual([{ searchParam: 'bruno', pageNumber: 1 }])
  await screen.getByRole('searchbox', { name: 'Buscar usuários' }).fill('zzz')
  await expect.element(screen.getByText('Nada encontrado para “zzz”')).toBeVisible()
})

test('further pages come by scrolling, each user once', async () => {
  const many = Array.from({ length: 50 }, (_, index) =>
    makeUser({ id: index + 1, name: `Pessoa ${String(index).padStart(2, '0')}` })
  )
  const { screen, row } = await open(many)
  await expect.element(row('Pessoa 19')).toBeInTheDocument()
  await expect
    .poll(() => {
      screen.getByRole('table').element().parentElement?.scrollTo({ top: 1e6 })
      return screen.getByRole('row').elements().length
    })
    .toBe(51)
})

test('who comes and goes is seen at once', async () => {
  const { server, row } = await open()
  await expect.element(row('Bruno Lima').getByText('Offline')).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.line.emit(userChanged, companyId, { action: 'update', user: { ...bruno, online: true } })
  await expect.element(row('Bruno Lima').getByText('Online')).toBeVisible()
})

test('a list that could not be loaded is not taken for whole when somebody comes online', async () => {
  const server = startServer()
  server.on(listUsers, () => {
    throw new AppError('ERR_DATABASE_UNAVAILABLE')
  })
  const { screen } = await renderConsole('/users')
  const failed = screen.getByText('Não foi possível carregar a lista de registros').first()
  await expect.element(failed).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.line.emit(userChanged, companyId, { action: 'update', user: bruno })
  server.on(listUsers, () => ({ users: [makeUser(), bruno], count: 2, hasMore: false }))
  await expect.element(failed).toBeVisible()
  await screen.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(screen.getByRole('row', { name: /Bruno Lima/ })).toBeVisible()
})

test('somebody of a page that is not loaded does not jump into the first one by coming online', async () => {
  const { server, row } = await open()
  const page = Array.from({ length: 20 }, (_, index) => makeUser({ id: index + 10, name: `Bia ${index + 10}` }))
  server.on(listUsers, () => ({ users: page, count: 50, hasMore: true }))
  await users.refresh()
  await expect.element(row('Bia 10')).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.line.emit(userChanged, companyId, { action: 'update', user: makeUser({ id: 45, name: 'Aline' }) }, 1)
  server.line.emit(userChanged, companyId, { action: 'create', user: makeUser({ id: 51, name: 'Alice' }) }, 2)
  await expect.element(row('Alice')).toBeInTheDocument()
  expect(row('Aline').elements()).toHaveLength(0)
  expect(users.use.getState().count).toBe(51)
})
