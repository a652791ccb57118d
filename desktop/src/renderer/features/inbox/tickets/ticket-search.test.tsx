// Which tickets the list shows: everybody's or one's own, of which queues, and what a search finds.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { findTicketHits } from '@guiche/shared/features/inbox/message-search.ts'
import { tagEvent } from '@guiche/shared/features/inbox/tags.ts'
import { listTickets, ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { companyId, makeQueue } from '#test/factories.ts'
import { makeMessage } from '#test/inbox-factories.ts'
import { attendant, named, openList } from '#test/open-list.ts'
import { storedView } from './list/ticket-view.ts'

describe('what is shown', () => {
  test('an admin sees colleagues’ tickets with the switch, and the choice is remembered', async () => {
    const { screen, row } = await openList({ tickets: [named(1, 'Minha'), named(2, 'Do Bruno', { userId: 2 })] })
    await expect.element(row(/Do Bruno/)).toBeVisible()
    await screen.getByRole('switch', { name: 'Ver todos' }).click({ force: true })
    await expect.element(row(/Do Bruno/)).not.toBeInTheDocument()
    await expect.element(row(/Minha/)).toBeVisible()
    expect(JSON.parse(localStorage.getItem('ticketView') ?? '{}')).toMatchObject({ showAll: false })
  })

  test('an attendant has no switch for all, and no filter by users', async () => {
    const { screen } = await openList({ user: attendant })
    await expect.element(screen.getByText(/Nenhum atendimento em andamento/)).toBeVisible()
    await expect.element(screen.getByRole('switch', { name: 'Ver todos' })).not.toBeInTheDocument()
    await screen.getByRole('tab', { name: 'Busca' }).click()
    await expect.element(screen.getByRole('combobox', { name: 'Filtrar por tags' })).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: 'Filtrar por atendentes' })).not.toBeInTheDocument()
  })

  test('a choice of queues leaves the others out', async () => {
    const queues = [makeQueue({ id: 1, name: 'Vendas' }), makeQueue({ id: 2, name: 'Suporte' })]
    const { screen, row } = await openList({
      queues,
      tickets: [named(1, 'Vende', { queueId: 1 }), named(2, 'Conserta', { queueId: 2 }), named(3, 'Solta')]
    })
    await expect.element(row(/Conserta/)).toBeVisible()
    await screen.getByRole('button', { name: 'Filtros: nenhum' }).click()
    await screen.getByRole('checkbox', { name: 'Vendas' }).click()
    await expect.element(row(/Vende/)).toBeVisible()
    await expect.element(row(/Conserta/)).not.toBeInTheDocument()
    await expect.element(row(/Solta/)).not.toBeInTheDocument()
    await expect.element(screen.getByText('Atendendo 1')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect.element(row(/Solta/)).toBeVisible()
  })

  test('tags and people are chosen too, stay as chips, and the server is asked for them', async () => {
    const tags = [{ id: 4, name: 'Encomenda', color: '#aa0000', kanban: 0, userId: null, companyId }]
    const colleagues = [
      { id: 1, name: 'Ana', online: true },
      { id: 2, name: 'Bruno', online: true }
    ]
    const { screen, row, server } = await openList({
      tags,
      colleagues,
      tickets: [
        named(1, 'Da Ana', { tags }),
        named(2, 'Do Bruno', { userId: 2, tags }),
        named(3, 'Sem tag', { userId: 2 })
      ]
    })
    await screen.getByRole('button', { name: 'Filtros: nenhum' }).click()
    await screen.getByRole('combobox', { name: 'Tags' }).click()
    await screen.getByRole('option', { name: 'Encomenda' }).click()
    await expect.element(row(/Sem tag/)).not.toBeInTheDocument()
    await screen.getByRole('combobox', { name: 'Atendentes' }).click()
    await screen.getByRole('option', { name: 'Bruno' }).click()
    await expect.element(row(/Da Ana/)).not.toBeInTheDocument()
    await expect.element(row(/Do Bruno/)).toBeVisible()
    expect(server.callsOf(listTickets).at(-1)?.query).toMatchObject({ tags: [4], users: [2], showAll: true })
    await userEvent.keyboard('{Escape}{Escape}')
    expect(storedView(true)).toMatchObject({ tags: [4], users: [2] })
    await screen.getByRole('button', { name: 'Remover Bruno' }).click()
    await expect.element(row(/Da Ana/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Filtros: 1 ativo' })).toBeVisible()
    // What is deleted leaves nobody with an empty list.
    server.line.emit(tagEvent, companyId, { action: 'delete', tagId: 4 })
    await expect.element(screen.getByRole('button', { name: 'Filtros: nenhum' })).toBeVisible()
    await expect.element(row(/Sem tag/)).toBeVisible()
  })

  test('with the unread alone, the one that is open stays when it has been read', async () => {
    const { screen, row, server } = await openList({
      tickets: [named(1, 'Nova', { unreadMessages: 2 }), named(2, 'Lida'), named(3, 'Outra', { unreadMessages: 1 })]
    })
    await screen.getByRole('button', { name: 'Filtros: nenhum' }).click()
    await screen.getByRole('switch', { name: 'Só não lidos' }).click()
    await expect.element(row(/Lida/)).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await row(/Nova/).click()
    server.line.emit(ticketEvent, companyId, { action: 'updateUnread', ticketId: 1, unreadMessages: 0 })
    await expect.element(row(/Nova/)).toBeVisible()
    await row(/Outra/).click()
    await expect.element(row(/Nova/)).not.toBeInTheDocument()
  })
})

describe('the search', () => {
  test('asks once typing rests, in lower case, and finds words of messages', async () => {
    const { screen, server, row } = await openList({
      tickets: [named(1, 'Maria'), named(2, 'João', { status: 'closed' })]
    })
    await screen.getByRole('tab', { name: 'Busca' }).click()
    await screen.getByRole('searchbox').fill('JOÃO')
    await expect.element(row(/João/)).toBeVisible()
    await expect.element(row(/Maria/)).not.toBeInTheDocument()
    const asked = server.callsOf(listTickets).map((call) => (call.query as { searchParam: string }).searchParam)
    expect(asked.filter((text) => text !== '')).toEqual(['joão'])
    await screen.getByRole('searchbox').fill('nada disso')
    await expect.element(screen.getByText(/Nenhum atendimento encontrado/)).toBeVisible()
  })

  test('shows the message that was found, and leads to it', async () => {
    const messages = Array.from({ length: 120 }, (_, index) => makeMessage(index + 1))
    messages[4] = { ...makeMessage(5), body: 'Bom dia, ainda não recebi: o *boleto* vence amanhã' }
    const { screen, server, row } = await openList({ tickets: [named(1, 'Maria'), named(2, 'Rui Boleto')], messages })
    await screen.getByRole('tab', { name: 'Busca' }).click()
    await userEvent.keyboard('Boleto')
    await expect.element(row(/Maria.*recebi: o boleto vence amanhã/)).toBeVisible()
    await expect.element(row(/Maria/).getByRole('mark')).toHaveTextContent('boleto')
    await expect.element(row(/Rui Boleto/)).toBeVisible()
    await row(/Maria/).click()
    await expect.element(screen.getByRole('article').filter({ hasText: 'ainda não recebi' }).first()).toBeInViewport()
    // Another search shows nothing of this one.
    const asked = server.callsOf(findTicketHits).length
    await screen.getByRole('searchbox').fill('maria')
    await expect.poll(() => server.callsOf(findTicketHits).length).toBe(asked + 1)
    await expect.element(row(/Maria/)).not.toHaveTextContent('boleto')
  })

  test('finds tickets also when their messages cannot be looked through', async () => {
    const { screen, server, row } = await openList({ tickets: [named(1, 'Maria')] })
    server.on(findTicketHits, () => {
      throw new AppError('ERR_DATABASE_UNAVAILABLE')
    })
    await screen.getByRole('tab', { name: 'Busca' }).click()
    await screen.getByRole('searchbox').fill('maria')
    await expect.element(row(/Maria/)).toBeVisible()
    await expect.poll(() => server.callsOf(findTicketHits).length).toBe(1)
    expect(screen.getByRole('alert').elements()).toHaveLength(0)
  })

  test('that fails shows nothing of the search before', async () => {
    const { screen, server, row } = await openList({ tickets: [named(1, 'Maria')] })
    await screen.getByRole('tab', { name: 'Busca' }).click()
    await screen.getByRole('searchbox').fill('maria')
    await expect.element(row(/Maria/)).toBeVisible()
    server.on(listTickets, () => {
      throw new AppError('ERR_DATABASE_UNAVAILABLE')
    })
    await screen.getByRole('searchbox').fill('rui')
    await expect.element(screen.getByText('Erro ao buscar informações dos tickets')).toBeVisible()
    expect(row(/Maria/).elements()).toHaveLength(0)
  })

  test('filters by tags and, for admins, by users', async () => {
    const vip = { id: 5, name: 'VIP', color: '#e03131' }
    const { screen, row } = await openList({
      tags: [{ ...vip, kanban: 0, userId: null, companyId }],
      colleagues: [
        { id: 1, name: 'Ana Souza', online: true },
        { id: 2, name: 'Bruno Alves', online: true }
      ],
      tickets: [named(1, 'Com tag', { tags: [vip] }), named(2, 'Sem tag', { userId: 2 })]
    })
    await screen.getByRole('tab', { name: 'Busca' }).click()
    await screen.getByRole('combobox', { name: 'Filtrar por tags' }).click()
    await screen.getByRole('option', { name: 'VIP' }).click()
    await expect.element(row(/Com tag/)).toBeVisible()
    await expect.element(row(/Sem tag/)).not.toBeInTheDocument()
    await userEvent.keyboard('{Backspace}{Escape}')
    await screen.getByRole('combobox', { name: 'Filtrar por atendentes' }).click()
    await screen.getByRole('option', { name: 'Bruno Alves' }).click()
    await expect.element(row(/Sem tag/)).toBeVisible()
    await expect.element(row(/Com tag/)).not.toBeInTheDocument()
  })
})
