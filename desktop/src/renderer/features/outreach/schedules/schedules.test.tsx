// The screen of scheduled messages, as attendants use it. The company's clocks are not those of this computer.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listContacts, showContact } from '@guiche/shared/features/inbox/contacts.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import {
  createSchedule,
  decideSchedule,
  deleteSchedule,
  listSchedules,
  scheduleEvent,
  updateSchedule,
  uploadScheduleImage,
  type Schedule
} from '@guiche/shared/features/outreach/schedules.ts'
import { instantAt, wallClock } from '@guiche/shared/kernel/zoned-time.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeConnection, makeContact, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'
import { moveSchedule, reloadCalendar, useCalendar } from './schedules.store.ts'

const timeZone = 'Asia/Tokyo'
const clock = wallClock(new Date(), timeZone)
/** A day of this month there, and a time of it. */
const at = (day: number, hour: number): string =>
  instantAt({ ...clock, day, minutes: hour * 60 }, timeZone).toISOString()
const dayText = (day: number): string =>
  [clock.year, clock.month, day].map((part) => String(part).padStart(2, '0')).join('-')

function make(part: Partial<Schedule> = {}): Schedule {
  const { id, name, number, email, profilePicUrl, isGroup } = makeContact()
  return {
    id: 1,
    body: 'Seu pedido chegou',
    contactId: id,
    contact: { id, name, number, email, profilePicUrl, isGroup },
    sendAt: at(10, 9),
    sentAt: null,
    status: 'PENDENTE',
    failure: null,
    repeat: 'none',
    mediaPath: null,
    mediaName: null,
    userId: 1,
    user: { id: 1, name: 'Ana Souza' },
    whatsappId: null,
    ticketId: null,
    ticketUuid: null,
    companyId,
    createdAt: at(1, 9),
    updatedAt: at(1, 9),
    ...part
  }
}

async function open(schedules: Schedule[], path = '/schedules') {
  const person = makeSessionUser({ profile: 'user' })
  const server = startServer({ ...person, company: { ...person.company, timeZone } })
  server.on(listSchedules, ({ query }) => {
    const found = schedules.filter(({ status, contact, body }) => {
      const isAsked = query.undecided !== true || status === 'ATRASADA' || status === 'ERRO'
      return isAsked && `${contact.name} ${body}`.toLowerCase().includes(query.searchParam)
    })
    return { schedules: found, count: found.length, hasMore: false }
  })
  server.on(showContact, () => makeContact({ id: 4, name: 'Maria Lima' }))
  server.on(listConnections, () => [makeConnection()])
  server.on(listContacts, () => ({ contacts: [makeContact()], count: 1, hasMore: false }))
  const { screen } = await renderConsole(path)
  const button = (name: string | RegExp) => screen.getByRole('button', { name }).first()
  /** Of this month, which comes before days of the next one. */
  const cell = (day: number) => screen.getByRole('cell', { name: new RegExp(`^Ver ${day} de `) }).first()
  const view = async (name: string) => screen.getByText(name, { exact: true }).click()
  return { server, screen, button, view, cell, dialog: screen.getByRole('dialog') }
}

test('a calendar that could not be had without a line comes when it is back', async () => {
  const server = startServer()
  server.line.greetWith(5)
  server.on(listConnections, () => [])
  server.on(listSchedules, () => {
    throw new AppError('ERR_INTERNAL')
  })
  const { screen } = await renderConsole('/schedules')
  const another = screen.getByRole('button', { name: 'Tentar de novo' })
  await expect.element(another).toBeVisible()
  server.setDown(true)
  await expect.poll(() => useRealtime.getState().state).toBe('offline')
  server.on(listSchedules, () => ({ schedules: [], count: 0, hasMore: false }))
  server.setDown(false)
  await expect.poll(() => another.elements()).toHaveLength(0)
})

