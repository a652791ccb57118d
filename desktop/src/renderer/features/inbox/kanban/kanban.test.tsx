// The kanban board, as attendants use it: with the pointer, with keys, with menus, and while others move things.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  createKanbanColumn,
  deleteKanbanColumn,
  kanbanEvent,
  listKanbanColumns,
  listKanbanTickets,
  moveTicket,
  reorderKanbanColumns,
  updateKanbanColumn,
  type KanbanColumn
} from '@guiche/shared/features/inbox/kanban.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { reloadEverything, useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeContact, makeSessionUser } from '#test/factories.ts'
import { briefOf, makeTicket } from '#test/inbox-factories.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { renderConsole } from '#test/render-console.tsx'

const card = (id: number, name: string, part: Partial<Ticket> = {}): Ticket =>
  makeTicket({ id, contact: briefOf(makeContact({ id, name })), ...part })
const column = (id: number, title: string): KanbanColumn => ({ id, title, orderIndex: id, companyId })
const proposal = column(1, 'Proposta')
const closing = column(2, 'Fechamento')

/** Opens the board over a desk whose server moves cards and columns as it is told. */
async function open(tickets: Ticket[], columns: KanbanColumn[] = [proposal, closing], user = makeSessionUser()) {
  const fake = startInboxServer({ tickets, user })
  const { server, inbox, setTicket } = fake
  server.on(listKanbanColumns, () => columns.map((one) => ({ ...one, cards: [] })))
  server.on(listKanbanTickets, () => ({ tickets: inbox.tickets, count: inbox.tickets.length, hasMore: false }))
  server.on(moveTicket, ({ params, body }) => {
    const cards = inbox.tickets
      .filter((one) => one.kanbanColumnId === body.targetColumn && one.id !== params.ticketId)
      .toSorted((a, b) => a.orderIndex - b.orderIndex)
    const [above, below] = [cards[body.targetIndex - 1]?.orderIndex ?? -100, cards[body.targetIndex]?.orderIndex ?? 100]
    return setTicket(params.ticketId, { kanbanColumnId: body.targetColumn, orderIndex: (above + below) / 2 })
  })
  const { screen, path } = await renderConsole('/kanban')
  const columnOf = (name: string) => screen.getByRole('region', { name })
  const cardOf = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
  /** Names on the cards of a column, from top to bottom. */
  const names = (title: string) =>
    columnOf(title)
      .getByRole('button', { name: /Ticket #/ })
      .elements()
      .map((element) => element.textContent?.match(/^\p{L}+/u)?.[0])
      .filter((name) => name !== undefined)
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Kanban' })).toBeVisible()
  await expect.element(columnOf('Sem coluna')).toBeVisible()
  const titles = () =>
    screen
      .getByRole('heading', { level: 2 })
      .elements()
      .map((element) => element.textContent)
  return { ...fake, screen, path, columnOf, cardOf, names, titles }
}

describe('a card', () => {
  test('shows the contact, the number and the last message, and opens the conversation', async () => {
    const { screen, cardOf } = await open([card(41, 'Maria', { kanbanColumnId: 1, lastMessage: 'Quanto custa?' })])
    await expect.element(cardOf('Maria').getByText('Ticket #41')).toBeVisible()
    await expect.element(cardOf('Maria').getByText('Quanto custa?')).toBeVisible()
    await cardOf('Maria').click()
    await expect.element(screen.getByRole('dialog', { name: /Maria/ })).toBeVisible()
  })

  test('is dragged to another column and says so', async () => {
    const { server, screen, cardOf, columnOf, names } = await open([
      card(1, 'Maria'),
      card(2, 'Rui', { kanbanColumnId: 1 })
    ])
    await userEvent.dragAndDrop(cardOf('Maria'), columnOf('Fechamento').getByText('Arraste um atendimento para cá'))
    await expect.element(screen.getByText('Ticket movido com sucesso!')).toBeVisible()
    expect(server.callsOf(moveTicket)[0]?.body).toEqual({ targetColumn: 2, targetIndex: 0, afterTicketId: null })
    await expect.poll(() => names('Fechamento')).toEqual(['Maria'])
  })

  test('is dragged within its column', async () => {
    const cards = ['Maria', 'Rui', 'Ana'].map((name, at) => card(at + 1, name, { kanbanColumnId: 1 }))
    const { server, cardOf, names } = await open(cards)
    await userEvent.dragAndDrop(cardOf('Maria'), cardOf('Ana'), { targetPosition: { x: 60, y: 60 } })
    await expect.poll(() => names('Proposta')).toEqual(['Rui', 'Ana', 'Maria'])
    expect(server.callsOf(moveTicket)[0]?.body).toEqual({ targetColumn: 1, targetIndex: 2, afterTicketId: 3 })
  })

  test('moves with Shift and the arrows, and keeps the focus', async () => {
    const cards = ['Maria', 'Rui'].map((name, at) => card(at + 1, name, { kanbanColumnId: 1 }))
    const { cardOf, names } = await open(cards)
    await expect.element(cardOf('Maria')).toBeVisible()
    cardOf('Maria').element().focus()
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await expect.poll(() => names('Proposta')).toEqual(['Rui', 'Maria'])
    await expect.element(cardOf('Maria')).toHaveFocus()
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
    await expect.poll(() => names('Fechamento')).toEqual(['Maria'])
    await expect.element(cardOf('Maria')).toHaveFocus()
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
    expect(names('Fechamento')).toEqual(['Maria'])
  })

  test('moves by its menu', async () => {
    const { screen, names } = await open([card(5, 'Maria', { kanbanColumnId: 1 })])
    await screen.getByRole('button', { name: 'Mover o atendimento #5' }).click()
    await screen.getByRole('menuitem', { name: 'Sem coluna' }).click()
    await expect.poll(() => names('Sem coluna')).toEqual(['Maria'])
  })

  test('goes back when the server refuses', async () => {
    const { server, screen, cardOf, names } = await open([card(1, 'Maria', { kanbanColumnId: 1 })])
    server.on(moveTicket, () => {
      throw new AppError('ERR_NO_KANBAN_COLUMN_FOUND')
    })
    await expect.element(cardOf('Maria')).toBeVisible()
    cardOf('Maria').element().focus()
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
    await expect.element(screen.getByText('Erro ao mover o ticket.')).toBeVisible()
    await expect.poll(() => names('Proposta')).toEqual(['Maria'])
  })

  test('that somebody else moves, takes or closes follows by itself', async () => {
    const attendant = makeSessionUser({ profile: 'user', allTicket: 'enabled' })
    const cards = ['Maria', 'Rui', 'Ana'].map((name, at) =>
      card(at + 1, name, { status: 'pending', userId: null, kanbanColumnId: 1 })
    )
    const { setTicket, names } = await open(cards, [proposal, closing], attendant)
    await expect.poll(() => useRealtime.getState().state).toBe('online')
    await expect.poll(() => names('Proposta')).toEqual(['Maria', 'Rui', 'Ana'])
    setTicket(1, { kanbanColumnId: 2 })
    setTicket(2, { status: 'open', userId: 9, user: { id: 9, name: 'Léo' } })
    setTicket(3, { status: 'closed' })
    await expect.poll(() => [names('Proposta'), names('Fechamento')]).toEqual([[], ['Maria']])
  })
})

describe('a column', () => {
  test('is dragged by its title, and moved by keys and by its menu', async () => {
    const { server, screen, titles } = await open([], [proposal, closing, column(3, 'Entrega')])
    let order = [1, 2, 3]
    server.on(reorderKanbanColumns, ({ body }) => {
      const [move] = body.updatedColumns
      order = order.filter((id) => id !== move?.id)
      order.splice(move?.newOrderIndex ?? 0, 0, move?.id ?? 0)
      return order.map((id, orderIndex) => ({
        ...[proposal, closing, column(3, 'Entrega')].find((one) => one.id === id)!,
        orderIndex
      }))
    })
    const title = (name: string) => screen.getByRole('heading', { level: 2, name })
    await userEvent.dragAndDrop(title('Proposta'), screen.getByRole('region', { name: 'Entrega' }), {
      targetPosition: { x: 250, y: 20 }
    })
    await expect.poll(titles).toEqual(['Sem coluna', 'Fechamento', 'Entrega', 'Proposta'])
    await expect.element(screen.getByText('Ordem das colunas atualizada com sucesso!').first()).toBeVisible()
    title('Proposta').element().focus()
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    await expect.poll(titles).toEqual(['Sem coluna', 'Fechamento', 'Proposta', 'Entrega'])
    await expect.element(title('Proposta')).toHaveFocus()
    await screen.getByRole('button', { name: 'Opções da coluna Proposta' }).click()
    await screen.getByRole('menuitem', { name: 'Mover para a esquerda' }).click()
    await expect.poll(titles).toEqual(['Sem coluna', 'Proposta', 'Fechamento', 'Entrega'])
  })

  test('is added with a title that is not empty', async () => {
    const { server, screen, titles } = await open([], [])
    server.on(createKanbanColumn, ({ body }) => ({ ...column(7, body.title) }))
    await expect.element(screen.getByText('Nenhuma coluna ainda')).toBeVisible()
    await screen.getByRole('button', { name: 'Adicionar coluna' }).click()
    await screen.getByRole('button', { name: 'Salvar' }).click()
    const field = screen.getByRole('textbox', { name: 'Título' })
    await expect.element(field).toHaveAccessibleDescription('O título da coluna não pode estar vazio.')
    expect(server.callsOf(createKanbanColumn)).toHaveLength(0)
    await field.fill('Negociação')
    await screen.getByRole('button', { name: 'Salvar' }).click()
    await expect.element(screen.getByText('Coluna adicionada com sucesso!')).toBeVisible()
    await expect.poll(titles).toEqual(['Sem coluna', 'Negociação'])
  })

  test('gets another title; a failure says so and keeps what was typed', async () => {
    const { server, screen, titles } = await open([])
    server.on(updateKanbanColumn, () => {
      throw new AppError('ERR_INTERNAL')
    })
    await screen.getByRole('button', { name: 'Opções da coluna Proposta' }).click()
    await screen.getByRole('menuitem', { name: 'Editar' }).click()
    const field = screen.getByRole('textbox', { name: 'Título' })
    await field.fill('Orçamento')
    await screen.getByRole('button', { name: 'Salvar' }).click()
    await expect.element(screen.getByText('Erro ao atualizar a coluna.')).toBeVisible()
    await expect.element(field).toHaveValue('Orçamento')
    server.on(updateKanbanColumn, ({ body }) => ({ ...proposal, title: body.title }))
    await screen.getByRole('button', { name: 'Salvar' }).click()
    await expect.poll(titles).toEqual(['Sem coluna', 'Orçamento', 'Fechamento'])
  })

  test('is deleted after a question when it is empty, and not while it holds tickets', async () => {
    const { server, screen, titles } = await open([card(1, 'Maria', { kanbanColumnId: 1 })])
    server.on(deleteKanbanColumn, () => ({ message: 'ok' }))
    const remove = async (title: string) => {
      await screen.getByRole('button', { name: `Opções da coluna ${title}` }).click()
      await screen.getByRole('menuitem', { name: 'Excluir' }).click()
    }
    await remove('Proposta')
    await expect.element(screen.getByText('Não é possível excluir uma coluna que contém tickets.')).toBeVisible()
    await remove('Fechamento')
    const question = screen.getByRole('dialog', { name: 'Excluir Fechamento?' })
    await question.getByRole('button', { name: 'Excluir' }).click()
    await expect.element(screen.getByText('Coluna excluída com sucesso!')).toBeVisible()
    await expect.poll(titles).toEqual(['Sem coluna', 'Proposta'])
  })

  test('that somebody else adds, renames, moves or deletes follows by itself', async () => {
    const { server, titles } = await open([])
    await expect.poll(() => useRealtime.getState().state).toBe('online')
    await expect.poll(titles).toEqual(['Sem coluna', 'Proposta', 'Fechamento'])
    const tell = (payload: Parameters<typeof server.line.emit<typeof kanbanEvent>>[2], seq: number) =>
      server.line.emit(kanbanEvent, companyId, payload, seq)
    tell({ action: 'create', column: column(3, 'Entrega') }, 1)
    tell({ action: 'update', column: { ...proposal, title: 'Orçamento', orderIndex: 9 } }, 2)
    tell({ action: 'delete', columnId: 2 }, 3)
    await expect.poll(titles).toEqual(['Sem coluna', 'Entrega', 'Orçamento'])
  })
})

test('a board that cannot be loaded says so and tries again', async () => {
  const { server } = startInboxServer({ tickets: [card(1, 'Maria', { kanbanColumnId: 1 })] })
  server.on(listKanbanColumns, () => [{ ...proposal, cards: [] }])
  server.on(listKanbanTickets, () => {
    throw new AppError('ERR_INTERNAL')
  })
  const { screen } = await renderConsole('/kanban')
  await expect.element(screen.getByText('Erro ao carregar as colunas ou tickets.').first()).toBeVisible()
  server.on(listKanbanTickets, () => ({ tickets: [], count: 0, hasMore: false }))
  await screen.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(screen.getByRole('region', { name: 'Proposta' })).toBeVisible()
})

test('a board that cannot be brought up to date stays, says so, and is when the line is back', async () => {
  const { server, screen, cardOf } = await open([card(1, 'Maria', { kanbanColumnId: 1 })])
  await expect.element(cardOf('Maria')).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.on(listKanbanTickets, () => {
    throw new AppError('ERR_INTERNAL')
  })
  reloadEverything()
  await expect.element(screen.getByText('Erro ao carregar as colunas ou tickets.')).toBeVisible()
  await expect.element(cardOf('Maria')).toBeVisible()
  server.on(listKanbanTickets, () => ({ tickets: [card(2, 'Rui')], count: 1, hasMore: false }))
  server.setDown(true)
  await expect.poll(() => useRealtime.getState().state).toBe('offline')
  server.setDown(false)
  await expect.element(cardOf('Rui')).toBeVisible()
})
