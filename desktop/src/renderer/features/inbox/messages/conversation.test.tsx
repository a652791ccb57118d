// The conversation as attendants read it: its history, what arrives, and what happens when it goes away.
import { describe, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { markTicketRead, presenceEvent } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { companyId } from '#test/factories.ts'
import { changeLanguage } from '#platform/text/i18n.ts'
import { history, maria, openMaria } from '#test/open-conversation.ts'
import { pending } from '#test/open-list.ts'
import { messages } from './thread/messages.store.ts'

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
    const { server, screen, inbox } = await openMaria({ tickets: [waiting], messages: history(1) })
    let accept = () => {}
    const accepted = new Promise<void>((done) => (accept = done))
    server.on(updateTicket, async () => {
      await accepted
      inbox.tickets = [taken]
      return taken
    })
    await screen.getByRole('button', { name: 'Aceitar' }).first().click()
    await expect.element(screen.getByText('Atribuído a Ana Souza')).toBeVisible()
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
    await expect.element(screen.getByText('Atribuído a Ana Souza')).toBeVisible()
  })
})

test('another language is spoken at once, also by what is open already', async () => {
  const { screen, bubble, field } = await openMaria({ messages: history(2) })
  await expect.element(bubble(/^Mensagem 2/)).toBeVisible()
  onTestFinished(() => changeLanguage('pt'))
  await changeLanguage('en')
  await expect.element(screen.getByRole('article', { name: 'Message from Maria' }).first()).toBeVisible()
  await expect.element(screen.getByLabelText('Message to Maria')).toBeVisible()
  await expect.element(screen.getByText(/Monday, March 2/)).toBeVisible()
  await changeLanguage('pt')
  await expect.element(field).toBeVisible()
})

describe('a flood of messages', () => {
  const inMemory = (ticketId: number) => messages.stateOf(ticketId).newest.rows.length
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
  const { screen, path, inbox, server } = await openMaria({ messages: history(1) })
  await expect.element(screen.getByText(/^Mensagem 1/)).toBeVisible()
  inbox.tickets = []
  server.line.emit(ticketEvent, companyId, { action: 'delete', ticketId: 1 }, 500)
  await expect.element(screen.getByText('Este atendimento foi excluído ou passou para outra equipe.')).toBeVisible()
  await expect.poll(path).toBe('/tickets')
})