test('a message is scheduled by the clocks of the company, with variable, emoji, repetition and image', async () => {
  const { server, screen, button, dialog } = await open([])
  server.on(createSchedule, ({ body }) => make({ body: body.body, repeat: body.repeat ?? 'none' }))
  server.on(uploadScheduleImage, () => make({ repeat: 'monthly', mediaPath: 'x/a.png', mediaName: 'a_b.png' }))
  await button('Novo agendamento').click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Mensagem' })).toHaveAccessibleDescription('Obrigatório')
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Oi')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect
    .element(dialog.getByRole('textbox', { name: 'Mensagem' }))
    .toHaveAccessibleDescription('Mensagem muito curta')
  await dialog.getByRole('combobox', { name: 'Contato' }).fill('joão')
  await screen.getByRole('option', { name: /João Pereira/ }).click()
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Olá , tudo bem?')
  const area = dialog.getByRole('textbox', { name: 'Mensagem' }).element() as HTMLTextAreaElement
  area.setSelectionRange(4, 4)
  await dialog.getByRole('button', { name: 'Inserir variável' }).click()
  await screen.getByRole('menuitem', { name: /^Primeiro nome/ }).click()
  await expect
    .element(dialog.getByRole('textbox', { name: 'Mensagem' }))
    .toHaveValue('Olá {{primeiro_nome}}, tudo bem?')
  await dialog.getByLabelText(/^Data e hora/).fill(`${clock.year + 1}-01-31T09:30`)
  await dialog.getByRole('combobox', { name: 'Repetição' }).click()
  await screen.getByRole('option', { name: 'Todo mês' }).click()
  await expect.element(dialog.getByText('Em meses mais curtos, no último dia.')).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file field')
  await userEvent.upload(input, new File(['png'], 'a b.png', { type: 'image/png' }))
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Agendamento salvo com sucesso.')).toBeVisible()
  expect(server.callsOf(createSchedule)[0]?.body).toEqual({
    body: 'Olá {{primeiro_nome}}, tudo bem?',
    contactId: 1,
    sendAt: `${clock.year + 1}-01-31T09:30`,
    repeat: 'monthly',
    whatsappId: null
  })
  expect((server.callsOf(uploadScheduleImage)[0]?.form?.get('file') as File | undefined)?.name).toBe('a_b.png')
})

test('five views show it at its place by the clocks of the company, with labels of the language', async () => {
  const { screen, view, button, cell } = await open([make({ sendAt: at(10, 1), repeat: 'weekly' })])
  const message = button(/^01:00 João Pereira.*, Agendada/)
  await expect.element(cell(10).getByRole('button', { name: /^01:00 João Pereira/ })).toBeVisible()
  await cell(10)
    .getByRole('button', { name: /^Ver 10 de / })
    .click()
  await expect.element(screen.getByRole('row', { name: /^01:00 / })).toMatchTextContent('João Pereira')
  for (const name of ['Semana', 'Dia', 'Mês', 'Agenda']) {
    await view(name)
    await expect.element(message).toBeInTheDocument()
  }
  await view('Dias úteis')
  await expect.poll(() => screen.getByRole('columnheader').elements().length).toBe(6)
  await expect.element(screen.getByRole('columnheader', { name: /^seg/i })).toBeVisible()
})

test('one is dragged to another day and keeps its hour; a refusal takes it back', async () => {
  const { server, screen, cell, button } = await open([make()])
  server.on(updateSchedule, ({ body }) => make({ sendAt: at(Number(body.sendAt?.slice(8, 10)), 9) }))
  const message = button(/^09:00 João Pereira/)
  await expect.element(cell(10).getByRole('button', { name: /^09:00/ })).toBeVisible()
  await message.dropTo(cell(12))
  await expect.element(cell(12).getByRole('button', { name: /^09:00/ })).toBeVisible()
  await expect.element(screen.getByText(/^Agendamento movido para/)).toBeVisible()
  expect(server.callsOf(updateSchedule)[0]?.body).toEqual({ sendAt: `${dayText(12)}T09:00` })
  server.on(updateSchedule, () => {
    throw new AppError('ERR_SCHEDULE_IN_PAST', { fields: { sendAt: 'ERR_SCHEDULE_IN_PAST' } })
  })
  await message.dropTo(cell(3))
  await expect.element(screen.getByText('Escolha um momento que ainda não passou.')).toBeVisible()
  await expect.element(cell(12).getByRole('button', { name: /^09:00/ })).toBeVisible()
})

