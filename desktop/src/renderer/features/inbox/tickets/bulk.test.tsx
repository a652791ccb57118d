// Doing the same with many tickets: choosing them, what is offered, how it ends, and the way back.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { changeTickets, type BulkResult } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import { listAllTags } from '@guiche/shared/features/inbox/tags.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { signOut } from '#platform/session/session.ts'
import { makeSessionUser } from '#test/factories.ts'
import { uuidOf } from '#test/inbox-factories.ts'
import { named, openList, pending } from '#test/open-list.ts'
import { doWithTickets, useTicketBulk } from './selection/ticket-bulk.store.ts'

type Opened = Awaited<ReturnType<typeof openList>>

/** Answers like the server: resolving closes, restoring opens; ids of `left` were closed by somebody else. */
function answerBulk({ server, setTicket }: Opened, left: number[] = []) {
  return server.on(changeTickets, ({ body }) => ({
    results: body.ticketIds.map((ticketId): BulkResult => {
      if (left.includes(ticketId)) return { ticketId, outcome: 'unchanged', reason: 'alreadyClosed' }
      const { action } = body
      const status = action.kind === 'restore' ? action.status : action.kind === 'resolve' ? 'closed' : 'open'
      const userId = action.kind === 'restore' ? action.userId : 1
      return { ticketId, outcome: 'done', ticket: setTicket(ticketId, { status, userId }) }
    })
  }))
}
const bodiesOf = ({ server }: Opened) => server.callsOf(changeTickets).map(({ body }) => body)

const box = ({ screen }: Opened, name: string) =>
  screen.getByRole('checkbox', { name: `Selecionar ${name}`, exact: true })

