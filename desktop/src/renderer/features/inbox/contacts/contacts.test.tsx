// The contacts screen, as attendants and administrators use it.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  contactEvent,
  createContact,
  listContacts,
  updateContact,
  type Contact
} from '@guiche/shared/features/inbox/contacts.ts'
import { erasePerson, previewErasure } from '@guiche/shared/features/inbox/personal-data.ts'
import { listAllTags, tagEvent } from '@guiche/shared/features/inbox/tags.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { createTicket, listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeConnection, makeContact, makeQueue, makeSessionUser } from '#test/factories.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

async function open(contacts: Contact[], profile: 'admin' | 'user' = 'admin') {
  const server = startServer(makeSessionUser({ profile }))
  server.on(listConnections, () => [makeConnection()])
  server.on(listContacts, () => ({ contacts, count: contacts.length, hasMore: false }))
  server.on(listTickets, () => ({ tickets: [], count: 0, hasMore: false }))
  const { screen } = await renderConsole('/contacts')
  const field = (name: string) => screen.getByRole('textbox', { name })
  const button = (name: string) => screen.getByRole('button', { name })
  return { server, screen, field, button, row: (name: string) => screen.getByRole('row', { name: new RegExp(name) }) }
}

test('a contact is added with further information, the number as digits', async () => {
  const { server, screen, field, button, row } = await open([makeContact()])
  server.on(createContact, ({ body }) => makeContact({ id: 2, name: body.name, number: body.number }))
  await button('Adicionar contato').click()
  await field('Nome').fill('Maria Costa')
  await field('Número de WhatsApp').fill('+55 (21) 99887-7665')
  await button('Adicionar informação').click()
  await expect.element(field('Campo')).toHaveFocus()
  await field('Campo').fill('CPF')
  await field('Valor').fill('123')
  await button('Adicionar informação').click()
  await screen.getByRole('checkbox', { name: 'Abrir o atendimento' }).click()
  await button('Salvar').click()
  await expect.element(screen.getByText('Contato salvo com sucesso.')).toBeVisible()
  await expect.element(row('Maria Costa').getByRole('cell', { name: '+55 (21) 99887-7665', exact: true })).toBeVisible()
  expect(server.callsOf(createContact)[0]?.body).toEqual({
    name: 'Maria Costa',
    number: '5521998877665',
    email: '',
    extraInfo: [{ name: 'CPF', value: '123' }]
  })
})

test('a further page that could not be had is said below the rows, and comes with another try', async () => {
  const { server, button, row, screen } = await open([])
  const page = (id: number) => ({ contacts: [makeContact({ id, name: `Pessoa ${id}` })], count: 2, hasMore: id < 2 })
  server.on(listContacts, ({ query }) => {
    if (query.pageNumber > 1) throw new AppError('ERR_INTERNAL')
    return page(1)
  })
  await screen.getByRole('searchbox').fill('p')
  // The list of before the search may say the same, and goes when the search begins.
  await expect.poll(() => server.callsOf(listContacts).at(-1)?.query).toMatchObject({ searchParam: 'p', pageNumber: 2 })
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Não foi possível carregar a lista de registros/)
  await expect.element(row('Pessoa 1')).toBeVisible()
  server.on(listContacts, ({ query }) => page(query.pageNumber))
  await button('Tentar de novo').click()
  await expect.element(row('Pessoa 2')).toBeVisible()
  await expect.element(row('Pessoa 1')).toBeVisible()
  expect(screen.getByRole('alert').elements()).toHaveLength(0)
})

test('a number without the code of the country is understood in a Brazilian company, and shown as such', async () => {
  const { server, field, button } = await open([makeContact()])
  server.on(createContact, ({ body }) => makeContact({ id: 2, name: body.name, number: body.number }))
  await button('Adicionar contato').click()
  await field('Nome').fill('Maria Costa')
  const number = field('Número de WhatsApp')
  await number.fill('11 98765-4321')
  await field('E-mail').click()
  await expect.element(number).toHaveValue('+55 (11) 98765-4321')
  await number.fill('+51 987 654 321')
  await field('E-mail').click()
  await expect.element(number).toHaveValue('+51 987 654 321')
  await number.fill('(11) 98765-4321')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => server.callsOf(createContact)[0]?.body).toMatchObject({ number: '5511987654321' })
})

