// The ticket list as attendants use it: tabs, rows, searching, acting, and what changes while they look.
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listTickets, ticketEvent, updateTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { companyId, makeQueue, makeSessionUser } from '#test/factories.ts'
import { makeTicket, minute, uuidOf } from '#test/inbox-factories.ts'
import { startDesk, type Desk } from '#test/inbox-server.ts'
import { renderConsole } from '#test/render-console.tsx'

const named = (id: number, name: string, part: Partial<Ticket> = {}): Ticket => {
  const ticket = makeTicket({ id, ...part })
  return { ...ticket, contact: { ...ticket.contact, name } }
}
const pending = { status: 'pending', userId: null, user: null } as const
const attendant = makeSessionUser({ profile: 'user', queues: [makeQueue({ id: 1 })] })

const open = async (desk: Partial<Desk>, path = '/tickets') => {
  const fake = startDesk(desk)
  const console = await renderConsole(path)
  const row = (name: string | RegExp) => console.screen.getByRole('link', { name })
  return { ...fake, ...console, row }
}

describe('the tabs', () => {
  test('open splits into attending and waiting with their counts, closed stands apart', async () => {
    const { screen, row } = await open({
      user: attendant,
      tickets: [
        named(1, 'Minha'),
        named(2, 'De outra pessoa', { userId: 2, queueId: 1 }),
        named(3, 'Esperando', { ...pending, queueId: 1 }),
        named(4, 'De outra fila', { ...pending, queueId: 2 }),
        named(5, 'Resolvida', { status: 'closed' })
      ]
    })
    await expect.element(row(/Minha/)).toBeVisible()
    await expect.element(screen.getByText('Atendendo 1')).toBeVisible()
    await expect.element(screen.getByText('Aguardando 1')).toBeVisible()
    await expect.element(row(/De outra pessoa/)).not.toBeInTheDocument()
    await screen.getByText('Aguardando 1').click()
    await expect.element(row(/Esperando/)).toBeVisible()
    await expect.element(row(/De outra fila/)).not.toBeInTheDocument()
    await screen.getByRole('tab', { name: 'Fechados' }).click()
    await expect.element(row(/Resolvida/)).toBeVisible()
  })

  test('the button for a new ticket is there except in the search', async () => {
    const { screen } = await open({})
    await expect.element(screen.getByRole('button', { name: 'Novo atendimento' })).toBeVisible()
    await screen.getByRole('tab', { name: 'Busca' }).click()
    await expect.element(screen.getByRole('button', { name: 'Novo atendimento' })).not.toBeInTheDocument()
    await expect.element(screen.getByText('Busque um atendimento')).toBeVisible()
  })

  test('empty lists say what would be here', async () => {
    const { screen } = await open({})
    await expect.element(screen.getByText('Nenhum atendimento em andamento')).toBeVisible()
    await screen.getByRole('button', { name: 'Ver os que aguardam' }).click()
    await expect.element(screen.getByText('Ninguém aguardando')).toBeVisible()
  })

  test('a list that cannot be loaded says so and is tried again', async () => {
    const { screen, server, row } = await open({ tickets: [named(1, 'Minha')] })
    await expect.element(row(/Minha/)).toBeVisible()
    server.on(listTickets, () => {
      throw new AppError('ERR_DATABASE_UNAVAILABLE')
    })
    await screen.getByRole('tab', { name: 'Fechados' }).click()
    await expect.element(screen.getByText('Erro ao buscar informações dos tickets')).toBeVisible()
    server.on(listTickets, () => ({ tickets: [named(9, 'Voltou', { status: 'closed' })], count: 1, hasMore: false }))
    await screen.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect.element(row(/Voltou/)).toBeVisible()
  })
})

