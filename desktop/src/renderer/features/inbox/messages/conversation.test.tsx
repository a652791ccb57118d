// The conversation as attendants read it: its history, what arrives, and what happens when it goes away.
import { describe, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { historyImportedEvent } from '@guiche/shared/features/inbox/connections.ts'
import { listMessages, markTicketRead, presenceEvent, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { companyId } from '#test/factories.ts'
import { changeLanguage } from '#platform/i18n.ts'
import { makeMessage, minute, uuidOf } from '#test/inbox-factories.ts'
import { startDesk } from '#test/inbox-server.ts'
import { history, maria, openMaria } from '#test/open-conversation.ts'
import { pending } from '#test/open-list.ts'
import { renderConsole } from '#test/render-console.tsx'
import { useMessages } from './messages.store.ts'

describe('the history', () => {
  test('opens at the newest and loads older pages without moving what is read', async () => {
    const { server, bubble, scroller, fromEnd } = await openMaria({ messages: history(70) })
    await expect.element(bubble(/^Mensagem 70/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
    const first = () => bubble(/^Mensagem 51/)
    const toTop = () => {
      scroller().scrollTop = 0
    }
    toTop()
    await expect.element(first()).toBeVisible()
    const before = first().element().getBoundingClientRect().top
    await expect.poll(() => scroller().scrollTop).toBeGreaterThan(500)
    expect(Math.abs(first().element().getBoundingClientRect().top - before)).toBeLessThan(8)
    await expect
      .poll(() => {
        toTop()
        return bubble(/^Mensagem 1\d/).elements().length + bubble(/^Mensagem 1(?!\d)/).elements().length
      })
      .toBeGreaterThan(3)
    const asked = server.callsOf(listMessages).map(({ query }) => (query as { before?: string }).before)
    expect(asked.filter(Boolean)).toEqual([uuidOf(51), uuidOf(31), uuidOf(11)])
  })

  test('that was whole goes further back once earlier conversations were imported', async () => {
    const { server, bubble, scroller } = await openMaria({ messages: history(70).slice(-22) })
    await expect.element(bubble(/^Mensagem 70/)).toBeVisible()
    const toTop = () => {
      scroller().scrollTop = 0
    }
    toTop()
    await expect.element(bubble(/^Mensagem 49/)).toBeVisible()
    const pageOf = (messages: Message[]) => ({
      messages: messages.slice(-20),
      count: 70,
      ticket: maria,
      hasMore: messages.length > 20
    })
    server.on(listMessages, ({ query }) => {
      const { before } = query as { before?: string }
      return pageOf(before ? history(70).filter(({ id }) => id < before) : history(70))
    })
    server.line.emit(historyImportedEvent, companyId, { action: 'update', whatsappId: 1 }, 1)
    const lastAsked = () => server.callsOf(listMessages).map(({ query }) => (query as { before?: string }).before)
    await expect
      .poll(() => {
        toTop()
        return lastAsked().slice(-3)
      })
      .toEqual([uuidOf(51), uuidOf(31), uuidOf(11)])
  })

  test('says so when it cannot be loaded, and tries again', async () => {
    const { server } = startDesk({ tickets: [maria], messages: history(2) })
    server.on(listMessages, () => {
      throw new AppError('ERR_INTERNAL')
    })
    const { screen } = await renderConsole(`/tickets/${uuidOf(1)}`)
    await expect.element(screen.getByText('Erro ao obter informações da conversa')).toBeVisible()
    server.on(listMessages, () => ({ messages: history(2), count: 2, ticket: maria, hasMore: false }))
    await screen.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect.element(screen.getByText(/^Mensagem 2/)).toBeVisible()
  })

  test('days stand between messages of different days', async () => {
    const { screen } = await openMaria({
      messages: [
        makeMessage(1),
        makeMessage(2, { createdAt: minute(24 * 60) }),
        makeMessage(3, { createdAt: minute(24 * 60 + 5) })
      ]
    })
    await expect.element(screen.getByText(/segunda-feira, 2 de março/)).toBeVisible()
    await expect.element(screen.getByText(/terça-feira, 3 de março/)).toBeVisible()
    // The edge beside the list is one, too.
    const conversation = screen.getByRole('region', { name: 'Conversa com Maria' })
    expect(conversation.getByRole('separator').elements()).toHaveLength(2)
  })

  test('a known conversation is there in the same frame when one comes back to it', async () => {
    const { screen, server, bubble } = await openMaria({ messages: history(5) })
    await expect.element(bubble(/^Mensagem 5/)).toBeVisible()
    await screen.getByRole('link', { name: /João/ }).click()
    await expect.element(screen.getByText('Nenhuma mensagem ainda')).toBeVisible()
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.on(listMessages, async () => {
      await held
      return { messages: history(6), count: 6, ticket: maria, hasMore: false }
    })
    await screen.getByRole('link', { name: /Maria/ }).click()
    await expect.element(bubble(/^Mensagem 5/)).toBeVisible()
    answer()
    await expect.element(bubble(/^Mensagem 6/)).toBeVisible()
  })

  const askedOf = (server: Awaited<ReturnType<typeof openMaria>>['server'], ticketId: number) =>
    server.callsOf(listMessages).filter(({ params }) => (params as { ticketId: number }).ticketId === ticketId)

  test('of the ticket under the pointer is fetched beforehand, once', async () => {
    const { screen, server } = await openMaria({ messages: history(5) })
    const askedOfJoao = () => askedOf(server, 2)
    const row = screen.getByRole('link', { name: /João/ })
    await row.hover()
    await expect.poll(() => askedOfJoao().length).toBe(1)
    await row.click()
    await expect.element(screen.getByRole('region', { name: 'Conversa com João' })).toBeVisible()
    await expect.element(screen.getByText('Nenhuma mensagem ainda')).toBeVisible()
    expect(askedOfJoao()).toHaveLength(1)
  })

  test('is fetched while the mouse button is still down, and not under a finger that may scroll', async () => {
    // The mouse of the test before may stand where the row will be.
    await userEvent.hover(document.body)
    const { screen, server, path } = await openMaria({ messages: history(5) })
    const opened = path()
    const joao = screen.getByRole('link', { name: /João/ })
    await expect.element(joao).toBeVisible()
    const row = joao.element()
    const press = (pointerType: string) =>
      row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType }))
    press('touch')
    expect(askedOf(server, 2)).toHaveLength(0)
    press('mouse')
    await expect.poll(() => askedOf(server, 2).length).toBe(1)
    expect(path()).toBe(opened)
  })
})

describe('what arrives', () => {
  test('stays in view at the end, and is announced to screen readers', async () => {
    const { addMessage, bubble, fromEnd, screen } = await openMaria({ messages: history(40) })
    await expect.element(bubble(/^Mensagem 40/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
    addMessage(1, { body: 'Chegou agora' })
    await expect.element(bubble(/Chegou agora/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
    expect(screen.getByRole('log').element().textContent).toContain('Chegou agora')
  })

  test('is followed also after the field below has grown and shrunk', async () => {
    const { menuOf, bubble, fromEnd, scroller, addMessage } = await openMaria({ messages: history(40) })
    await expect.poll(fromEnd).toBeLessThan(2)
    const height = scroller().clientHeight
    const menu = await menuOf(/^Mensagem 40/)
    await menu.getByRole('menuitem', { name: 'Responder' }).click()
    await expect.poll(() => scroller().clientHeight).toBeLessThan(height - 48)
    await expect.poll(fromEnd).toBeLessThan(2)
    const moved = new Promise((done) => scroller().addEventListener('scroll', done, { once: true }))
    await userEvent.keyboard('{Escape}')
    await moved
    addMessage(1, { body: 'Nova' })
    await expect.element(bubble(/^Nova/)).toBeInTheDocument()
    await expect.poll(fromEnd).toBeLessThan(2)
  })

  test('waits behind a pill while somebody reads further up', async () => {
    const { addMessage, bubble, screen, scroller, fromEnd } = await openMaria({ messages: history(40) })
    await expect.element(bubble(/^Mensagem 40/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
    scroller().scrollTop = 0
    await expect.poll(() => scroller().scrollTop).toBeGreaterThan(500)
    scroller().scrollTop = 200
    await expect.element(screen.getByRole('button', { name: 'Ir para as mais recentes' })).toBeVisible()
    // What is read must not move; the offset may, for rows above it are still being measured.
    const { top } = scroller().getBoundingClientRect()
    const articles = [...scroller().querySelectorAll('[role=article]')]
    const read = articles.find((one) => one.getBoundingClientRect().top > top + 100)
    const standsAt = () => read?.getBoundingClientRect().top ?? NaN
    const before = standsAt()
    addMessage(1, { body: 'Primeira nova' })
    addMessage(1, { body: 'Segunda nova' })
    await expect.element(screen.getByRole('button', { name: '2 mensagens novas' })).toBeVisible()
    expect(Math.abs(standsAt() - before)).toBeLessThan(8)
    await screen.getByRole('button', { name: '2 mensagens novas' }).click()
    await expect.element(bubble(/Segunda nova/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
  })

  test('in an own ticket that is looked at is read at once', async () => {
    const { server, addMessage, screen } = await openMaria({ messages: history(1) })
    await expect.element(screen.getByText(/^Mensagem 1/)).toBeVisible()
    addMessage(1, { body: 'Nova' })
    await expect.poll(() => server.callsOf(markTicketRead).length).toBe(1)
  })

  test('in a ticket that was just accepted is read once the server has given it to the person', async () => {
    const waiting = { ...maria, ...pending, unreadMessages: 2 }
    const taken = { ...waiting, status: 'open' as const, userId: 1, user: { id: 1, name: 'Ana Souza' } }
    const { server, screen, desk } = await openMaria({ tickets: [waiting], messages: history(1) })
    let accept = () => {}
    const accepted = new Promise<void>((done) => (accept = done))
    server.on(updateTicket, async () => {
      await accepted
      desk.tickets = [taken]
      return taken
    })
    await screen.getByRole('button', { name: 'Aceitar' }).first().click()
    await expect.element(screen.getByText('Atribuído a: Ana Souza')).toBeVisible()
    expect(server.callsOf(markTicketRead)).toHaveLength(0)
    accept()
    await expect.poll(() => server.callsOf(markTicketRead).length).toBe(1)
  })

  test('in a ticket of somebody else stays unread', async () => {
    const theirs = { ...maria, userId: 2, user: { id: 2, name: 'Bruno' }, unreadMessages: 2 }
    const { server, bubble, addMessage } = await openMaria({ tickets: [theirs], messages: history(1) })
    addMessage(1, { body: 'Nova' })
    await expect.element(bubble(/Nova/)).toBeVisible()
    expect(server.callsOf(markTicketRead)).toHaveLength(0)
  })

  test('is told beforehand while the customer types or records', async () => {
    const { server, screen, addMessage } = await openMaria({})
    server.line.emit(presenceEvent, companyId, { ticketId: 1, contactId: 1, state: 'composing' })
    await expect.element(screen.getByRole('status').filter({ hasText: 'digitando…' })).toBeVisible()
    server.line.emit(presenceEvent, companyId, { ticketId: 1, contactId: 1, state: 'recording' })
    await expect.element(screen.getByRole('status').filter({ hasText: 'gravando áudio…' })).toBeVisible()
    addMessage(1, { body: 'Pronto' })
    await expect.element(screen.getByText('Atribuído a: Ana Souza')).toBeVisible()
  })
})

test('another language is spoken at once, also by what is open already', async () => {
  const { screen, bubble, field } = await openMaria({ messages: history(2) })
  await expect.element(bubble(/^Mensagem 2/)).toBeVisible()
  onTestFinished(() => changeLanguage('pt'))
  await changeLanguage('en')
  await expect.element(screen.getByRole('article', { name: 'Message from Maria' }).first()).toBeVisible()
  await expect.element(screen.getByLabelText('Message to Maria')).toBeVisible()
  await changeLanguage('pt')
  await expect.element(field).toBeVisible()
})

describe('a flood of messages', () => {
  const inMemory = (ticketId: number) => useMessages.getState().threads.get(ticketId)?.thread.messages.length ?? 0
  const flood = (add: (ticketId: number, part: { body: string }) => unknown, ticketId: number) => {
    for (let number = 1; number <= 450; number++) add(ticketId, { body: `Enxurrada ${number}` })
  }

  test('does not fill the memory of who follows its end; what went is there again further up', async () => {
    const { addMessage, bubble, fromEnd, scroller } = await openMaria({ messages: history(5) })
    await expect.element(bubble(/^Mensagem 5/)).toBeVisible()
    flood(addMessage, 1)
    await expect.element(bubble(/^Enxurrada 450/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
    await expect.poll(() => inMemory(1)).toBeLessThan(400)
    const { length } = scroller().querySelectorAll('[role=article]')
    expect(length).toBeGreaterThan(5)
    const kept = inMemory(1)
    scroller().scrollTop = 0
    await expect.poll(() => inMemory(1)).toBeGreaterThan(kept)
  })

  test('does not fill it in a conversation that was left either', async () => {
    const { addMessage, screen, bubble } = await openMaria({ messages: history(5) })
    await expect.element(bubble(/^Mensagem 5/)).toBeVisible()
    await screen.getByRole('link', { name: /João/ }).click()
    await expect.element(screen.getByText('Nenhuma mensagem ainda')).toBeVisible()
    flood(addMessage, 1)
    await expect.element(screen.getByRole('link', { name: /Maria.*Enxurrada 450/ })).toBeVisible()
    expect(inMemory(1)).toBeLessThan(400)
  })
})

test('a ticket that goes to people who alone may see it leads back to the list with a word', async () => {
  const { screen, path, desk, server } = await openMaria({ messages: history(1) })
  await expect.element(screen.getByText(/^Mensagem 1/)).toBeVisible()
  desk.tickets = []
  server.line.emit(ticketEvent, companyId, { action: 'delete', ticketId: 1 }, 500)
  await expect.element(screen.getByText('Este atendimento foi excluído ou passou para outra equipe.')).toBeVisible()
  await expect.poll(path).toBe('/tickets')
})