test('chosen with X and Shift, they are resolved, those that were closed are told, and all is taken back', async () => {
  const tickets = [named(4, 'Dora'), named(3, 'Caio', { userId: 2 }), named(2, 'Bia'), named(1, 'Ari')]
  const opened = await openList({ user: makeSessionUser({ profile: 'admin' }), tickets })
  const { screen, row } = opened
  answerBulk(opened, [2])
  await expect.element(row(/Caio/)).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(row(/Dora/)).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(screen.getByText('1 atendimento selecionado')).toBeInTheDocument()
  await userEvent.keyboard('{Shift>}JJ{/Shift}')
  await expect.element(screen.getByText('3 atendimentos selecionados')).toBeInTheDocument()
  await userEvent.keyboard('r')
  await screen
    .getByRole('dialog', { name: 'Resolver 3 atendimentos?' })
    .getByRole('button', { name: 'Resolver' })
    .click()
  await expect.element(screen.getByText('2 de 3 resolvidos. 1 já estava fechado.')).toBeVisible()
  await expect.element(row(/Dora/)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Desfazer', exact: true }).click()
  await expect.element(screen.getByText('Desfeito em 2 atendimentos.')).toBeVisible()
  await expect.element(row(/Dora/)).toBeVisible()
  expect(bodiesOf(opened)).toEqual([
    { ticketIds: [4, 3, 2], action: { kind: 'resolve' } },
    { ticketIds: [4], action: { kind: 'restore', status: 'open', userId: 1 } },
    { ticketIds: [3], action: { kind: 'restore', status: 'open', userId: 2 } }
  ])
  await screen.getByRole('button', { name: 'Fechar' }).click()
  await expect.element(screen.getByText('Desfeito em 2 atendimentos.')).not.toBeInTheDocument()
})

test('a range is chosen with Shift and the pointer, and Escape lets go before it leaves the conversation', async () => {
  const tickets = [5, 4, 3, 2, 1].map((id) => named(id, `Cliente ${id}`))
  const opened = await openList({ tickets }, `/tickets/${uuidOf(5)}`)
  const { screen, row, path } = opened
  await expect.element(row(/Cliente 4/)).toBeVisible()
  await box(opened, 'Cliente 4').click({ force: true })
  await row(/Cliente 2/).click({ modifiers: ['Shift'] })
  await expect.element(screen.getByText('3 atendimentos selecionados')).toBeInTheDocument()
  await expect.element(box(opened, 'Cliente 3')).toBeChecked()
  await screen.getByRole('button', { name: 'Selecionar todos os da lista' }).click()
  await expect.element(screen.getByText('5 atendimentos selecionados')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('toolbar')).not.toBeInTheDocument()
  expect(path()).toBe(`/tickets/${uuidOf(5)}`)
})

test('a press chooses rows after the button for several, and waiting ones are accepted together', async () => {
  const tickets = [1, 2].map((id) => named(id, `Cliente ${id}`, pending))
  const opened = await openList({ tickets })
  const { screen, row, path } = opened
  answerBulk(opened)
  await screen.getByText('Aguardando 2').click()
  await screen.getByRole('button', { name: 'Selecionar vários' }).click()
  await row(/Cliente 1/).click()
  await row(/Cliente 2/).click()
  expect(path()).toBe('/tickets')
  await screen.getByRole('toolbar').getByRole('button', { name: 'Aceitar' }).click()
  await expect.element(screen.getByText('2 aceitos.')).toBeVisible()
  await expect.element(screen.getByText('Atendendo 2')).toBeVisible()
})

test('more than a call takes are done in several, and what was not answered is told', async () => {
  const tickets = Array.from({ length: 25 }, (_, at) => named(at + 1, `Cliente ${at + 1}`))
  const opened = await openList({ tickets })
  const { screen, row, server, setTicket } = opened
  await expect.element(row(/Cliente 25/)).toBeVisible()
  server.on(changeTickets, ({ body }) => {
    if (server.callsOf(changeTickets).length > 1) throw new AppError('ERR_DATABASE_UNAVAILABLE')
    return {
      results: body.ticketIds.map((ticketId) => ({
        ticketId,
        outcome: 'done' as const,
        ticket: setTicket(ticketId, { status: 'pending', userId: null })
      }))
    }
  })
  await box(opened, 'Cliente 25').click({ force: true })
  await screen.getByRole('button', { name: 'Selecionar todos os da lista' }).click()
  await screen.getByRole('toolbar').getByRole('button', { name: 'Devolver à fila' }).click()
  await expect
    .element(screen.getByText(/20 de 25 devolvidos à fila\. 5 sem resposta: O servidor está sem banco/))
    .toBeVisible()
  await expect.element(screen.getByText('Atendendo 5')).toBeVisible()
})

test('a tag is put on all of them, and a refusal names its reason once', async () => {
  const tickets = [1, 2, 3].map((id) => named(id, `Cliente ${id}`))
  const opened = await openList({ tickets })
  const { screen, row, server, setTicket } = opened
  const tag = { id: 7, name: 'urgente', color: '#c92a2a' }
  server.on(listAllTags, () => [{ ...tag, kanban: 0, userId: null, companyId: 1 }])
  server.on(changeTickets, ({ body }) => ({
    results: body.ticketIds.map((ticketId): BulkResult =>
      ticketId === 2
        ? { ticketId, outcome: 'refused', error: 'ERR_NO_TICKET_FOUND' }
        : { ticketId, outcome: 'done', ticket: setTicket(ticketId, { tags: [tag] }) }
    )
  }))
  await expect.element(row(/Cliente 3/)).toBeVisible()
  await box(opened, 'Cliente 3').click({ force: true })
  await screen.getByRole('button', { name: 'Selecionar todos os da lista' }).click()
  await screen.getByRole('toolbar').getByRole('button', { name: 'Tags' }).click()
  await screen.getByRole('checkbox', { name: 'urgente' }).click()
  await expect
    .element(screen.getByText(/Tag adicionada a 2 de 3\. 1 sem mudança: Atendimento não encontrado/))
    .toBeVisible()
  expect(bodiesOf(opened)).toEqual([{ ticketIds: [3, 2, 1], action: { kind: 'tag', tagId: 7 } }])
})

test('what becomes of it after the login has ended is told to nobody', async () => {
  const ticket = named(1, 'Ari')
  const { row, server } = await openList({ tickets: [ticket] })
  await expect.element(row(/Ari/)).toBeVisible()
  const held = Promise.withResolvers<{ results: BulkResult[] }>()
  server.on(changeTickets, () => held.promise)
  const done = doWithTickets([ticket], { kind: 'resolve' })
  await expect.poll(() => server.callsOf(changeTickets).length).toBe(1)
  await signOut()
  held.resolve({ results: [] })
  await done
  expect(useTicketBulk.getState()).toEqual({ running: null, outcome: null })
})