describe('a row', () => {
  test('shows who, what, where, how many and when', async () => {
    const today = new Date()
    today.setHours(9, 5, 0, 0)
    const { row } = await open({
      tickets: [
        named(1, 'Maria', {
          lastMessage: 'Localização',
          unreadMessages: 3,
          chatbot: true,
          updatedAt: today.toISOString(),
          queue: { id: 1, name: 'Vendas', color: '#e03131' },
          queueId: 1,
          tags: [{ id: 1, name: 'VIP', color: '#f08c00' }]
        }),
        named(2, 'João', { lastMessage: '🎤', fromMe: true, updatedAt: '2026-03-02T12:00:00.000Z' })
      ]
    })
    const maria = row(/Maria/)
    await expect.element(maria).toBeVisible()
    expect(maria.element().textContent).toContain('Localização')
    expect(maria.element().textContent).toContain('09:05')
    expect(maria.element().textContent).toContain('Loja centro')
    expect(maria.element().textContent).toContain('Ana Souza')
    expect(maria.element().textContent).toContain('VIP')
    expect(maria.element().textContent).toContain('Fila: Vendas')
    await expect.element(maria.getByLabelText('3 mensagens não lidas')).toBeVisible()
    await expect.element(maria.getByRole('img', { name: 'Com o chatbot' })).toBeVisible()
    expect(row(/João/).element().textContent).toContain('02/03/2026')
    expect(row(/João/).element().textContent).toContain('Você: 🎤 Áudio')
  })

  test('of a waiting ticket accepts it: it moves, opens, and is mine', async () => {
    const { screen, server, path, row } = await open({ tickets: [named(1, 'Maria', { ...pending, queueId: null })] })
    await screen.getByText('Aguardando 1').click()
    await screen.getByRole('button', { name: 'Aceitar Maria' }).click()
    await expect.poll(path).toBe(`/tickets/${uuidOf(1)}`)
    await expect.element(screen.getByText('Atendendo 1')).toBeVisible()
    await expect.element(row(/Maria/)).toHaveAttribute('aria-current', 'true')
    expect(server.callsOf(updateTicket)[0]?.body).toMatchObject({ status: 'open', userId: 1 })
  })

  test('of a closed ticket takes it up again', async () => {
    const { screen, server, path } = await open({ tickets: [named(1, 'Maria', { status: 'closed' })] })
    await screen.getByRole('tab', { name: 'Fechados' }).click()
    await screen.getByRole('button', { name: 'Reabrir Maria' }).click()
    await expect.poll(path).toBe(`/tickets/${uuidOf(1)}`)
    expect(server.callsOf(updateTicket)[0]?.body).toMatchObject({ status: 'open', userId: 1 })
    await expect.element(screen.getByText('Atendendo 1')).toBeVisible()
  })

  test('that somebody else was quicker with goes back and says whose it is', async () => {
    const { screen, server, setTicket } = await open({ tickets: [named(1, 'Maria', pending)] })
    await screen.getByText('Aguardando 1').click()
    server.on(updateTicket, () => {
      setTicket(1, { status: 'open', userId: 2, user: { id: 2, name: 'Bruno' } })
      throw new AppError('ERR_TICKET_ALREADY_ACCEPTED', { values: { user: 'Bruno' } })
    })
    await screen.getByRole('button', { name: 'Aceitar Maria' }).click()
    await expect.element(screen.getByRole('alert').filter({ hasText: 'Bruno' })).toBeVisible()
    await expect.element(screen.getByText('Atribuído a: Bruno')).toBeVisible()
  })
})

describe('while one looks', () => {
  test('a customer who writes appears, and one whom a colleague takes goes away', async () => {
    const { screen, desk, server, addMessage, setTicket, row } = await open({ user: attendant })
    await screen.getByText('Aguardando 0').click()
    await expect.element(screen.getByText('Ninguém aguardando')).toBeVisible()
    desk.tickets.push(named(7, 'Rita', { ...pending, queueId: 1 }))
    addMessage(7, { body: 'Tem alguém aí?' })
    await expect.element(row(/Rita.*Tem alguém aí/)).toBeVisible()
    await expect.element(screen.getByText('Aguardando 1')).toBeVisible()
    setTicket(7, { status: 'open', userId: 2, user: { id: 2, name: 'Bruno' } })
    await expect.element(row(/Rita/)).not.toBeInTheDocument()
    server.line.emit(ticketEvent, companyId, { action: 'delete', ticketId: 7 }, 900)
    await expect.element(screen.getByText('Aguardando 0')).toBeVisible()
  })

  test('the conversation that is written in comes first', async () => {
    const { screen, addMessage, row } = await open({
      tickets: [named(1, 'Primeira', { updatedAt: minute(1) }), named(2, 'Segunda', { updatedAt: minute(2) })]
    })
    await expect.element(row(/Primeira/)).toBeVisible()
    const order = () =>
      screen
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent?.slice(0, 30))
    expect(order()[0]).toContain('Segunda')
    addMessage(1, { body: 'oi' })
    await expect.poll(() => order()[0]).toContain('Primeira')
  })
})

test('further pages come by scrolling, each ticket once', async () => {
  const tickets = Array.from({ length: 95 }, (_, i) => named(i + 1, `Cliente ${i + 1}`))
  const { screen, server, row } = await open({ tickets })
  await expect.element(row(/Cliente 95/)).toBeVisible()
  const list = screen.getByRole('list').element().firstElementChild
  await expect
    .poll(() => {
      if (list) list.scrollTop = list.scrollHeight
      return row(/Cliente 1 /).elements().length
    })
    .toBe(1)
  const pages = server.callsOf(listTickets).map((call) => call.query as { status?: string; pageNumber: number })
  expect(pages.filter(({ status }) => status === 'open').map(({ pageNumber }) => pageNumber)).toContain(3)
  await expect.element(screen.getByText('Atendendo 95')).toBeVisible()
})

