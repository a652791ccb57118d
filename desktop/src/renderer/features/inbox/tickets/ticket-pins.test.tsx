// Pinned tickets: on top of the lists for one person, on every window, and where the pins come from and go.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { mostPins, pinTicket, ticketPinEvent, unpinTicket } from '@guiche/shared/features/inbox/ticket-pins.ts'
import { listTickets, ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { companyId, makeQueue } from '#test/factories.ts'
import { minute, uuidOf } from '#test/inbox-factories.ts'
import { attendant, named, openList, pending } from '#test/open-list.ts'

type Opened = Awaited<ReturnType<typeof openList>>

const three = [3, 2, 1].map((id) => named(id, `Cliente ${id}`, { updatedAt: minute(id) }))
const pinnedAt = (ticketId: number) => ({ ticketId, createdAt: minute(ticketId) })
const pins = (...ids: number[]) => ids.map(pinnedAt)

/** Tickets of the rows, from the top. */
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-ticket]')].map((row) => Number(row.dataset['ticket']))
const focused = () => Number((document.activeElement as HTMLElement | null)?.dataset['ticket'])
async function expectOrder(...ids: number[]) {
  await expect.poll(shown).toEqual(ids)
}
const button = ({ screen }: Opened, name: string) => screen.getByRole('button', { name, exact: true })

describe('a pinned ticket', () => {
  test('goes to the top with a mark, and back to its place', async () => {
    const opened = await openList({ tickets: three })
    const { row } = opened
    await expectOrder(3, 2, 1)
    await button(opened, 'Fixar Cliente 1 no topo da lista').click()
    await expectOrder(1, 3, 2)
    await expect.element(row(/Cliente 1.*Fixado no topo/)).toBeVisible()
    await button(opened, 'Fixar Cliente 2 no topo da lista').click()
    await expectOrder(2, 1, 3)
    await button(opened, 'Desafixar Cliente 1').click()
    await expectOrder(2, 3, 1)
    expect(row(/Fixado no topo/).elements()).toHaveLength(1)
  })

  test('stays where it is while others write, and shows what another window does', async () => {
    const { setTicket, server } = await openList({ tickets: three, pins: pins(1) })
    await expectOrder(1, 3, 2)
    setTicket(2, { lastMessage: 'Oi' })
    await expectOrder(1, 2, 3)
    server.line.emit(ticketPinEvent, companyId, { action: 'create', pin: pinnedAt(3) }, 900)
    await expectOrder(3, 1, 2)
    server.line.emit(ticketPinEvent, companyId, { action: 'delete', ticketId: 1 }, 901)
    await expectOrder(3, 2, 1)
  })

  test('stands on top from further down than the list is loaded, and the next page is the next one', async () => {
    const tickets = Array.from({ length: 90 }, (_, index) =>
      named(index + 1, `Cliente ${index + 1}`, { updatedAt: minute(index + 1) })
    )
    const { row, server, screen } = await openList({ tickets, pins: pins(1) })
    await expect.poll(() => shown().slice(0, 2)).toEqual([1, 90])
    await expect.element(screen.getByText('Atendendo 90')).toBeVisible()
    const list = document.querySelector('[role="list"]')
    await expect
      .poll(() => {
        list?.scrollTo({ top: list.scrollHeight })
        return row(/Cliente 2(?!\d)/).elements()
      })
      .toHaveLength(1)
    expect(row(/Cliente 1(?!\d)/).elements().length).toBeLessThanOrEqual(1)
    const asked = server.callsOf(listTickets).map(({ query }) => query as { pageNumber: number; status?: string })
    expect(asked.filter(({ status }) => status === 'open').map(({ pageNumber }) => pageNumber)).toEqual([1, 2, 3])
  })

  test('is shown where it belongs: by its status, and by the queues that are chosen', async () => {
    const opened = await openList({
      queues: [makeQueue({ id: 1, name: 'Vendas' }), makeQueue({ id: 2, name: 'Suporte' })],
      tickets: [
        ...three.map((ticket) => ({ ...ticket, queueId: 1 })),
        named(4, 'Cliente 4', { status: 'closed' }),
        named(5, 'Cliente 5', pending),
        named(6, 'Cliente 6', { queueId: 2, updatedAt: minute(0) })
      ],
      pins: pins(6, 5, 4, 1)
    })
    const { screen, row } = opened
    await expectOrder(6, 1, 3, 2)
    await screen.getByText(/^Aguardando/).click()
    await expectOrder(5)
    await screen.getByText(/^Atendendo/).click()
    await screen.getByRole('button', { name: 'Filtros: nenhum' }).click()
    await screen.getByRole('checkbox', { name: 'Vendas' }).click()
    await expectOrder(1, 3, 2)
    await userEvent.keyboard('{Escape}')
    await button(opened, 'Remover Vendas').click()
    await screen.getByRole('tab', { name: 'Fechados' }).click()
    await expect.element(row(/Cliente 4.*Fixado no topo/)).toBeVisible()
  })

  test('leaves without a trace when it is deleted or goes to a queue out of reach', async () => {
    const tickets = three.map((ticket) => ({ ...ticket, queueId: 1 }))
    const { server } = await openList({ user: attendant, tickets, pins: pins(2, 1) })
    await expectOrder(2, 1, 3)
    server.line.emit(ticketEvent, companyId, { action: 'delete', ticketId: 2 }, 900)
    await expectOrder(1, 3)
    server.line.emit(ticketEvent, companyId, { action: 'delete', ticketId: 1 }, 901)
    await expectOrder(3)
  })

  test('stands in the search where it was found', async () => {
    const { screen } = await openList({ tickets: three, pins: pins(1) })
    await screen.getByRole('tab', { name: 'Busca' }).click()
    await screen.getByRole('searchbox').fill('cliente')
    await expectOrder(3, 2, 1)
  })
})