test('a stored number stays as it is when its field is only looked at', async () => {
  const { server, field, button } = await open([makeContact({ name: 'Pedro', number: '51987654321' })])
  server.on(updateContact, ({ body }) => makeContact({ name: body.name ?? '' }))
  await button('Editar: Pedro').click()
  await field('Número de WhatsApp').click()
  await field('Nome').fill('Pedro Paz')
  await expect.element(field('Número de WhatsApp')).toHaveValue('51987654321')
  await button('Salvar').click()
  await expect.poll(() => server.callsOf(updateContact)[0]?.body).not.toHaveProperty('number')
  expect(server.callsOf(updateContact)).toHaveLength(1)
})

test('a group is marked as one and shows no number', async () => {
  const { row } = await open([makeContact({ name: 'Família', number: '120363000000000001', isGroup: true })])
  await expect.element(row('Família').getByText('Grupo')).toBeVisible()
  expect(row('Família').element().textContent).not.toContain('120363')
})

test('saving a new contact opens a ticket', async () => {
  const inbox = startInboxServer({})
  const { screen, path } = await renderConsole('/contacts')
  await screen.getByRole('button', { name: 'Adicionar contato' }).first().click()
  await screen.getByRole('textbox', { name: 'Nome' }).fill('Maria Costa')
  await screen.getByRole('textbox', { name: 'Número de WhatsApp' }).fill('5521998877665')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(path).toMatch(/^\/tickets\/[0-9a-f-]{36}$/)
  await expect.element(screen.getByLabelText('Mensagem para Maria Costa')).toBeVisible()
  expect(inbox.server.callsOf(createTicket)[0]?.body).toMatchObject({ contactId: 900, status: 'open', queueId: null })
})

test('somebody of several queues says first in which the new contact is served', async () => {
  const queues = [makeQueue({ id: 1 }), makeQueue({ id: 2, name: 'Suporte' })]
  startInboxServer({ user: makeSessionUser({ profile: 'user', queues }), queues })
  const { screen } = await renderConsole('/contacts')
  await screen.getByRole('button', { name: 'Adicionar contato' }).first().click()
  await screen.getByRole('textbox', { name: 'Nome' }).fill('Maria Costa')
  await screen.getByRole('textbox', { name: 'Número de WhatsApp' }).fill('5521998877665')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Novo atendimento' })).toBeVisible()
})

