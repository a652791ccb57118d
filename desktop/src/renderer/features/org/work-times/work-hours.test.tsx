// Hours in which somebody may sign in: the dialog, the line before their end, and what the login says outside of them.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { login } from '@guiche/shared/features/org/auth.ts'
import { listLogins } from '@guiche/shared/features/org/logins.ts'
import type { ScheduleRow } from '@guiche/shared/features/org/opening-hours.ts'
import { showSecondFactorOf } from '@guiche/shared/features/org/second-factor.ts'
import { listUsers } from '@guiche/shared/features/org/users.ts'
import type { WorkHours } from '@guiche/shared/features/org/work-hours.ts'
import { saveWorkHours } from '@guiche/shared/features/org/work-times.ts'
import { shownAt } from '#platform/session/company-clock.ts'
import { formatClock, formatDateTime } from '#platform/text/format.ts'
import { makeSessionUser, makeUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const bruno = makeUser({ id: 7, name: 'Bruno Lima', profile: 'user', online: false })
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

function hours(startTime: string, endTime: string): WorkHours {
  const row = (weekdayEn: ScheduleRow['weekdayEn']) => ({ weekday: weekdayEn, weekdayEn, startTime, endTime })
  return { schedules: weekdays.map(row), daysOff: [] }
}

async function openList(user = bruno) {
  const server = startServer()
  server.on(listUsers, () => ({ users: [user], count: 1, hasMore: false }))
  server.on(listLogins, () => [])
  server.on(showSecondFactorOf, () => ({ since: null, passkeys: 0 }))
  server.on(saveWorkHours, ({ body }) => ({ ...user, workHours: body.hours as WorkHours | null }))
  const { screen } = await renderConsole('/users')
  return { server, screen }
}

async function openUser(user = bruno) {
  const { server, screen } = await openList(user)
  await screen.getByRole('button', { name: 'Editar: Bruno Lima' }).click()
  const part = screen.getByRole('region', { name: 'Horário e férias' })
  const open = () => part.getByRole('button', { name: 'Alterar: Horário e férias' }).click()
  return { server, screen, part, open, dialog: screen.getByRole('dialog', { name: 'Horário e férias: Bruno Lima' }) }
}

test('the list says who is outside of their hours', async () => {
  const { screen } = await openList({ ...bruno, workHours: hours('00:00', '00:00') })
  await expect.element(screen.getByRole('row', { name: /Bruno Lima.*Fora do horário/ })).toBeInTheDocument()
})

test('an admin limits the hours of somebody', async () => {
  const { server, part, open, dialog } = await openUser()
  await expect.element(part.getByText('Sem limite')).toBeVisible()
  await open()
  await dialog.getByRole('switch', { name: /^Limitar o horário de acesso/ }).click({ force: true })
  await dialog.getByLabelText('Segunda-feira: início 1').fill('22:00')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => server.callsOf(saveWorkHours)).toHaveLength(1)
  const { params, body } = server.callsOf(saveWorkHours)[0] ?? {}
  expect(params).toEqual({ id: 7 })
  const monday = { weekdayEn: 'monday', startTime: '22:00', endTime: '18:00' }
  expect((body as { hours: WorkHours }).hours.schedules[0]).toMatchObject(monday)
})

test('a day off without its date is not saved', async () => {
  const { server, open, dialog } = await openUser({ ...bruno, workHours: hours('08:00', '18:00') })
  await open()
  await dialog.getByRole('button', { name: 'Adicionar folga' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(dialog.getByText('Confira os horários e as folgas marcados acima.')).toBeVisible()
  expect(server.callsOf(saveWorkHours)).toHaveLength(0)
})

test('an admin takes the limit of somebody away', async () => {
  const { server, part, open, dialog } = await openUser({ ...bruno, workHours: hours('00:00', '00:00') })
  await expect.element(part.getByText('Fora do horário')).toBeVisible()
  await open()
  await dialog.getByRole('switch', { name: /^Limitar o horário de acesso/ }).click({ force: true })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(part.getByText('Sem limite')).toBeVisible()
  expect(server.callsOf(saveWorkHours).at(-1)?.body).toEqual({ hours: null })
})

/** Hours that end in so many minutes by the clocks of the company. */
function endingIn(minutes: number): WorkHours {
  const time = (ms: number) => shownAt(ms).slice(11)
  return hours(time(Date.now() - 3_600_000), time(Date.now() + minutes * 60_000))
}

test('ten minutes before the end a line says so, and not before', async () => {
  startServer(makeSessionUser({ profile: 'user', workHours: endingIn(8) }))
  const { screen } = await renderConsole('/tickets')
  const time = formatClock(shownAt(Date.now() + 8 * 60_000).slice(11))
  await expect.element(screen.getByText(`Seu horário termina às ${time}`, { exact: false })).toBeVisible()
})

test('an hour before the end nothing is said', async () => {
  startServer(makeSessionUser({ profile: 'user', workHours: endingIn(60) }))
  const { screen } = await renderConsole('/tickets')
  await expect.element(screen.getByRole('link', { name: 'Atendimentos' })).toBeVisible()
  await expect.element(screen.getByText('Seu horário termina', { exact: false })).not.toBeInTheDocument()
})

test('outside of the hours the login says from when on it works', async () => {
  const server = startServer(makeSessionUser())
  const opens = '2026-11-30T11:00:00.000Z'
  server.on(login, () => {
    throw new AppError('ERR_OUTSIDE_HOURS', { values: { opens } })
  })
  const { screen } = await renderConsole('/login', { signedIn: false })
  await screen.getByLabelText('E-mail').fill('ana@padaria.com.br')
  await screen.getByLabelText('Senha', { exact: true }).fill('segredo')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(screen.getByText(`Pode entrar a partir de ${formatDateTime(opens)}.`, { exact: false }))
    .toBeVisible()
})