describe('the key P', () => {
  test('pins the row with the focus, which goes with it, and unpins it there', async () => {
    const { row } = await openList({ tickets: three })
    await expectOrder(3, 2, 1)
    for (const id of [3, 2, 1]) {
      await userEvent.keyboard('j')
      await expect.element(row(new RegExp(`Cliente ${id}`))).toHaveFocus()
    }
    await userEvent.keyboard('p')
    await expectOrder(1, 3, 2)
    await expect.element(row(/Cliente 1/)).toHaveFocus()
    await userEvent.keyboard('j')
    await expect.element(row(/Cliente 3/)).toHaveFocus()
    await userEvent.keyboard('kp')
    await expectOrder(3, 2, 1)
    await expect.element(row(/Cliente 1/)).toHaveFocus()
  })

  test('takes the focus along from a row far down', async () => {
    const tickets = Array.from({ length: 40 }, (_, index) =>
      named(index + 1, `Cliente ${index + 1}`, { updatedAt: minute(index + 1) })
    )
    const { row } = await openList({ tickets })
    await expect.element(row(/Cliente 40/)).toBeVisible()
    for (let id = 40; id >= 5; id--) {
      await userEvent.keyboard('j')
      await expect.poll(focused).toBe(id)
    }
    await userEvent.keyboard('p')
    await expect.poll(() => shown()[0]).toBe(5)
    await expect.poll(focused).toBe(5)
  })

  test('pins the open ticket from the conversation, which the menu does as well, but not while one writes', async () => {
    const opened = await openList({ tickets: three }, `/tickets/${uuidOf(2)}`)
    const { screen } = opened
    const field = screen.getByLabelText('Mensagem para Cliente 2')
    await field.fill('p')
    await expectOrder(3, 2, 1)
    await screen.getByRole('button', { name: 'Mais ações' }).click()
    await screen.getByRole('menuitem', { name: 'Fixar no topo' }).click()
    await expectOrder(2, 3, 1)
    await expect.element(screen.getByRole('button', { name: /Cliente 2.*Fixado no topo/ })).toBeVisible()
    await screen.getByRole('region', { name: 'Conversa com Cliente 2' }).click()
    await userEvent.keyboard('p')
    await expectOrder(3, 2, 1)
  })
})

describe('what the server refuses', () => {
  test('one too many is said in a sentence, and the list stays as it was', async () => {
    const ids = Array.from({ length: mostPins + 1 }, (_, index) => index + 1)
    const tickets = ids.map((id) => named(id, `Cliente ${id}`, { updatedAt: minute(id) }))
    const opened = await openList({ tickets, pins: pins(...ids.slice(1).toReversed()) })
    await expectOrder(...ids.slice(1).toReversed(), 1)
    await button(opened, 'Fixar Cliente 1 no topo da lista').click()
    await expect.element(opened.screen.getByText(/Você já fixou 10 atendimentos. Desafixe um deles/)).toBeVisible()
    await expectOrder(...ids.slice(1).toReversed(), 1)
    expect(opened.server.callsOf(pinTicket)).toHaveLength(1)
  })

  test('a pin that could not be taken off is there again', async () => {
    const opened = await openList({ tickets: three, pins: pins(1) })
    opened.server.on(unpinTicket, () => {
      throw new AppError('ERR_TOO_MANY_REQUESTS')
    })
    await button(opened, 'Desafixar Cliente 1').click()
    await expect.element(opened.screen.getByRole('alert')).toBeVisible()
    await expectOrder(1, 3, 2)
  })
})
