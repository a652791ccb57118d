// The search of scheduled messages says which days it looks through, and leads to what it finds beyond them.
import { expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { listSchedules, type Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { addDays } from './calendar-days.ts'
import { instantOf, today } from '#platform/session/company-clock.ts'
import { formatCalendar } from '#platform/text/format.ts'
import { companyId, makeContact, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

/** At noon, so many days from now. */
function make(id: number, days: number, body = 'Seu pedido chegou'): Schedule {
  const { id: contactId, name, number, email, profilePicUrl, isGroup, createdAt, updatedAt } = makeContact()
  const contact = { id: contactId, name, number, email, profilePicUrl, isGroup }
  const sendAt = instantOf(`${addDays(today(), days)}T12:00`)
  const what = { id, body, contactId, contact, sendAt, sentAt: null, status: 'PENDENTE' as const, failure: null }
  const none = { mediaPath: null, mediaName: null, userId: null, user: null, whatsappId: null }
  const place = { ticketId: null, ticketUuid: null, companyId, createdAt, updatedAt }
  return { ...what, repeat: 'none', ...none, ...place }
}
const shown = (days: number) =>
  formatCalendar(addDays(today(), days), { day: '2-digit', month: '2-digit', year: 'numeric' })

async function open(all: Schedule[]) {
  const server = startServer(makeSessionUser({ profile: 'user' }))
  server.on(listConnections, () => [])
  server.on(listSchedules, ({ query }) => {
    if (query.undecided === true) return { schedules: [], count: 0, hasMore: false }
    const found = all
      .filter(({ sendAt, body }) => {
        const isIn = sendAt >= (query.dateStart ?? '') && sendAt < (query.dateEnd ?? '9')
        return isIn && body.toLowerCase().includes(query.searchParam)
      })
      .toSorted((a, b) => b.sendAt.localeCompare(a.sendAt))
    // Pages of two.
    const from = (query.pageNumber - 1) * 2
    return { schedules: found.slice(from, from + 2), count: found.length, hasMore: from + 2 < found.length }
  })
  const { screen } = await renderConsole('/schedules')
  await screen.getByText('Dia', { exact: true }).click()
  const search = (text: string) => screen.getByRole('searchbox', { name: 'Buscar agendamentos' }).fill(text)
  const line = screen.getByRole('status').filter({ hasText: 'A busca cobre estes dias:' })
  return { server, screen, search, line }
}

test('what is found on the days that are shown is counted, and the nearest before and after are a click away', async () => {
  const all = [
    make(1, 0),
    make(2, -90),
    make(3, -400),
    make(4, 70),
    make(5, 200),
    make(6, 300),
    make(7, 0, 'Outra coisa')
  ]
  const { screen, search, line } = await open(all)
  expect(line.elements()).toHaveLength(0)
  await search('Pedido')
  await expect.element(line.getByText(/1 agendamento encontrado\./)).toBeVisible()
  await expect.element(line.getByRole('button', { name: `2 antes, o último em ${shown(-90)}` })).toBeVisible()
  await line.getByRole('button', { name: `3 depois, o próximo em ${shown(70)}` }).click()
  await expect.element(line.getByRole('button', { name: `3 antes, o último em ${shown(0)}` })).toBeVisible()
  await expect.element(line.getByRole('button', { name: `2 depois, o próximo em ${shown(200)}` })).toBeVisible()
  const title = formatCalendar(addDays(today(), 70), { dateStyle: 'long' })
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
})

test('nothing anywhere is said, and so is a search of other days that failed', async () => {
  const { server, search, line } = await open([make(1, 0)])
  await search('xyz')
  await expect.element(line.getByText(/Nada encontrado neles\. Em outras datas também não há nada\./)).toBeVisible()
  await search('pedido')
  await expect.element(line.getByText(/1 agendamento encontrado\. Em outras datas não há mais nada\./)).toBeVisible()
  server.on(listSchedules, () => {
    throw new AppError('ERR_INTERNAL')
  })
  await search('pedi')
  await expect.element(line.getByText(/Não foi possível procurar em outras datas\./)).toBeVisible()
})
