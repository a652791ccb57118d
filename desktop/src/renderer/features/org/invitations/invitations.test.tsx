// Inviting people, and accepting an invitation, as those who do it.
import { expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { login } from '@guiche/shared/features/org/auth.ts'
import {
  acceptInvitation,
  createInvitations,
  inviteAgain,
  invitationEvent,
  listInvitations,
  openInvitation,
  revokeInvitation,
  type Invitation
} from '@guiche/shared/features/org/invitations.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import { listUsers } from '@guiche/shared/features/org/users.ts'
import { companyId, makeQueue, makeUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const soon = () => new Date(Date.now() + 86_400_000).toISOString()

function makeInvitation(part: Partial<Invitation> = {}): Invitation {
  return {
    id: 1,
    email: 'carla@padaria.com.br',
    profile: 'user',
    queues: [],
    state: 'waiting',
    invitedBy: 'Ana Souza',
    acceptedBy: null,
    expiresAt: soon(),
    createdAt: '2026-03-02T12:00:00.000Z',
    ...part
  }
}

async function openUsers(all: Invitation[] = []) {
  const server = startServer()
  server.on(listQueues, () => [makeQueue()])
  server.on(listUsers, () => ({ users: [makeUser()], count: 1, hasMore: false }))
  server.on(listInvitations, () => all)
  const { screen } = await renderConsole('/users')
  const dialog = (name: string) => screen.getByRole('dialog', { name })
  const list = screen.getByRole('region', { name: 'Convites' })
  return { server, screen, dialog, list }
}

test('people are invited by mail, and the links can be copied this once', async () => {
  const { server, screen, dialog, list } = await openUsers()
  server.on(createInvitations, ({ body }) =>
    body.emails.map((email, id) => ({ invitation: makeInvitation({ id, email }), link: `https://desk/i#${id}` }))
  )
  await screen.getByRole('button', { name: 'Convidar' }).click()
  const emails = screen.getByRole('textbox', { name: 'E-mails' })
  await emails.fill('Carla@padaria.com.br, davi@padaria.com.br')
  await screen.getByRole('button', { name: 'Enviar convite' }).click()
  await expect
    .element(dialog('Convites enviados').getByLabelText('davi@padaria.com.br'))
    .toHaveValue('https://desk/i#1')
  expect(server.callsOf(createInvitations)[0]?.body).toEqual({
    emails: ['carla@padaria.com.br', 'davi@padaria.com.br'],
    profile: 'user',
    queueIds: [],
    language: 'pt'
  })
  await dialog('Convites enviados').getByRole('button', { name: 'Fechar' }).last().click()
  await expect.element(list.getByText('2 convites em aberto')).toBeVisible()
})

test('without an address a link is made', async () => {
  const { server, screen, dialog } = await openUsers()
  server.on(createInvitations, () => [{ invitation: makeInvitation({ email: null }), link: 'https://desk/i#7' }])
  await screen.getByRole('button', { name: 'Convidar' }).click()
  await screen.getByRole('button', { name: 'Criar link' }).click()
  await expect.element(dialog('Link do convite').getByLabelText('Link do convite')).toHaveValue('https://desk/i#7')
})

test('a wrong address and one with an account are told beside the field', async () => {
  const { server, screen } = await openUsers()
  server.on(createInvitations, () => {
    throw new AppError('ERR_EMAIL_HAS_ACCOUNT', { values: { email: 'ana@padaria.com.br' } })
  })
  await screen.getByRole('button', { name: 'Convidar' }).click()
  const emails = screen.getByRole('textbox', { name: 'E-mails' })
  await emails.fill('carla')
  await screen.getByRole('button', { name: 'Enviar convite' }).click()
  await expect.element(screen.getByText('“carla” não é um e-mail válido.')).toBeVisible()
  expect(server.callsOf(createInvitations)).toHaveLength(0)
  await emails.fill('ana@padaria.com.br')
  await screen.getByRole('button', { name: 'Enviar convite' }).click()
  const said = 'ana@padaria.com.br já tem uma conta no Guichê. Cada e-mail pertence a uma única empresa.'
  await expect.element(screen.getByRole('dialog').getByText(said)).toBeVisible()
})

test('open invitations are listed and taken back, and what others do shows at once', async () => {
  const ended = makeInvitation({ id: 2, email: 'davi@padaria.com.br', state: 'accepted', acceptedBy: 'Davi' })
  const { server, screen, list } = await openUsers([makeInvitation(), ended])
  server.on(revokeInvitation, () => makeInvitation({ state: 'revoked' }))
  await expect.element(list.getByText('1 convite em aberto')).toBeVisible()
  await expect.element(list.getByText('davi@padaria.com.br')).not.toBeInTheDocument()
  server.line.emit(invitationEvent, companyId, { action: 'create', invitation: makeInvitation({ id: 3, email: null }) })
  await expect.element(list.getByText('2 convites em aberto')).toBeVisible()
  await list.getByRole('button', { name: 'Cancelar convite: carla@padaria.com.br' }).click()
  await screen.getByRole('button', { name: 'Cancelar convite', exact: true }).click()
  await expect.element(list.getByText('1 convite em aberto')).toBeVisible()
  await list.getByRole('button', { name: 'Mostrar 2 encerrados' }).click()
  await expect.element(list.getByText('Atendente · aceito por Davi')).toBeVisible()
  await expect.element(list.getByText('Cancelado')).toBeVisible()
})

test('who lost the link or came too late is invited again, and the new link can be copied', async () => {
  const late = makeInvitation({ id: 2, email: null, state: 'expired', expiresAt: '2026-03-09T12:00:00.000Z' })
  const { server, screen, dialog, list } = await openUsers([makeInvitation(), late])
  server.on(inviteAgain, ({ params }) => ({
    invitation: makeInvitation({ id: 9, email: (params as { id: number }).id === 2 ? null : 'carla@padaria.com.br' }),
    link: 'https://desk/i#9'
  }))
  await expect.element(list.getByText('Atendente · convite de Ana Souza · vence em um dia')).toBeVisible()
  await expect.element(list.getByText('Vencido')).toBeVisible()
  await list.getByRole('button', { name: 'Convidar de novo: carla@padaria.com.br' }).click()
  await expect.element(dialog('Convidar de novo?').getByText(/recebe um novo e-mail/)).toBeVisible()
  await screen.getByRole('button', { name: 'Enviar convite' }).click()
  await expect.element(dialog('Convite enviado').getByLabelText('carla@padaria.com.br')).toHaveValue('https://desk/i#9')
  await dialog('Convite enviado').getByRole('button', { name: 'Fechar' }).last().click()
  await list.getByRole('button', { name: 'Convidar de novo: Link do convite' }).first().click()
  await screen.getByRole('button', { name: 'Criar link' }).click()
  await expect.element(dialog('Link do convite').getByLabelText('Link do convite')).toHaveValue('https://desk/i#9')
  expect(server.callsOf(inviteAgain).map(({ params, body }) => [params, body])).toEqual([
    [{ id: 1 }, { language: 'pt' }],
    [{ id: 2 }, { language: 'pt' }]
  ])
})

async function openLink(email: string | null) {
  const server = startServer()
  server.on(openInvitation, ({ body }) => {
    if (body.token !== '7.1.secret') throw new AppError('ERR_INVITATION_INVALID')
    return { company: 'Padaria Central', invitedBy: 'Ana Souza', email, expiresAt: soon() }
  })
  server.on(acceptInvitation, ({ body }) => ({ email: email ?? body.email ?? '' }))
  const { screen, path } = await renderConsole('/invitation#7.1.secret', { signedIn: false })
  return { server, screen, path, field: (name: string) => screen.getByLabelText(name, { exact: true }) }
}

test('who was invited by mail sets name and password, and is signed in', async () => {
  const { server, screen, path, field } = await openLink('carla@padaria.com.br')
  await expect.element(screen.getByRole('heading', { name: 'Entre na equipe de Padaria Central' })).toBeVisible()
  await expect.element(field('E-mail')).toHaveAttribute('readonly')
  await field('Seu nome').fill('Carla Mendes')
  await field('Senha').fill('segredo')
  await screen.getByRole('button', { name: 'Entrar na equipe' }).click()
  await expect.poll(path).toBe('/')
  const body = { token: '7.1.secret', name: 'Carla Mendes', email: 'carla@padaria.com.br', password: 'segredo' }
  expect(server.callsOf(acceptInvitation)[0]?.body).toEqual(body)
  expect(server.callsOf(login)[0]?.body).toEqual({ email: body.email, password: body.password })
})

test('a link alone asks for the address too, and says beside it that it is taken', async () => {
  const { server, screen, field } = await openLink(null)
  server.on(acceptInvitation, () => {
    throw new AppError('ERR_EMAIL_ALREADY_EXISTS')
  })
  await field('Seu nome').fill('Carla Mendes')
  await field('E-mail').fill('ana@padaria.com.br')
  await field('Senha').fill('segredo')
  await screen.getByRole('button', { name: 'Entrar na equipe' }).click()
  await expect.element(field('E-mail')).toHaveAccessibleDescription('Já existe um usuário com este e-mail.')
})

test('a link that is no longer good says so and asks for nothing', async () => {
  const server = startServer()
  server.on(openInvitation, () => {
    throw new AppError('ERR_INVITATION_INVALID')
  })
  const { screen } = await renderConsole('/invitation#7.1.other', { signedIn: false })
  await expect.element(screen.getByText('Este convite não vale mais. Peça outro a quem convidou você.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Entrar na equipe' })).not.toBeInTheDocument()
})
