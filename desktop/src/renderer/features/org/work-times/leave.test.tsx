// Leave: set in the dialog of somebody, said in the list, and nobody on leave is chosen for a transfer.
import { expect, test } from 'vitest'
import { listLogins } from '@guiche/shared/features/org/logins.ts'
import { showSecondFactorOf } from '@guiche/shared/features/org/second-factor.ts'
import { listAllUsers, listUsers } from '@guiche/shared/features/org/users.ts'
import { endLeave, saveLeave } from '@guiche/shared/features/org/work-times.ts'
import type { Leave } from '@guiche/shared/features/org/work-hours.ts'
import { makeUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const bruno = makeUser({ id: 7, name: 'Bruno Lima', profile: 'user', online: false })
const away: Leave = { from: '2020-01-01', until: '2999-12-12', standInId: null }

async function openUsers(leave: Leave | null) {
  const user = { ...bruno, leave }
  const server = startServer()
  server.on(listUsers, () => ({ users: [user], count: 1, hasMore: false }))
  server.on(listAllUsers, () => [makeUser({ id: 9, name: 'Carla Mendes' })])
  server.on(listLogins, () => [])
  server.on(showSecondFactorOf, () => ({ since: null, passkeys: 0 }))
  server.on(saveLeave, ({ body }) => ({ ...user, leave: body as Leave }))
  server.on(endLeave, () => ({ ...user, leave: null }))
  const { screen } = await renderConsole('/users')
  const dialog = screen.getByRole('dialog', { name: 'Horário e férias: Bruno Lima' })
  const open = async () => {
    await screen.getByRole('button', { name: 'Editar: Bruno Lima' }).click()
    await screen.getByRole('button', { name: 'Alterar: Horário e férias' }).click()
    await dialog.getByRole('tab', { name: 'Férias ou ausência' }).click()
  }
  return { server, screen, dialog, open }
}

test('the list says until when somebody is away', async () => {
  const { screen } = await openUsers(away)
  await expect.element(screen.getByRole('row', { name: /Bruno Lima.*De férias até 12\/12\/2999/ })).toBeInTheDocument()
})

test('a leave is set with its days, and not without the last', async () => {
  const { server, dialog, open } = await openUsers(null)
  await open()
  await dialog.getByLabelText('Primeiro dia').fill('2998-12-01')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(dialog.getByLabelText('Último dia')).toHaveAccessibleDescription('Obrigatório')
  await dialog.getByLabelText('Último dia').fill('2998-12-20')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect
    .poll(() => server.callsOf(saveLeave)[0])
    .toMatchObject({
      params: { id: 7 },
      body: { from: '2998-12-01', until: '2998-12-20', standInId: null }
    })
})

test('an admin ends a leave early', async () => {
  const { server, dialog, open } = await openUsers(away)
  await open()
  await dialog.getByRole('button', { name: 'Sem ausência' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => server.callsOf(endLeave)).toHaveLength(1)
})
