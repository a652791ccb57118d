// The ticket list as attendants use it: tabs, rows, acting on one, and what changes while they look.
import { describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { markTicketRead } from '@guiche/shared/features/inbox/messages.ts'
import { countTickets, listTickets, ticketEvent, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { changeLanguage } from '#platform/text/i18n.ts'
import { companyId, makeConnection } from '#test/factories.ts'
import { makeMessage, minute, uuidOf } from '#test/inbox-factories.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { attendant, named, openList, pending } from '#test/open-list.ts'
import { renderConsole } from '#test/render-console.tsx'

describe('the tabs', () => {
  test('open splits into attending and waiting with their counts, closed stands apart', async () => {
    const { screen, row } = await openList({
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
    const { screen } = await openList({})
    await expect.element(screen.getByRole('button', { name: 'Novo atendimento' })).toBeVisible()
    await screen.getByRole('tab', { name: 'Busca' }).click()
    await expect.element(screen.getByRole('button', { name: 'Novo atendimento' })).not.toBeInTheDocument()
    await expect.element(screen.getByText('Busque um atendimento')).toBeVisible()
  })

  test('fit beside the button for a new ticket where the list is narrowest, in the longest words too', async () => {
    await page.viewport(768, 700)
    onTestFinished(() => page.viewport(1280, 800))
    const { screen } = await openList({})
    await changeLanguage('es')
    onTestFinished(() => changeLanguage('pt'))
    await expect.element(screen.getByRole('tab', { name: 'Búsqueda' })).toBeVisible()
    const tabs = screen.getByRole('tablist', { name: 'Estado de las atenciones' }).element()
    expect(tabs.scrollWidth).toBeLessThanOrEqual(tabs.clientWidth)
  })

  test('empty lists say what would be here', async () => {
    const { screen } = await openList({})
    await expect.element(screen.getByText('Nenhum registro')).toBeVisible()
    await expect.element(screen.getByText(/Nenhum atendimento em andamento/)).toBeVisible()
    await screen.getByRole('button', { name: 'Ver os que aguardam' }).click()
    await expect.element(screen.getByText(/Ninguém aguardando/)).toBeVisible()
  })

  test('a number that the server has not told is not none', async () => {
    const refuse = () => {
      throw new AppError('ERR_DATABASE_UNAVAILABLE')
    }
    const { server } = startInboxServer({ tickets: [] })
    server.on(listTickets, refuse)
    server.on(countTickets, refuse)
    const { screen } = await renderConsole('/tickets')
    await expect.element(screen.getByText('Erro ao buscar informações dos tickets')).toBeVisible()
    await expect.element(screen.getByText('Atendendo –')).toBeVisible()
    await expect.element(screen.getByText('Aguardando –')).toBeVisible()
  })

  test('a list that cannot be loaded says so and is tried again', async () => {
    const { screen, server, row } = await openList({ tickets: [named(1, 'Minha')] })
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
  test('names the connection where there are several, and the colleague who has the ticket', async () => {
    const { row, screen } = await openList({
      tickets: [named(1, 'Maria', { ...pending, userId: 2, user: { id: 2, name: 'Bruno Lima' } })],
      connections: [makeConnection(), makeConnection({ id: 2, name: 'Loja norte' })]
    })
    await screen.getByText(/^Aguardando/).click()
    await expect.element(row(/Maria/)).toMatchTextContent(/Loja centro/)
    await expect.element(row(/Maria/)).toMatchTextContent(/Bruno Lima/)
  })

  test('shows who, what, where, how many and when', async () => {
    const today = new Date()
    today.setHours(9, 5, 0, 0)
    const { row } = await openList({
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
    // The only connection and the own name would stand on every row.
    expect(maria.element().textContent).not.toContain('Loja centro')
    expect(maria.element().textContent).not.toContain('Ana Souza')
    expect(maria.element().textContent).toContain('VIP')
    expect(maria.element().textContent).toContain('Fila: Vendas')
    await expect.element(maria.getByLabelText('3 mensagens não lidas')).toBeVisible()
    await expect.element(maria.getByRole('img', { name: 'Com o robô' })).toBeVisible()
    // The bell's call may bring Maria before the list's own brings both.
    await expect.element(row(/João/)).toBeVisible()
    expect(row(/João/).element().textContent).toContain('02/03/2026')
    expect(row(/João/).element().textContent).toContain('Você: 🎤 Áudio')
  })

  test.each([
    ['*Olá*, _tudo_ ~mal~ bem?', false, 'Olá, tudo mal bem?'],
    ['*Ana Souza:* Já *resolvi*', true, 'Você: Já resolvi'],
    ['*Bruno Alves:* Deixa comigo', true, 'Bruno Alves: Deixa comigo'],
    ['📷 *Ana Souza:* A fachada', true, 'Você: 📷 A fachada'],
    ['🚫 Mensagem apagada', false, 'Mensagem apagada'],
    ['constructor é uma palavra', false, 'constructor é uma palavra'],
    ['📞 video', false, '📞 Chamada de vídeo do cliente'],
    ['2 * 3 * 4 e nome_de_arquivo', false, '2 * 3 * 4 e nome_de_arquivo'],
    ['Sem assinatura', true, 'Equipe: Sem assinatura']
  ])('reads "%s" as a person would', async (lastMessage, fromMe, shown) => {
    const { row } = await openList({ tickets: [named(1, 'Maria', { lastMessage, fromMe, userId: 2 })] })
    await expect.element(row(/Maria/).getByText(shown, { exact: true })).toBeVisible()
  })

  test('a text that its attendant did not sign is theirs only if they do not sign', async () => {
    const { screen, row } = await openList({
      tickets: [named(1, 'Maria', { lastMessage: 'Até logo!', fromMe: true, userId: 1 })]
    })
    const line = (text: string) => row(/Maria/).getByText(text, { exact: true })
    await expect.element(line('Equipe: Até logo!')).toBeVisible()
    await row(/Maria/).click()
    await screen.getByRole('switch', { name: 'Assinar' }).click()
    await expect.element(line('Você: Até logo!')).toBeVisible()
  })

  test('of a waiting ticket accepts it: it moves, opens, and is mine', async () => {
    const { screen, server, path, row } = await openList({
      tickets: [named(1, 'Maria', { ...pending, queueId: null })]
    })
    await screen.getByText('Aguardando 1').click()
    await screen.getByRole('button', { name: 'Aceitar Maria' }).click()
    await expect.poll(path).toBe(`/tickets/${uuidOf(1)}`)
    await expect.element(screen.getByText('Atendendo 1')).toBeVisible()
    await expect.element(row(/Maria/)).toHaveAttribute('aria-current', 'true')
    expect(server.callsOf(updateTicket)[0]?.body).toMatchObject({ status: 'open', userId: 1 })
  })

  test('of a closed ticket takes it up again', async () => {
    const { screen, server, path } = await openList({ tickets: [named(1, 'Maria', { status: 'closed' })] })
    await screen.getByRole('tab', { name: 'Fechados' }).click()
    await screen.getByRole('button', { name: 'Reabrir Maria' }).click()
    await expect.poll(path).toBe(`/tickets/${uuidOf(1)}`)
    expect(server.callsOf(updateTicket)[0]?.body).toMatchObject({ status: 'open', userId: 1 })
    await expect.element(screen.getByText('Atendendo 1')).toBeVisible()
  })

  test('lets admins look into the conversation without opening or taking it', async () => {
    const maria = named(1, 'Maria', { ...pending, unreadMessages: 2 })
    const { screen, server, path } = await openList({ tickets: [maria], messages: [makeMessage(1)] })
    await screen.getByText('Aguardando 1').click()
    await screen.getByRole('button', { name: 'Ver a conversa com Maria' }).click({ force: true })
    const dialog = screen.getByRole('dialog', { name: 'Atendimento #1 de Maria' })
    await expect.element(dialog.getByText(/^Mensagem 1/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Fechar' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(path()).toBe('/tickets')
    expect(server.callsOf(markTicketRead)).toHaveLength(0)
  })

  test('has the focus again after a look into a conversation with a message field', async () => {
    const { screen } = await openList({ tickets: [named(1, 'Maria')], messages: [makeMessage(1)] })
    const look = screen.getByRole('button', { name: 'Ver a conversa com Maria' })
    await look.click({ force: true })
    const dialog = screen.getByRole('dialog', { name: 'Atendimento #1 de Maria' })
    await expect.element(dialog.getByText(/^Mensagem 1/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Fechar' }).click()
    await expect.element(look).toHaveFocus()
  })

  test('shows attendants no way to look over shoulders', async () => {
    const { screen, row } = await openList({ user: attendant, tickets: [named(1, 'Maria')] })
    await expect.element(row(/Maria/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /Ver a conversa/ })).not.toBeInTheDocument()
  })

  test('that somebody else was quicker with goes back and says whose it is', async () => {
    const { screen, server, setTicket } = await openList({ tickets: [named(1, 'Maria', pending)] })
    await screen.getByText('Aguardando 1').click()
    server.on(updateTicket, () => {
      setTicket(1, { status: 'open', userId: 2, user: { id: 2, name: 'Bruno' } })
      throw new AppError('ERR_TICKET_ALREADY_ACCEPTED', { values: { user: 'Bruno' } })
    })
    await screen.getByRole('button', { name: 'Aceitar Maria' }).click()
    await expect.element(screen.getByRole('alert').filter({ hasText: 'Bruno' })).toBeVisible()
    await expect.element(screen.getByText('Atribuído a Bruno')).toBeVisible()
  })
})

describe('while one looks', () => {
  test('a customer who writes appears, and one whom a colleague takes goes away', async () => {
    const { screen, inbox, server, addMessage, setTicket, row } = await openList({ user: attendant })
    await screen.getByText('Aguardando 0').click()
    await expect.element(screen.getByText(/Ninguém aguardando/)).toBeVisible()
    inbox.tickets.push(named(7, 'Rita', { ...pending, queueId: 1 }))
    addMessage(7, { body: 'Tem alguém aí?' })
    await expect.element(row(/Rita.*Tem alguém aí/)).toBeVisible()
    await expect.element(screen.getByText('Aguardando 1')).toBeVisible()
    setTicket(7, { status: 'open', userId: 2, user: { id: 2, name: 'Bruno' } })
    await expect.element(row(/Rita/)).not.toBeInTheDocument()
    server.line.emit(ticketEvent, companyId, { action: 'delete', ticketId: 7 }, 900)
    await expect.element(screen.getByText('Aguardando 0')).toBeVisible()
  })

  test('the conversation that is written in comes first', async () => {
    const { screen, addMessage, row } = await openList({
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
  const { screen, server, row } = await openList({ tickets })
  await expect.element(row(/Cliente 95/)).toBeVisible()
  const list = screen.getByRole('list').element()
  await expect
    .poll(() => {
      list.scrollTop = list.scrollHeight
      return row(/Cliente 1 /).elements().length
    })
    .toBe(1)
  const pages = server.callsOf(listTickets).map((call) => call.query as { status?: string; pageNumber: number })
  expect(pages.filter(({ status }) => status === 'open').map(({ pageNumber }) => pageNumber)).toContain(3)
  await expect.element(screen.getByText('Atendendo 95')).toBeVisible()
})

test('a further page that could not be had is said below the rows, and comes with another try', async () => {
  const tickets = Array.from({ length: 50 }, (_, i) => named(i + 1, `Cliente ${i + 1}`))
  const { inbox, server } = startInboxServer({ tickets })
  const all = inbox.tickets.toSorted((a, b) => b.id - a.id)
  let isDown = true
  server.on(listTickets, ({ query }) => {
    if (query.status !== 'open') return { tickets: [], count: 0, hasMore: false }
    if (query.pageNumber > 1 && isDown) throw new AppError('ERR_DATABASE_UNAVAILABLE')
    const from = (query.pageNumber - 1) * 40
    return { tickets: all.slice(from, from + 40), count: 50, hasMore: from === 0 }
  })
  const { screen } = await renderConsole('/tickets')
  const row = (name: RegExp) => screen.getByRole('link', { name })
  await expect.element(row(/Cliente 50/)).toBeVisible()
  const list = screen.getByRole('list').element()
  const another = screen.getByRole('button', { name: 'Tentar de novo' })
  const scroll = (target: { elements: () => unknown[] }) => () => {
    list.scrollTop = list.scrollHeight
    return target.elements().length
  }
  await expect.poll(scroll(another)).toBe(1)
  isDown = false
  await another.click()
  await expect.poll(scroll(row(/Cliente 1 /))).toBe(1)
  expect(another.elements()).toHaveLength(0)
  const pages = server.callsOf(listTickets).map((call) => call.query as { status?: string; pageNumber: number })
  expect(pages.filter(({ status }) => status === 'open').map(({ pageNumber }) => pageNumber)).toEqual([1, 2, 2])
})

test('the server is told what is looked at, as legacy clients tell it', async () => {
  const { screen, server, row } = await openList({ tickets: [named(1, 'Maria')] })
  await expect.element(row(/Maria/)).toBeVisible()
  const told = () => server.line.received.map(({ name, args }) => [name, ...args].join(' '))
  await expect.poll(told).toEqual(expect.arrayContaining(['joinNotification', 'joinTickets open', 'userStatus']))
  await row(/Maria/).click()
  await expect.poll(told).toContain('joinChatBox 1')
  await screen.getByRole('tab', { name: 'Fechados' }).click()
  await expect.poll(told).toEqual(expect.arrayContaining(['leaveTickets open', 'joinTickets closed']))
})

test('who waits for longest comes first, with the time waited, plainer the longer it is', async () => {
  const since = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 5_000).toISOString()
  const { screen } = await openList({
    tickets: [
      named(1, 'Maria', { ...pending, waitingSince: since(3), updatedAt: since(0) }),
      named(2, 'João', { ...pending, waitingSince: since(12), updatedAt: since(1) }),
      named(3, 'Zeca', { ...pending, waitingSince: since(125), updatedAt: since(2) }),
      named(4, 'Lia', { ...pending, waitingSince: null, updatedAt: since(60) })
    ]
  })
  await screen.getByText(/^Aguardando/).click()
  const names = () =>
    [...document.querySelectorAll('a[href*="/tickets/"]')].map(
      ({ textContent }) => /Maria|João|Zeca|Lia/.exec(textContent)?.[0]
    )
  await expect.poll(names).toEqual(['Zeca', 'Lia', 'João', 'Maria'])
  const waited = (label: string) => screen.getByLabelText(label, { exact: true })
  await expect.element(waited('Esperando há 2 horas')).toHaveTextContent('2 h')
  await expect.element(waited('Esperando há 2 horas')).toHaveAttribute('data-waited', 'too-long')
  await expect.element(waited('Esperando há 12 minutos')).toHaveAttribute('data-waited', 'long')
  await expect.element(waited('Esperando há 3 minutos')).not.toHaveAttribute('data-waited')
})
