// What happened to a ticket, and notes, between the messages of its conversation.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { activityEvent, type TicketActivity } from '@guiche/shared/features/inbox/ticket-activities.ts'
import { saveTicketDraft } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import { createNote, deleteNote, type TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyId } from '#test/factories.ts'
import { makeMessage, uuidOf } from '#test/inbox-factories.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { history, maria, openMaria } from '#test/open-conversation.ts'
import { renderConsole } from '#test/render-console.tsx'

const person = (id: number, name: string) => ({ id, name })
/** As many seconds after message `seq`. */
const after = (seq: number, seconds: number): string =>
  new Date(Date.parse(makeMessage(seq).createdAt) + seconds * 1000).toISOString()

function activity(id: number, part: Partial<TicketActivity>): TicketActivity {
  const none = { user: null, toUser: null, toQueue: null, tag: null, rating: null }
  return { id, ticketId: 1, kind: 'accepted', ...none, createdAt: after(1, 10), ...part }
}
function note(id: number, text: string, createdAt: string): TicketNote {
  return { id, note: text, ticketId: 1, contactId: 1, user: person(2, 'Bruno'), mentions: [], createdAt }
}

test('lines and notes stand where they happened, and what others do comes at once', async () => {
  const bruno = person(2, 'Bruno')
  const { server, scroller, nextSeq, screen } = await openMaria({
    messages: history(3),
    activities: [
      activity(1, { kind: 'accepted', user: bruno, createdAt: after(1, 10) }),
      activity(2, {
        kind: 'transferred',
        user: bruno,
        toUser: person(1, 'Ana'),
        toQueue: person(3, 'Suporte'),
        createdAt: after(2, 10)
      }),
      activity(3, { kind: 'rated', rating: 3, createdAt: after(2, 30) })
    ],
    notes: [note(1, 'Prefere ser chamada à tarde', after(2, 20))]
  })
  const inOrder = [
    'Mensagem 1',
    'Bruno assumiu o atendimento',
    'Mensagem 2',
    'Bruno transferiu para Ana, na fila Suporte',
    'Prefere ser chamada à tarde',
    'O cliente avaliou o atendimento: muito satisfeito',
    'Mensagem 3'
  ]
  const places = () => inOrder.map((text) => scroller().textContent.indexOf(text))
  await expect.poll(() => places().every((place, index) => place > (places()[index - 1] ?? -1))).toBe(true)
  await expect.element(screen.getByRole('article', { name: 'Observação de Bruno' })).toBeVisible()

  const resolved = activity(4, { kind: 'resolved', createdAt: after(3, 10) })
  server.line.emit(activityEvent, companyId, { action: 'create', activity: resolved }, nextSeq())
  await expect.element(screen.getByText('Atendimento resolvido automaticamente')).toBeVisible()
  server.line.emit(activityEvent, companyId, { action: 'delete', ticketId: 1, activityId: 4 }, nextSeq())
  await expect.poll(() => screen.getByText('Atendimento resolvido automaticamente').elements()).toHaveLength(0)
})

test('what happened before the messages that are loaded waits for them', async () => {
  const early = activity(1, { user: person(2, 'Bruno'), createdAt: after(3, 10) })
  const { bubble, scroller, screen } = await openMaria({ messages: history(40), activities: [early] })
  await expect.element(bubble(/^Mensagem 40/)).toBeVisible()
  const line = screen.getByText('Bruno assumiu o atendimento')
  await expect.poll(() => scroller().textContent).toContain('Mensagem 30')
  expect(line.elements()).toHaveLength(0)
  scroller().scrollTop = 0
  await expect.element(line).toBeInTheDocument()
  const text = scroller().textContent
  expect(text.indexOf('Mensagem 3')).toBeLessThan(text.indexOf('Bruno assumiu'))
  expect(text.indexOf('Bruno assumiu')).toBeLessThan(text.indexOf('Mensagem 4'))
})

