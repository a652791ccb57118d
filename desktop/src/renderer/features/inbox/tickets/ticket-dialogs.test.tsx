// Starting, transferring and deleting tickets; tags, notes and the contact beside a conversation.
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import { createContact, showContact, updateContact } from '@guiche/shared/features/inbox/contacts.ts'
import { createTag, syncTicketTags, tagEvent } from '@guiche/shared/features/inbox/tags.ts'
import { createNote, listNotes } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { createTicket, deleteTicket, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { listAllUsers, userEvent as userChanged } from '@guiche/shared/features/org/users.ts'
import { listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { render } from 'vitest-browser-react'
import { createMemoryRouter } from 'react-router-dom'
import { App } from '#app/App.tsx'
import { storeToken } from '#platform/net/access-token.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeContact, makeQueue, makeSessionUser, makeToken, makeUser } from '#test/factories.ts'
import { briefOf, makeMessage, makeTicket, uuidOf } from '#test/inbox-factories.ts'
import type { InboxData } from '#test/inbox-data.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { renderConsole } from '#test/render-console.tsx'
import { TicketDialog } from './pane/TicketDialog.tsx'

const maria = makeContact({ id: 1, name: 'Maria', number: '5511912345678', email: 'maria@exemplo.com' })
const ticket = makeTicket({ id: 1, contactId: 1, contact: briefOf(maria) })
const queues = [makeQueue({ id: 1, name: 'Vendas' }), makeQueue({ id: 2, name: 'Suporte' })]
const attendant = makeSessionUser({ profile: 'user', queues })

async function open(inbox: Partial<InboxData>, path = '/tickets') {
  const fake = startInboxServer({ contacts: [maria], queues, ...inbox })
  const console = await renderConsole(path)
  return { ...fake, ...console }
}

describe('a new ticket', () => {
  const start = async (inbox: Partial<InboxData> = {}) => {
    const opened = await open(inbox)
    await opened.screen.getByRole('button', { name: 'Novo atendimento' }).click()
    const dialog = opened.screen.getByRole('dialog', { name: 'Novo atendimento' })
    await expect.element(dialog).toBeVisible()
    const contact = dialog.getByRole('combobox', { name: 'Contato' })
    return { ...opened, dialog, contact }
  }

  test('finds a contact from the third letter on and opens the conversation', async () => {
    const { screen, server, dialog, contact, path } = await start()
    await contact.fill('ma')
    await expect.element(dialog.getByText('Digite ao menos 3 letras do nome ou do número.')).toBeVisible()
    await contact.fill('mar')
    await screen.getByRole('option', { name: /^Maria/ }).click()
    await dialog.getByRole('combobox', { name: 'Fila' }).click()
    await screen.getByRole('option', { name: 'Suporte' }).click()
    await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
    await expect.poll(path).toBe(`/tickets/${uuidOf(1)}`)
    expect(server.callsOf(listContacts).map(({ query }) => (query as { searchParam: string }).searchParam)).toEqual([
      'mar'
    ])
    expect(server.callsOf(createTicket)[0]?.body).toMatchObject({ contactId: 1, queueId: 2, userId: 1, status: 'open' })
  })

  test('makes a contact in place', async () => {
    const { screen, server, dialog, contact, path } = await start()
    await contact.fill('5511998877665')
    await screen.getByRole('option', { name: 'Criar o contato “5511998877665”' }).click()
    const adding = screen.getByRole('dialog', { name: 'Adicionar contato' })
    await expect.element(adding.getByRole('textbox', { name: 'Número de WhatsApp' })).toHaveValue('+55 (11) 99887-7665')
    await adding.getByRole('textbox', { name: 'Nome' }).fill('Rita Prado')
    await adding.getByRole('button', { name: 'Salvar' }).click()
    await expect.element(adding).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
    await expect.poll(path).toMatch(/^\/tickets\/0/)
    expect(server.callsOf(createContact).map(({ body }) => body)).toMatchObject([{ number: '5511998877665' }])
  })

  test('needs a queue, unless one is an admin', async () => {
    const { screen, server, dialog, contact } = await start({ user: attendant })
    await contact.fill('maria')
    await screen.getByRole('option', { name: /^Maria/ }).click()
    await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
    await expect
      .element(dialog.getByRole('combobox', { name: 'Fila' }))
      .toHaveAccessibleDescription('Selecione uma fila')
    await expect.element(screen.getByRole('alert').filter({ hasText: 'Selecione uma fila' })).toBeVisible()
    expect(server.callsOf(createTicket)).toHaveLength(0)
  })

  test('of somebody in service says with whom, and leads there', async () => {
    const queue = { id: 1, name: 'Vendas', color: '#e03131' }
    const active = { ...ticket, userId: 2, user: { id: 2, name: 'Bruno' }, queueId: 1, queue }
    const { screen, dialog, contact, path } = await start({ tickets: [active] })
    await contact.fill('maria')
    await screen.getByRole('option', { name: /^Maria/ }).click()
    await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
    const words = dialog.getByRole('alert', { name: 'Este contato já está em atendimento' })
    await expect.element(words.getByText(/Com Bruno, na fila Vendas\./)).toBeVisible()
    await words.getByRole('button', { name: 'Abrir esse atendimento' }).click()
    await expect.poll(path).toBe(`/tickets/${uuidOf(1)}`)
  })

  test('of somebody whom others serve out of sight says so without a way there', async () => {
    const queue = { id: 9, name: 'Diretoria', color: '#000000' }
    // A ticket of its own: the test before may still be asking for the other one.
    const hidden = { ...ticket, id: 5, uuid: uuidOf(5), userId: 2, user: { id: 2, name: 'Bruno' }, queueId: 9, queue }
    const { screen, dialog, contact } = await start({ tickets: [hidden], user: attendant })
    await contact.fill('maria')
    await screen.getByRole('option', { name: /^Maria/ }).click()
    await dialog.getByRole('combobox', { name: 'Fila' }).click()
    await screen.getByRole('option', { name: 'Vendas' }).click()
    await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
    await expect.element(dialog.getByText(/Com Bruno, na fila Diretoria\./)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Abrir esse atendimento' })).not.toBeInTheDocument()
  })
})

describe('a ticket', () => {
  const colleagues = [
    { id: 1, name: 'Ana Souza', online: true },
    { id: 2, name: 'Bruno Alves', online: false, queues },
    { id: 3, name: 'Célia Ramos', online: true, queues }
  ]

  test('does not say that there is nobody before the list has come', async () => {
    const { screen, server } = await open({ tickets: [ticket], colleagues }, `/tickets/${uuidOf(1)}`)
    const list = Promise.withResolvers<z.output<typeof listAllUsers.response>>()
    server.on(listAllUsers, () => list.promise)
    await screen.getByRole('button', { name: 'Transferir' }).click()
    await expect.element(screen.getByRole('combobox', { name: 'Atendente' })).toHaveFocus()
    expect(screen.getByText('Nada para escolher').elements()).toHaveLength(0)
    list.resolve(colleagues.map((one) => ({ queues: [], ...one, profile: 'user' })))
    await expect.element(screen.getByRole('option', { name: /Célia/ })).toBeVisible()
  })

  test('goes to a colleague who is here, and the list of who is here is live', async () => {
    const { screen, server, path } = await open({ tickets: [ticket], colleagues }, `/tickets/${uuidOf(1)}`)
    await screen.getByRole('button', { name: 'Transferir' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Transferir atendimento' })
    await dialog.getByRole('combobox', { name: 'Atendente' }).click()
    const names = () =>
      screen
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent)
    await expect.poll(names).toEqual(['Célia RamosOnline', 'Bruno AlvesOffline'])
    const user = makeUser({ id: 2, name: 'Bruno Alves', online: true })
    server.line.emit(userChanged, companyId, { action: 'update', user }, 300)
    await expect.poll(names).toEqual(['Bruno AlvesOnline', 'Célia RamosOnline'])
    await screen.getByRole('option', { name: /Bruno/ }).click()
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await expect.poll(path).toBe('/tickets')
    expect(server.callsOf(updateTicket)[0]?.body).toMatchObject({ userId: 2, status: 'open', transfer: true })
  })

  test('goes to a queue, where it waits', async () => {
    const { screen, server } = await open({ tickets: [ticket], colleagues }, `/tickets/${uuidOf(1)}`)
    await screen.getByRole('button', { name: 'Transferir' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Transferir atendimento' })
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await expect.element(dialog.getByText('Escolha um atendente ou uma fila')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Fila' }).click()
    await screen.getByRole('option', { name: 'Suporte' }).click()
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await expect
      .poll(() => server.callsOf(updateTicket)[0]?.body)
      .toMatchObject({ userId: null, queueId: 2, status: 'pending', transfer: true })
  })

  test('is returned to its queue and resolved, each leading back to the list', async () => {
    const { screen, server, path } = await open({ tickets: [ticket, makeTicket({ id: 2 })] }, `/tickets/${uuidOf(1)}`)
    await screen.getByRole('button', { name: 'Devolver à fila' }).click()
    await expect.poll(path).toBe('/tickets')
    await screen.getByRole('link', { name: /Contato 2/ }).click()
    await screen.getByRole('button', { name: 'Resolver' }).click()
    await expect.poll(path).toBe('/tickets')
    const bodies = server.callsOf(updateTicket).map(({ body }) => body)
    expect(bodies).toMatchObject([
      { status: 'pending', userId: null },
      { status: 'closed', userId: 1 }
    ])
  })

  test('is deleted after asking, by those who may', async () => {
    const { screen, server, path } = await open({ tickets: [ticket] }, `/tickets/${uuidOf(1)}`)
    await screen.getByRole('button', { name: 'Mais ações' }).click()
    await screen.getByRole('menuitem', { name: 'Excluir atendimento' }).click()
    await expect.element(screen.getByText('Excluir o atendimento #1 de Maria?')).toBeVisible()
    await screen.getByRole('button', { name: 'Excluir' }).click()
    await expect.poll(path).toBe('/tickets')
    expect(server.callsOf(deleteTicket)).toHaveLength(1)
  })

  test('cannot be deleted by attendants', async () => {
    const { screen } = await open({ tickets: [ticket], user: attendant }, `/tickets/${uuidOf(1)}`)
    await screen.getByRole('button', { name: 'Mais ações' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Resolver sem avisar o cliente' })).toBeVisible()
    await expect.element(screen.getByRole('menuitem', { name: 'Excluir atendimento' })).not.toBeInTheDocument()
  })

  test('is resolved without a word to the customer', async () => {
    const { screen, server, path } = await open({ tickets: [ticket] }, `/tickets/${uuidOf(1)}`)
    await screen.getByRole('button', { name: 'Mais ações' }).click()
    await screen.getByRole('menuitem', { name: 'Resolver sem avisar o cliente' }).click()
    await expect.poll(path).toBe('/tickets')
    expect(server.callsOf(updateTicket)[0]?.body).toMatchObject({ status: 'closed', userId: 1, justClose: true })
  })

  test('gets tags from a list that also makes new ones', async () => {
    const tag = { id: 5, name: 'VIP', color: '#e03131', kanban: 0, userId: null, companyId }
    const { screen, server } = await open({ tickets: [ticket], tags: [tag] }, `/tickets/${uuidOf(1)}`)
    await screen.getByRole('button', { name: 'Editar tags' }).click()
    await screen.getByRole('checkbox', { name: 'VIP' }).click()
    await expect.element(screen.getByRole('button', { name: /Dados do contato|Maria/ }).getByText('VIP')).toBeVisible()
    await screen.getByLabelText('Buscar ou criar tag…').fill('ab')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('Mensagem muito curta')).toBeVisible()
    await screen.getByLabelText('Buscar ou criar tag…').fill('Urgente')
    await screen.getByRole('button', { name: 'Criar a tag “Urgente”' }).click()
    await expect.element(screen.getByRole('checkbox', { name: 'Urgente' })).toBeChecked()
    expect(server.callsOf(createTag)[0]?.body).toMatchObject({ name: 'Urgente' })
    await expect
      .poll(() => server.callsOf(syncTicketTags).at(-1)?.body)
      .toEqual({ ticketId: 1, tags: [{ id: 5 }, { id: 701 }] })
  })
})

describe('the drawer', () => {
  test.each([
    [1440, 620],
    [1280, 480]
  ])('in a window of %i leaves the conversation %i pixels', async (width, least) => {
    await page.viewport(width, 800)
    onTestFinished(() => page.viewport(1280, 800))
    const { screen } = await open({ tickets: [ticket], contacts: [maria] }, `/tickets/${uuidOf(1)}`)
    await screen.getByTitle('Dados do contato').click()
    const drawer = screen.getByRole('complementary', { name: 'Dados do contato' })
    await expect.element(drawer).toBeVisible()
    const all = screen.getByRole('region', { name: 'Conversa', exact: true }).element().getBoundingClientRect()
    const field = screen
      .getByRole('textbox', { name: /Mensagem/ })
      .element()
      .getBoundingClientRect()
    const { left } = drawer.element().getBoundingClientRect()
    expect(left - all.left).toBeGreaterThanOrEqual(least)
    // Nothing of the message field is under it.
    expect(field.right).toBeLessThan(left)
  })

  test('shows contact and notes that could not be had without a line when it is back', async () => {
    const { screen, server } = await open({ tickets: [ticket] }, `/tickets/${uuidOf(1)}`)
    for (const endpoint of [showContact, listNotes]) {
      server.on(endpoint, () => {
        throw new AppError('ERR_INTERNAL')
      })
    }
    await screen.getByTitle('Dados do contato').click()
    const again = screen.getByRole('button', { name: 'Tentar de novo' })
    await expect.poll(() => again.elements()).toHaveLength(2)
    server.setDown(true)
    await expect.poll(() => useRealtime.getState().state).toBe('offline')
    server.on(showContact, () => maria)
    server.on(listNotes, () => [])
    server.setDown(false)
    await expect.poll(() => again.elements()).toHaveLength(0)
    await expect.element(screen.getByText('maria@exemplo.com')).toBeVisible()
  })

  test('tells who the contact is, lets it be edited, and closes with Escape', async () => {
    const tags = [{ id: 9, name: 'VIP', color: '#2f9e44' }]
    const contact = { ...maria, tags, extraInfo: [{ id: 1, name: 'CPF', value: '123' }] }
    const { screen, server } = await open({ tickets: [ticket], contacts: [contact] }, `/tickets/${uuidOf(1)}`)
    server.on(updateContact, ({ body }) => ({
      ...contact,
      name: body.name ?? '',
      email: body.email ?? '',
      number: body.number ?? ''
    }))
    await screen.getByTitle('Dados do contato').click()
    const drawer = screen.getByRole('complementary', { name: 'Dados do contato' })
    await expect.element(drawer.getByText('+55 (11) 91234-5678')).toBeVisible()
    await expect.element(drawer.getByText('maria@exemplo.com')).toBeVisible()
    await expect.element(drawer.getByText('123')).toBeVisible()
    await expect.element(drawer.getByText('VIP')).toBeVisible()
    server.line.emit(tagEvent, companyId, { action: 'delete', tagId: 9 }, 300)
    await expect.element(drawer.getByText('VIP')).not.toBeInTheDocument()
    await expect.element(drawer.getByText('#1')).toBeVisible()
    await drawer.getByRole('button', { name: 'Editar', exact: true }).click()
    const dialog = screen.getByRole('dialog', { name: 'Editar contato' })
    await dialog.getByLabelText('E-mail').fill('nova@exemplo.com')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect.element(drawer.getByText('nova@exemplo.com')).toBeVisible()
    await drawer.getByRole('button', { name: 'Fechar' }).click()
    await expect.element(drawer).not.toBeInTheDocument()
  })

  test('tells that a contact is a group instead of calling its id a number', async () => {
    const group = makeContact({ id: 1, name: 'Família', number: '120363000000000001', isGroup: true })
    const { screen } = await open(
      { contacts: [group], tickets: [{ ...ticket, isGroup: true, contact: briefOf(group) }] },
      `/tickets/${uuidOf(1)}`
    )
    await screen.getByTitle('Dados do contato').click()
    const drawer = screen.getByRole('complementary', { name: 'Dados do contato' })
    await expect.element(drawer.getByText('Grupo', { exact: true })).toBeVisible()
    await expect.element(drawer.getByText(/120363/)).not.toBeInTheDocument()
  })

  test('keeps notes of the team: at least two letters, own ones can be deleted', async () => {
    const { screen, server } = await open({ tickets: [ticket] }, `/tickets/${uuidOf(1)}`)
    await screen.getByRole('button', { name: 'Observações' }).click()
    const text = screen.getByLabelText('Nova observação')
    await expect.element(text).toHaveFocus()
    await text.fill('x')
    await screen.getByRole('button', { name: 'Adicionar observação' }).click()
    await expect.element(screen.getByText('Muito curto')).toBeVisible()
    await text.fill('Prefere a manhã')
    await screen.getByRole('button', { name: 'Adicionar observação' }).click()
    await expect.element(screen.getByText('Observação adicionada com sucesso!')).toBeVisible()
    await expect.element(screen.getByRole('listitem').filter({ hasText: 'Prefere a manhã' })).toBeVisible()
    expect(server.callsOf(createNote)[0]?.body).toMatchObject({ note: 'Prefere a manhã', ticketId: 1, contactId: 1 })
    // The conversation beside it shows the note as well.
    const drawer = screen.getByRole('complementary', { name: 'Dados do contato' })
    await drawer.getByRole('button', { name: 'Excluir observação' }).click()
    await screen.getByRole('button', { name: 'Excluir', exact: true }).click()
    await expect.element(drawer.getByText('Nenhum registro')).toBeVisible()
  })
})

test('the dialog for other screens offers the same head, conversation and field, and closes when the ticket is resolved', async () => {
  startInboxServer({ tickets: [ticket], messages: [makeMessage(1)] })
  storeToken(makeToken())
  let isClosed = false
  const close = () => {
    isClosed = true
  }
  const router = createMemoryRouter([{ path: '/', element: <TicketDialog uuid={uuidOf(1)} onClose={close} /> }])
  const screen = await render(<App router={router} />)
  const dialog = screen.getByRole('dialog', { name: 'Atendimento #1 de Maria' })
  await expect.element(dialog.getByText('Atribuído a Ana Souza')).toBeVisible()
  await expect.element(dialog.getByText(/^Mensagem 1/)).toBeVisible()
  await dialog.getByLabelText('Mensagem para Maria').fill('Pelo quadro')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText(/Pelo quadro/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Resolver' }).click()
  await expect.poll(() => isClosed).toBe(true)
})