describe('what is shown', () => {
  test('an admin sees colleagues’ tickets with the switch, and the choice is remembered', async () => {
    const { screen, row } = await open({ tickets: [named(1, 'Minha'), named(2, 'Do Bruno', { userId: 2 })] })
    await expect.element(row(/Do Bruno/)).toBeVisible()
    await screen.getByRole('switch', { name: 'Ver todos' }).click({ force: true })
    await expect.element(row(/Do Bruno/)).not.toBeInTheDocument()
    await expect.element(row(/Minha/)).toBeVisible()
    expect(JSON.parse(localStorage.getItem('ticketView') ?? '{}')).toMatchObject({ showAll: false })
  })

  test('an attendant has no switch for all, and no filter by users', async () => {
    const { screen } = await open({ user: attendant })
    await expect.element(screen.getByText('Nenhum atendimento em andamento')).toBeVisible()
    await expect.element(screen.getByRole('switch', { name: 'Ver todos' })).not.toBeInTheDocument()
    await screen.getByRole('tab', { name: 'Busca' }).click()
    await expect.element(screen.getByRole('combobox', { name: 'Filtrar por tags' })).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: 'Filtrar por atendentes' })).not.toBeInTheDocument()
  })

  test('a choice of queues leaves the others out', async () => {
    const queues = [makeQueue({ id: 1, name: 'Vendas' }), makeQueue({ id: 2, name: 'Suporte' })]
    const { screen, row } = await open({
      queues,
      tickets: [named(1, 'Vende', { queueId: 1 }), named(2, 'Ajuda', { queueId: 2 }), named(3, 'Solta')]
    })
    await expect.element(row(/Ajuda/)).toBeVisible()
    await screen.getByRole('button', { name: 'Filas mostradas: Todas as filas' }).click()
    await screen.getByRole('checkbox', { name: 'Vendas' }).click()
    await expect.element(row(/Vende/)).toBeVisible()
    await expect.element(row(/Ajuda/)).not.toBeInTheDocument()
    await expect.element(row(/Solta/)).not.toBeInTheDocument()
    await expect.element(screen.getByText('Atendendo 1')).toBeVisible()
  })
})

describe('the search', () => {
  test('asks once typing rests, in lower case, and finds words of messages', async () => {
    const { screen, server, row } = await open({ tickets: [named(1, 'Maria'), named(2, 'João', { status: 'closed' })] })
    await screen.getByRole('tab', { name: 'Busca' }).click()
    await screen.getByRole('searchbox').fill('JOÃO')
    await expect.element(row(/João/)).toBeVisible()
    await expect.element(row(/Maria/)).not.toBeInTheDocument()
    const asked = server.callsOf(listTickets).map((call) => (call.query as { searchParam: string }).searchParam)
    expect(asked.filter((text) => text !== '')).toEqual(['joão'])
    await screen.getByRole('searchbox').fill('nada disso')
    await expect.element(screen.getByText('Nenhum atendimento encontrado')).toBeVisible()
  })

  test('filters by tags and, for admins, by users', async () => {
    const vip = { id: 5, name: 'VIP', color: '#e03131' }
    const { screen, row } = await open({
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

describe('the keyboard', () => {
  const tickets = [3, 2, 1].map((id) => named(id, `Cliente ${id}`))

  test('J, K and the arrows move, Enter opens, Escape leads back', async () => {
    const { row, path, screen } = await open({ tickets })
    await expect.element(row(/Cliente 3/)).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(row(/Cliente 3/)).toHaveFocus()
    await userEvent.keyboard('j{ArrowDown}k')
    await expect.element(row(/Cliente 2/)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(path).toBe(`/tickets/${uuidOf(2)}`)
    await expect.element(screen.getByLabelText('Mensagem para Cliente 2')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(row(/Cliente 2/)).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.poll(path).toBe('/tickets')
  })

  test('A accepts, R resolves and T transfers the open ticket, but not while one writes', async () => {
    const { screen, server, path, row } = await open({ tickets: [named(1, 'Maria', pending)] }, `/tickets/${uuidOf(1)}`)
    await expect.element(screen.getByPlaceholder('Aceite o atendimento para responder')).toBeVisible()
    await userEvent.keyboard('a')
    await expect.element(screen.getByText('Atribuído a: Ana Souza')).toBeVisible()
    await expect.element(screen.getByLabelText('Mensagem para Maria')).toHaveFocus()
    await userEvent.keyboard('r')
    await expect.element(screen.getByLabelText('Mensagem para Maria')).toHaveValue('r')
    await userEvent.keyboard('{Backspace}{Escape}')
    await expect.element(row(/Maria/)).toHaveFocus()
    await userEvent.keyboard('t')
    await expect.element(screen.getByRole('dialog', { name: 'Transferir atendimento' })).toBeVisible()
    // The first one closes the choices.
    await userEvent.keyboard('{Escape}{Escape}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await userEvent.keyboard('r')
    await expect.poll(path).toBe('/tickets')
    expect(server.callsOf(updateTicket).map(({ body }) => (body as { status: string }).status)).toEqual([
      'open',
      'closed'
    ])
  })
})

test('narrow windows have the two bottom tabs, and nothing scrolls sideways', async () => {
  await page.viewport(390, 844)
  const { screen, row } = await open({ tickets: [named(1, 'Maria')] })
  await expect.element(row(/Maria/)).toBeVisible()
  await row(/Maria/).click()
  await expect.element(screen.getByLabelText('Mensagem para Maria')).toBeVisible()
  await expect.element(screen.getByRole('tab', { name: 'Ticket' })).toHaveAttribute('aria-selected', 'true')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.getByRole('tab', { name: 'Atendimentos' }).click()
  await expect.element(row(/Maria/)).toBeVisible()
  await page.viewport(1280, 800)
})