test('a note is written where messages are, in a field that cannot be taken for theirs, and nothing is sent', async () => {
  const { server, field, screen, sent } = await openMaria({ messages: history(2) })
  await field.fill('Para a cliente')
  await screen.getByRole('button', { name: 'Observação' }).click()
  const noteField = screen.getByLabelText('Observação sobre Maria')
  await expect.element(noteField).toHaveFocus()
  await expect.element(screen.getByText('O cliente não vê')).toBeVisible()
  await userEvent.keyboard('x{Enter}')
  expect(server.callsOf(createNote)).toHaveLength(0)
  await userEvent.keyboard(' Ligar às 15h{Enter}')
  const card = screen.getByRole('article', { name: 'Observação de Ana Souza' })
  await expect.element(card.getByText('x Ligar às 15h')).toBeVisible()
  await expect.element(noteField).toHaveValue('')
  await expect.element(noteField).toHaveFocus()

  // What the server refuses stays to be tried again.
  server.on(createNote, () => {
    throw new AppError('ERR_INTERNAL')
  })
  await noteField.fill('Segunda')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => server.callsOf(createNote).length).toBe(2)
  await expect.element(noteField).toHaveValue('Segunda')

  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('Para a cliente')
  await userEvent.keyboard('{Control>}{Shift>}N{/Shift}{/Control}')
  await expect.element(noteField).toHaveValue('Segunda')
  expect(sent()).toHaveLength(0)
})

test('a note can be written in a ticket that waits, and is deleted by its writer', async () => {
  const waiting = { ...maria, status: 'pending' as const, userId: null, user: null }
  const { server, inbox } = startInboxServer({ tickets: [waiting], messages: history(1) })
  const { screen } = await renderConsole(`/tickets/${uuidOf(1)}`)
  await screen.getByRole('button', { name: 'Escrever uma observação' }).click()
  await userEvent.keyboard('Já foi cliente{Enter}')
  const card = screen.getByRole('article', { name: /^Observação de/ })
  await card.getByRole('button', { name: 'Excluir observação' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expect.poll(() => card.elements()).toHaveLength(0)
  expect(server.callsOf(deleteNote)).toHaveLength(1)
  expect(inbox.notes).toEqual([])
})

test('behind an @ colleagues are offered, and those whom a note names are told with it', async () => {
  const colleagues = [
    { id: 2, name: 'Bruno Lima', online: true },
    { id: 3, name: 'Carla Dias', online: false }
  ]
  const { server, screen } = await openMaria({ messages: history(1), colleagues })
  await screen.getByRole('button', { name: 'Observação' }).click()
  const field = screen.getByLabelText('Observação sobre Maria')
  await userEvent.type(field, 'Vê isto, @')
  await expect.element(screen.getByRole('option', { name: 'Carla Dias' })).toBeVisible()
  await userEvent.type(field, 'car')
  await expect.poll(() => screen.getByRole('option').elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Vê isto, @Carla Dias ')
  await userEvent.type(field, 'por favor')
  await userEvent.keyboard('{Enter}')
  const card = screen.getByRole('article', { name: 'Observação de Ana Souza' })
  await expect.element(card.getByText('@Carla Dias')).toBeVisible()
  expect(server.callsOf(createNote)[0]?.body).toMatchObject({
    note: 'Vê isto, @Carla Dias por favor',
    mentions: [3]
  })
})

test('a note that was begun before is there again, is told to the server, and is forgotten when it is written', async () => {
  const { server, screen } = await openMaria({
    messages: history(1),
    noteDrafts: [{ ticketId: 1, text: 'Pediu desconto', updatedAt: '2026-03-02T12:00:00.000Z' }]
  })
  await screen.getByRole('button', { name: 'Observação já começada' }).click()
  const field = screen.getByLabelText('Observação sobre Maria')
  await expect.element(field).toHaveValue('Pediu desconto')
  const told = () => server.callsOf(saveTicketDraft).map(({ body }) => body)
  await field.fill('Pediu desconto de 10%')
  await expect.poll(told).toEqual([{ text: 'Pediu desconto de 10%', kind: 'note' }])
  await field.click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(told).toEqual([
    { text: 'Pediu desconto de 10%', kind: 'note' },
    { text: '', kind: 'note' }
  ])
})