test('what did not go out on time is asked about: sent now or not at all', async () => {
  const late = make({ status: 'ATRASADA' })
  const wrong = make({ id: 2, status: 'ERRO', failure: 'ERR_TICKET_CONTACT_UNREACHABLE', body: 'Bom dia!' })
  const { server, screen } = await open([late, wrong])
  server.on(decideSchedule, ({ body }) =>
    body.decision === 'send'
      ? make({ ...late, status: 'ENVIADA', sentAt: at(10, 10) })
      : make({ ...wrong, status: 'PULADA', failure: null })
  )
  const word = screen.getByRole('alert').filter({ hasText: 'não saíram na hora' })
  await expect.element(word).toMatchTextContent('2 mensagens não saíram na hora')
  await expect.element(word).toMatchTextContent('Ainda não se sabe o número deste contato')
  await word.getByRole('button', { name: 'Enviar agora' }).first().click()
  await expect.element(screen.getByText('A mensagem está a caminho.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Enviar agora' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Não enviar', exact: true }).click()
  await expect.element(screen.getByText('A mensagem não será enviada.').first()).toBeVisible()
  await expect.poll(() => screen.getByText(/na hora/).elements()).toHaveLength(0)
  expect(server.callsOf(decideSchedule).map(({ body }) => body)).toEqual([{ decision: 'send' }, { decision: 'skip' }])
})

test('one that was sent is shown and cannot be saved again', async () => {
  const { screen, button, dialog } = await open([
    make({ status: 'ERRO', sentAt: at(10, 9), failure: 'not-on-whatsapp', ticketUuid: 'abc', ticketId: 5 })
  ])
  await button(/^09:00 João Pereira/).click()
  await expect.element(screen.getByRole('dialog', { name: 'Erro de envio' })).toBeVisible()
  await expect.element(dialog).toMatchTextContent('este número não está no WhatsApp')
  expect(dialog.getByRole('button', { name: 'Salvar' }).elements()).toHaveLength(0)
})

test('what is heard while the calendar is loaded stays', async () => {
  const { server, button } = await open([make(), make({ id: 3, sendAt: at(11, 15) })])
  await expect.element(button(/^15:00/)).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(listSchedules, async () => {
    await promise
    return { schedules: [make(), make({ id: 3, sendAt: at(11, 15) })], count: 2, hasMore: false }
  })
  const loaded = reloadCalendar()
  server.line.emit(scheduleEvent, companyId, { action: 'delete', scheduleId: 3 }, 1)
  await expect.poll(() => useCalendar.getState().items).toHaveLength(1)
  resolve()
  await loaded
  expect(useCalendar.getState().items.map(({ id }) => id)).toEqual([make().id])
})

test('one that is sent while it is moved stays sent when that is refused', async () => {
  const { server, button } = await open([make()])
  await expect.element(button(/^09:00/)).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const sent = make({ status: 'ENVIADA', sentAt: at(10, 9) })
  const shown = () => useCalendar.getState().items
  server.on(updateSchedule, async () => {
    server.line.emit(scheduleEvent, companyId, { action: 'update', schedule: sent }, 1)
    await expect.poll(shown).toEqual([sent])
    throw new AppError('ERR_SCHEDULE_ALREADY_SENT')
  })
  await expect(moveSchedule(make(), `${dayText(12)}T09:00`)).rejects.toThrow()
  expect(shown()).toEqual([sent])
})

test('one is deleted after a question, and what others do appears by itself', async () => {
  const { server, screen, button, view } = await open([make({ repeat: 'daily' })])
  server.on(deleteSchedule, () => ({ message: 'ok' }))
  await expect.element(button(/^09:00 João Pereira/)).toBeVisible()
  await view('Mês')
  await button(/^09:00 João Pereira/).hover()
  await button('Excluir: 09:00 João Pereira').click()
  const question = screen.getByRole('dialog')
  await expect.element(question).toMatchTextContent('a repetição termina aqui')
  await question.getByRole('button', { name: 'Excluir' }).click()
  await expect.element(screen.getByText('Agendamento excluído com sucesso.')).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.line.emit(scheduleEvent, companyId, { action: 'create', schedule: make({ id: 3, sendAt: at(11, 15) }) }, 1)
  await expect.element(button(/^15:00 João Pereira, Agendada/)).toBeVisible()
  const late = make({ id: 3, sendAt: at(11, 15), status: 'ATRASADA' })
  server.line.emit(scheduleEvent, companyId, { action: 'update', schedule: late }, 2)
  await expect.element(button(/^15:00 João Pereira, Atrasada/)).toBeVisible()
  await expect.element(screen.getByText('1 mensagem não saiu na hora')).toBeVisible()
  server.line.emit(scheduleEvent, companyId, { action: 'delete', scheduleId: 3 }, 3)
  await expect.poll(() => button(/^15:00/).elements()).toHaveLength(0)
})

test('an address with a contact opens the dialog for that contact', async () => {
  const { dialog } = await open([], '/schedules?contactId=4')
  const field = dialog.getByRole('combobox', { name: 'Contato' })
  await expect.element(field).toHaveValue('Maria Lima · +55 (11) 91234-5678')
})
