// When a conversation counts as read: once the server knows who attends it, and again for what comes meanwhile.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listMessages, markTicketRead } from '@guiche/shared/features/inbox/messages.ts'
import { updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { history, joao, maria, openMaria } from '#test/open-conversation.ts'

/** An answer that is held back until it is let go. */
function holdBack() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, letGo: () => resolve() }
}

test('an accepted ticket is read once the server knows who attends it', async () => {
  const waiting = { ...maria, status: 'pending' as const, userId: null, user: null, unreadMessages: 2 }
  const { server, setTicket, screen } = await openMaria({ tickets: [waiting], messages: history(2) })
  const accepting = holdBack()
  server.on(updateTicket, async () => {
    await accepting.promise
    return setTicket(1, { status: 'open', userId: maria.userId, user: maria.user })
  })
  await screen.getByRole('button', { name: 'Aceitar', exact: true }).first().click()
  await expect.element(screen.getByText('Atribuído a Ana Souza')).toBeVisible()
  expect(server.callsOf(markTicketRead)).toHaveLength(0)
  accepting.letGo()
  await expect.poll(() => server.callsOf(markTicketRead).length).toBe(1)
})

test('what comes while the server is being told is read as well', async () => {
  const { server, addMessage, bubble } = await openMaria({ messages: history(1) })
  const reading = holdBack()
  server.on(markTicketRead, async ({ params }) => {
    await reading.promise
    return { ticketId: params.ticketId, unreadMessages: server.callsOf(markTicketRead).length === 1 ? 1 : 0 }
  })
  addMessage(1, { body: 'Primeira' })
  await expect.poll(() => server.callsOf(markTicketRead).length).toBe(1)
  addMessage(1, { body: 'Segunda' })
  await expect.element(bubble(/Segunda/)).toBeVisible()
  reading.letGo()
  await expect.poll(() => server.callsOf(markTicketRead).length).toBe(2)
})

test('a ticket that is only fetched beforehand stays unread; it is read when it is opened', async () => {
  await userEvent.hover(document.body)
  const unread = { ...joao, unreadMessages: 2 }
  const { server, screen } = await openMaria({ tickets: [maria, unread], messages: history(1) })
  const before = server.callsOf(listMessages).length
  await screen.getByRole('link', { name: /João/ }).hover()
  await expect.poll(() => server.callsOf(listMessages).length).toBe(before + 1)
  expect(server.callsOf(listMessages).at(-1)).toMatchObject({ params: { ticketId: 2 }, query: { keepUnread: true } })
  expect(server.callsOf(markTicketRead)).toHaveLength(0)
  await screen.getByRole('link', { name: /João/ }).click()
  await expect.poll(() => server.callsOf(markTicketRead)).toMatchObject([{ params: { ticketId: 2 } }])
})

test('what the server could not be told is tried once, and again when the line is back', async () => {
  const { server, setTicket } = await openMaria({ messages: history(2) })
  let isDown = true
  server.on(markTicketRead, ({ params }) => {
    if (isDown) throw new TypeError('no line')
    return { ticketId: params.ticketId, unreadMessages: 0 }
  })
  setTicket(1, { unreadMessages: 3 })
  await expect.poll(() => server.callsOf(markTicketRead).length).toBe(1)
  server.setDown(true)
  await expect.poll(() => useRealtime.getState().state).not.toBe('online')
  expect(server.callsOf(markTicketRead)).toHaveLength(1)
  isDown = false
  server.setDown(false)
  await expect.poll(() => server.callsOf(markTicketRead).length).toBe(2)
})

test('what the server will not call read is not asked again and again, only when something comes', async () => {
  const { server, addMessage, bubble, screen } = await openMaria({ messages: history(1) })
  server.on(markTicketRead, ({ params }) => ({ ticketId: params.ticketId, unreadMessages: 4 }))
  addMessage(1, { body: 'Primeira' })
  await expect.element(screen.getByRole('link', { name: /Maria.*4/ })).toBeVisible()
  // Whoever asks anew with every answer is through a dozen by the time that another conversation has been drawn.
  await screen.getByRole('link', { name: /João/ }).hover()
  await expect.poll(() => server.callsOf(listMessages).length).toBe(2)
  expect(server.callsOf(markTicketRead)).toHaveLength(1)
  addMessage(1, { body: 'Segunda' })
  await expect.element(bubble(/Segunda/)).toBeVisible()
  await expect.poll(() => server.callsOf(markTicketRead).length).toBe(2)
})

test('after a failure the next message is read, and the one before with it', async () => {
  const { server, addMessage, bubble } = await openMaria({ messages: history(1) })
  server.on(markTicketRead, ({ params }) => {
    if (server.callsOf(markTicketRead).length === 1) throw new AppError('ERR_INTERNAL')
    return { ticketId: params.ticketId, unreadMessages: 0 }
  })
  addMessage(1, { body: 'Primeira' })
  await expect.element(bubble(/Primeira/)).toBeVisible()
  await expect.poll(() => server.callsOf(markTicketRead).length).toBe(1)
  addMessage(1, { body: 'Segunda' })
  await expect.poll(() => server.callsOf(markTicketRead).length).toBe(2)
})
