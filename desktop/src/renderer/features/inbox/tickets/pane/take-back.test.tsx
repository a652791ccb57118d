// The way back of a single move: offered where it can be gone, and told when somebody was quicker.
import { expect, test } from 'vitest'
import { changeTickets, type BulkResult } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import { updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { uuidOf } from '#test/inbox-factories.ts'
import { attendant, named, openList, pending } from '#test/open-list.ts'

/** Answers like the server: puts the ticket back, unless `isTaken`. */
function answerUndo({ server, setTicket }: Awaited<ReturnType<typeof openList>>, isTaken = false) {
  return server.on(changeTickets, ({ body: { ticketIds, action } }) => ({
    results: ticketIds.map((ticketId): BulkResult => {
      if (isTaken || action.kind !== 'restore') return { ticketId, outcome: 'unchanged', reason: 'movedSince' }
      return { ticketId, outcome: 'done', ticket: setTicket(ticketId, action) }
    })
  }))
}

test('a closed ticket that was reopened by mistake is closed again, as it was', async () => {
  const opened = await openList({ tickets: [named(1, 'Maria', { status: 'closed', userId: 2, queueId: 1 })] })
  const { screen, server, path } = opened
  answerUndo(opened)
  await screen.getByRole('tab', { name: 'Fechados' }).click()
  await screen.getByRole('button', { name: 'Reabrir Maria' }).click()
  const toast = screen.getByRole('status').filter({ hasText: 'Atendimento de Maria reaberto.' })
  await toast.getByRole('button', { name: 'Desfazer' }).click()
  await expect.element(screen.getByText('Desfeito.')).toBeVisible()
  await expect.poll(path).toBe('/tickets')
  expect(server.callsOf(changeTickets)[0]?.body).toEqual({
    ticketIds: [1],
    action: {
      ...{ kind: 'restore', status: 'closed', userId: 2, queueId: 1 },
      from: { status: 'open', userId: 1, queueId: 1 }
    }
  })
})

test('a ticket that was given back comes back to who had it, unless a colleague has taken it', async () => {
  const opened = await openList({ tickets: [named(1, 'Maria', { queueId: 1 })] }, `/tickets/${uuidOf(1)}`)
  const { screen, path } = opened
  answerUndo(opened, true)
  const giveBack = screen.getByRole('button', { name: 'Devolver à fila' })
  await giveBack.click()
  await expect.poll(path).toBe('/tickets')
  await screen.getByRole('button', { name: 'Desfazer' }).click()
  await expect.element(screen.getByText(/Outra pessoa já alterou este atendimento/)).toBeVisible()
  expect(path()).toBe('/tickets')
})

test('who transfers a ticket out of sight is offered no way back', async () => {
  const opened = await openList(
    { user: attendant, tickets: [named(1, 'Maria', { queueId: 1 })] },
    `/tickets/${uuidOf(1)}`
  )
  const { screen, server, setTicket } = opened
  server.on(updateTicket, () => setTicket(1, { ...pending, queueId: 9 }))
  await screen.getByRole('button', { name: 'Transferir', exact: true }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Transferir' }).click()
  await expect.element(screen.getByText('Atendimento de Maria transferido.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Desfazer' })).not.toBeInTheDocument()
})
