// What happens before a conversation is opened: its messages are on their way when somebody comes near.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { companyId } from '#test/factories.ts'
import { makeMessage, makeTicket, uuidOf } from '#test/inbox-factories.ts'
import { history, maria, openMaria } from '#test/open-conversation.ts'

describe('a conversation', () => {
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

  test('is drawn at once when it is there in a moment, and without it when it takes longer', async () => {
    await userEvent.hover(document.body)
    const { screen, server, inbox, path, bubble } = await openMaria({ messages: history(5) })
    const opened = path()
    let answer = (): void => undefined
    const answers = () => {
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      server.on(listMessages, async ({ params }) => {
        await held
        const { ticketId } = params as { ticketId: number }
        const ticket = inbox.tickets.find(({ id }) => id === ticketId) ?? maria
        return { messages: [makeMessage(90, { ticketId, body: 'Sou o João' })], count: 1, ticket, hasMore: false }
      })
    }
    answers()
    const joao = screen.getByRole('link', { name: /João/ })
    await expect.element(joao).toBeVisible()
    const press = (element: HTMLElement) => {
      element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'mouse' }))
      element.click()
    }
    press(joao.element() as HTMLElement)
    expect(path()).toBe(opened)
    answer()
    await expect.poll(path).toBe(`/tickets/${uuidOf(2)}`)
    expect(askedOf(server, 2)).toHaveLength(1)
    // What leads to the conversation draws it with all that is known.
    expect(bubble(/^Sou o João/).elements().length).toBeGreaterThan(0)

    inbox.tickets = [...inbox.tickets, makeTicket({ id: 3, contact: { ...maria.contact, name: 'Rui' } })]
    server.line.emit(ticketEvent, companyId, { action: 'update', ticket: inbox.tickets.at(-1) as Ticket }, 600)
    answers()
    const rui = screen.getByRole('link', { name: /Rui/ })
    await expect.element(rui).toBeVisible()
    press(rui.element() as HTMLElement)
    await expect.poll(path).toBe(`/tickets/${uuidOf(3)}`)
    expect(bubble(/^Sou o João/).elements()).toHaveLength(0)
    answer()
    await expect.element(bubble(/^Sou o João/)).toBeVisible()
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
