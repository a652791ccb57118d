// A conversation that goes on into what its contact was served with before.
import { expect, test } from 'vitest'
import { listMessages, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { listEarlierTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { makeMessage, makeTicket, uuidOf } from '#test/inbox-factories.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { renderConsole } from '#test/render-console.tsx'

const contact = { ...makeTicket().contact, name: 'Maria' }
const closed = (id: number) => makeTicket({ id, contact, status: 'closed' })
const present = makeTicket({ id: 9, contact })
/** `count` messages of a ticket; those of later tickets are later. */
function of(ticketId: number, count: number): Message[] {
  return Array.from({ length: count }, (_, index) =>
    makeMessage(ticketId * 100 + index, { ticketId, body: `Fala ${index + 1} de ${ticketId}` })
  )
}

const earlier = [closed(3), closed(5)]

async function open(messages: Message[]) {
  const fake = startInboxServer({ tickets: [present, ...earlier], earlier, messages })
  const { screen } = await renderConsole(`/tickets/${uuidOf(9)}`)
  const scroller = () => screen.getByRole('region', { name: 'Conversa com Maria' }).element() as HTMLElement
  await expect.element(screen.getByRole('region', { name: 'Conversa com Maria' })).toBeVisible()
  const texts = () => scroller().textContent
  return { ...fake, screen, scroller, texts }
}

test('scrolling up goes through the earlier tickets, one after the other, each under its number', async () => {
  const { server, screen, scroller, texts } = await open([...of(3, 25), ...of(5, 25), ...of(9, 30)])
  await expect.poll(texts).toContain('Fala 30 de 9')
  expect(server.callsOf(listEarlierTickets)).toHaveLength(0)
  const up = async (until: string) => {
    await expect
      .poll(() => {
        scroller().scrollTop = 0
        return texts()
      })
      .toContain(until)
  }
  await up('Fala 1 de 9')
  await up('Fala 25 de 5')
  // The answer box is that of the ticket that is open.
  await expect.element(screen.getByLabelText('Mensagem para Maria')).toBeVisible()
  await up('Atendimento #5')
  await up('Atendimento #3')
  const order = [
    'Atendimento #3',
    'Fala 1 de 3',
    'Fala 25 de 3',
    'Atendimento #5',
    'Fala 1 de 5',
    'Atendimento #9',
    'Fala 1 de 9'
  ]
  const places = order.map((text) => texts().indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(server.callsOf(listEarlierTickets)).toHaveLength(1)
  const asked = server.callsOf(listMessages).map(({ params }) => Number((params as { ticketId: string }).ticketId))
  expect(new Set(asked)).toEqual(new Set([9, 5, 3]))
})

test('what is short fills the window with what was before, and its messages are not answered from here', async () => {
  const { screen, texts } = await open([...of(5, 4), ...of(9, 1)])
  await expect.poll(texts).toContain('Fala 4 de 5')
  await screen
    .getByRole('article')
    .filter({ hasText: 'Fala 2 de 5' })
    .getByRole('button', { name: 'Opções da mensagem' })
    .click()
  const menu = screen.getByRole('menu')
  await expect.element(menu.getByRole('menuitem', { name: 'Copiar texto' })).toBeVisible()
  expect(menu.getByRole('menuitem', { name: 'Responder' }).elements()).toHaveLength(0)
})

test('where a closed ticket ends, the way leads on into the one that followed', async () => {
  startInboxServer({ tickets: [present, ...earlier], earlier, messages: [...of(5, 3), ...of(9, 3)] })
  const { screen } = await renderConsole(`/tickets/${uuidOf(5)}`)
  await screen.getByRole('link', { name: /Continua em Atendimento #9/ }).click()
  const conversation = screen.getByRole('region', { name: 'Conversa com Maria' })
  await expect.poll(() => conversation.element().textContent).toContain('Fala 3 de 9')
  await expect.poll(() => screen.getByText(/Continua em/).elements()).toHaveLength(0)
})
