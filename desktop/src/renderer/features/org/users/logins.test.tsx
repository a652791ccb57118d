// Devices of people, in one's own profile and in the dialog of a user.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  endLogin,
  endLogins,
  endOwnLogin,
  endOwnLogins,
  listLogins,
  listOwnLogins,
  type Login
} from '@guiche/shared/features/org/logins.ts'
import { listUsers } from '@guiche/shared/features/org/users.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { makeUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

function makeLogin(n: number, changes: Partial<Login> = {}): Login {
  return {
    id: uuid(n),
    browser: 'Firefox',
    system: 'Windows',
    address: '203.0.113.9',
    createdAt: '2026-01-05T12:00:00.000Z',
    seenAt: new Date(Date.now() - 5 * 60_000).toISOString(),
    isThis: false,
    ...changes
  }
}

const bruno = makeUser({ id: 2, name: 'Bruno Lima', email: 'bruno@padaria.com.br', profile: 'user' })

async function open(name: string) {
  const server = startServer()
  server.on(listUsers, () => ({ users: [makeUser(), bruno], count: 2, hasMore: false }))
  server.on(listOwnLogins, () => [
    makeLogin(1, { browser: 'Chrome', system: 'Linux', isThis: true }),
    makeLogin(2),
    makeLogin(3, { browser: null, system: null, address: null })
  ])
  server.on(listLogins, () => [makeLogin(4)])
  server.on(endOwnLogin, () => ({ ended: 1 }))
  server.on(endOwnLogins, () => ({ ended: 2 }))
  server.on(endLogin, () => ({ ended: 1 }))
  server.on(endLogins, () => ({ ended: 1 }))
  const { screen } = await renderConsole('/users')
  await screen
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: /^Editar/ })
    .click()
  return { server, screen, list: screen.getByRole('region', { name: 'Dispositivos conectados' }) }
}

test('one’s own devices are shown, this one marked and without a button, and are ended one by one', async () => {
  const { server, screen, list } = await open(makeUser().name)
  await expect.element(list.getByText('este dispositivo')).toBeVisible()
  await expect.element(list.getByText(/203\.0\.113\.9 · visto .* · entrou em /).first()).toBeVisible()
  await expect.element(list.getByText('Dispositivo desconhecido')).toBeVisible()
  expect(list.getByRole('button', { name: 'Desconectar Chrome no Linux' }).elements()).toHaveLength(0)
  server.on(endOwnLogin, ({ body }) => {
    if (body.currentPassword !== 'a minha senha') throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    return { ended: 1 }
  })
  await list.getByRole('button', { name: 'Desconectar Firefox no Windows' }).click()
  const question = screen.getByRole('dialog', { name: 'Desconectar Firefox no Windows?' })
  await question.getByRole('button', { name: 'Desconectar', exact: true }).click()
  await question.getByLabelText(/^Sua senha atual/).fill('a minha senha')
  expect(list.getByRole('listitem').elements()).toHaveLength(3)
  await question.getByRole('button', { name: 'Desconectar', exact: true }).click()
  await expect.element(screen.getByText('Dispositivo desconectado.')).toBeVisible()
  expect(server.callsOf(endOwnLogin)[1]?.params).toEqual({ loginId: uuid(2) })
  await expect.poll(() => list.getByRole('listitem').elements()).toHaveLength(2)
})

test('all others end at once after a question, and this one stays', async () => {
  const { server, screen, list } = await open(makeUser().name)
  await list.getByRole('button', { name: 'Desconectar todos os outros' }).click()
  const question = screen.getByRole('dialog', { name: 'Desconectar todos os outros dispositivos?' })
  await question.getByRole('button', { name: 'Desconectar todos os outros' }).click()
  await expect.poll(() => list.getByRole('listitem').elements()).toHaveLength(1)
  expect(server.callsOf(endOwnLogins)).toHaveLength(1)
  await expect.element(list.getByText('Chrome no Linux')).toBeVisible()
})

test('an admin ends the devices of somebody, and one that is gone already is told', async () => {
  const { server, screen, list } = await open('Bruno Lima')
  server.on(endLogin, () => {
    throw new AppError('ERR_NO_LOGIN_FOUND')
  })
  await list.getByRole('button', { name: 'Desconectar Firefox no Windows' }).click()
  const question = screen.getByRole('dialog', { name: 'Desconectar Firefox no Windows?' })
  await question.getByRole('button', { name: 'Desconectar', exact: true }).click()
  await expect.element(screen.getByText('Este dispositivo já não está conectado.')).toBeVisible()
  await question.getByRole('button', { name: 'Cancelar' }).click()
  expect(server.callsOf(endLogin)[0]?.params).toEqual({ id: 2, loginId: uuid(4) })
  await list.getByRole('button', { name: 'Desconectar todos' }).click()
  await screen
    .getByRole('dialog', { name: /desta pessoa/ })
    .getByRole('button', { name: 'Desconectar todos' })
    .click()
  await expect.element(list.getByText('Nenhum dispositivo conectado.')).toBeVisible()
  expect(server.callsOf(endLogins)[0]?.params).toEqual({ id: 2 })
})

test('on a phone the devices stay within the window', async () => {
  await page.viewport(390, 760)
  const { list } = await open(makeUser().name)
  await expect.element(list.getByText('este dispositivo')).toBeVisible()
  for (const row of list.getByRole('listitem').elements()) {
    expect(row.getBoundingClientRect().right).toBeLessThanOrEqual(390)
  }
})