test('a ticket is started for a contact of the list', async () => {
  const inbox = startInboxServer({ contacts: [makeContact()] })
  const { screen, path } = await renderConsole('/contacts')
  await screen.getByRole('button', { name: 'Iniciar atendimento: João Pereira' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Novo atendimento' })
  await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
  await expect.poll(path).toMatch(/^\/tickets\/[0-9a-f-]{36}$/)
  expect(inbox.server.callsOf(createTicket)[0]?.body).toMatchObject({ contactId: 1, status: 'open' })
})

test('a click that leaves an empty field still does what it was meant for', async () => {
  const { field, button } = await open([makeContact()])
  await button('Adicionar contato').click()
  await field('Nome').click()
  await button('Adicionar informação').click()
  await expect.element(field('Campo')).toBeVisible()
  await expect.element(field('Nome')).toHaveAccessibleDescription('Obrigatório')
})

test('a number that is known is told beside the field', async () => {
  const { server, field, button } = await open([makeContact()])
  server.on(createContact, () => {
    throw new AppError('ERR_DUPLICATED_CONTACT')
  })
  await button('Adicionar contato').click()
  await field('Nome').fill('Maria Costa')
  await field('Número de WhatsApp').fill('5511912345678')
  await button('Salvar').click()
  await expect
    .element(field('Número de WhatsApp'))
    .toHaveAccessibleDescription(/Já existe um contato com este número\./)
})

test('a contact without a number yet keeps its name editable', async () => {
  const { server, screen, field, button } = await open([makeContact({ number: '', name: 'Alguém' })])
  server.on(updateContact, ({ body }) => makeContact({ number: '', name: body.name ?? '' }))
  await expect.element(screen.getByRole('cell', { name: 'Número ainda desconhecido' })).toBeVisible()
  await button('Editar: Alguém').click()
  await field('Nome').fill('Rosa')
  await button('Salvar').click()
  await expect.element(button('Editar: Rosa')).toBeVisible()
  expect(server.callsOf(updateContact)[0]?.body).not.toHaveProperty('number')
})

test('only administrators may delete', async () => {
  const { button } = await open([makeContact()], 'user')
  await expect.element(button('Editar: João Pereira')).toBeVisible()
  expect(button('Excluir: João Pereira').elements()).toHaveLength(0)
})

test('a person is erased after it is said what goes, with their name typed and the own password', async () => {
  const { server, screen, button, field } = await open([makeContact()])
  server.on(previewErasure, () => ({
    name: 'João Pereira',
    counts: { contact: 1, tickets: 2, messages: 1240, files: 3 }
  }))
  server.on(erasePerson, ({ body }) => {
    if (!body.currentPassword) throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    return { message: 'ok' }
  })
  await button('Excluir: João Pereira').click()
  await expect.element(screen.getByText('1.240')).toBeVisible()
  const erase = button('Apagar tudo')
  await expect.element(erase).toBeDisabled()
  await field('Para confirmar, digite João Pereira').fill('joão  pereira')
  await erase.click()
  await screen.getByLabelText(/^Sua senha atual/).fill('certa')
  await erase.click()
  await expect.element(screen.getByText('Pessoa apagada.')).toBeVisible()
  await expect.element(screen.getByText('Nenhum registro')).toBeVisible()
  expect(server.callsOf(erasePerson).at(-1)?.body).toEqual({ confirmation: 'joão  pereira', currentPassword: 'certa' })
})

test('contacts that write in appear by themselves and merged ones go', async () => {
  const { server, row } = await open([makeContact()])
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await expect.element(row('João Pereira')).toBeVisible()
  server.line.emit(contactEvent, companyId, { action: 'create', contact: makeContact({ id: 5, name: 'Carla' }) }, 1)
  await expect.element(row('Carla')).toBeVisible()
  server.line.emit(contactEvent, companyId, { action: 'delete', contactId: 1, mergedInto: 5 }, 2)
  await expect.poll(() => row('João Pereira').elements()).toHaveLength(0)
})

test('a contact gets tags, the list shows them and can be asked for those who have them', async () => {
  const [vip, debtor] = ['VIP', 'Devedor'].map((name, id) => ({ id: id + 1, name, color: '#2f9e44' })) as [
    { id: number; name: string; color: string },
    { id: number; name: string; color: string }
  ]
  const ana = makeContact({ id: 1, name: 'Ana', tags: [vip] })
  const bia = makeContact({ id: 2, name: 'Bia', number: '5511911112222' })
  const { server, screen, button, row } = await open([ana, bia])
  server.on(listAllTags, () => [vip, debtor].map((tag) => ({ ...tag, kanban: 0, userId: 1, companyId })))
  server.on(updateContact, () => ({ ...bia, tags: [debtor, vip] }))
  await expect.element(row('Ana').getByText('VIP')).toBeVisible()
  await button('Editar: Bia').click()
  const choose = async (field: string, name: string) => {
    await screen.getByRole('combobox', { name: field, exact: true }).click()
    await screen.getByRole('option', { name }).click()
  }
  await choose('Tags', 'VIP')
  await choose('Tags', 'Devedor')
  await userEvent.keyboard('{Escape}')
  await button('Salvar').click()
  await expect.element(row('Bia').getByText('Devedor')).toBeVisible()
  expect(server.callsOf(updateContact)[0]?.body).toMatchObject({ tags: [{ id: vip.id }, { id: debtor.id }] })

  server.on(listContacts, ({ query }) => {
    const contacts = query.tags?.includes(vip.id) ? [ana] : [ana, bia]
    return { contacts, count: contacts.length, hasMore: false }
  })
  await choose('Filtrar por tags', 'VIP')
  await expect.poll(() => screen.getByRole('button', { name: 'Editar: Bia' }).elements()).toHaveLength(0)
  // Somebody takes the tag off Ana: she has what is asked for no more.
  server.line.emit(contactEvent, companyId, { action: 'update', contact: { ...ana, tags: [] } }, 1)
  await expect.element(screen.getByText('Nenhum contato tem estas tags.', { exact: false })).toBeVisible()
  // A tag that is gone is asked for no more.
  server.line.emit(tagEvent, companyId, { action: 'delete', tagId: vip.id }, 2)
  await expect.element(row('Bia')).toBeVisible()
})
