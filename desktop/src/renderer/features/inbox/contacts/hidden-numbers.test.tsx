// Hidden numbers on the screen: one is shown with a reason, a form leaves it alone, and sheets are out of reach.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { permissionKeys, type PermissionKey } from '@guiche/shared/kernel/access.ts'
import { listContacts, revealNumber, updateContact } from '@guiche/shared/features/inbox/contacts.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { makeConnection, makeContact, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const hidden = '+55 (11) 9••••-••34'

async function open(left: PermissionKey[] = []) {
  const permissions = permissionKeys.filter((key) => key !== 'numbers:view' && !left.includes(key))
  const server = startServer(makeSessionUser({ profile: 'user', role: { id: 1, name: 'Atendente', permissions } }))
  const contact = makeContact({ name: 'Maria Costa', number: hidden })
  server.on(listConnections, () => [makeConnection()])
  server.on(listContacts, () => ({ contacts: [contact], count: 1, hasMore: false }))
  const { screen } = await renderConsole('/contacts')
  return { server, screen, contact, show: screen.getByRole('button', { name: 'Mostrar número' }).first() }
}

test('a number is shown with a reason, by keyboard, and only on this screen', async () => {
  const { server, screen, show } = await open()
  server.on(revealNumber, () => ({ number: '5511987651234' }))
  await expect.element(screen.getByText(hidden).last()).toBeVisible()
  await show.click()
  const reason = screen.getByRole('textbox', { name: 'Motivo' })
  await expect.element(reason).toHaveFocus()
  await userEvent.keyboard('ab{Enter}')
  await expect.element(reason).toHaveAccessibleDescription(/curto/)
  await userEvent.keyboard('rir a conta{Enter}')
  await expect.element(screen.getByText('+55 (11) 98765-1234').last()).toBeVisible()
  expect(server.callsOf(revealNumber)[0]).toMatchObject({ params: { id: 1 }, body: { reason: 'abrir a conta' } })
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Mostrar número' }).elements()).toHaveLength(0)
})

test('a refusal is said, and the number stays hidden', async () => {
  const { server, screen, show } = await open()
  server.on(revealNumber, () => {
    throw new AppError('ERR_TOO_MANY_REQUESTS')
  })
  await show.click()
  await screen.getByRole('textbox', { name: 'Motivo' }).fill('Ligar de volta')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText(/Muitas tentativas|tente/i).first()).toBeVisible()
  await expect.element(screen.getByText(hidden).last()).toBeInTheDocument()
})

test('the form shows it, does not change it, and sends none', async () => {
  const { server, screen, contact } = await open()
  server.on(updateContact, () => ({ ...contact, email: 'maria@exemplo.com' }))
  await screen
    .getByRole('button', { name: /Editar/ })
    .first()
    .click()
  const number = screen.getByRole('textbox', { name: 'Número de WhatsApp' })
  await expect.element(number).toHaveValue(hidden)
  await expect.element(number).toHaveAttribute('readonly')
  await expect.element(number).toHaveAccessibleDescription('O número está oculto para você e fica como está.')
  await screen.getByRole('textbox', { name: 'E-mail' }).fill('maria@exemplo.com')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => server.callsOf(updateContact)[0]?.body).toMatchObject({ email: 'maria@exemplo.com' })
  expect(server.callsOf(updateContact)[0]?.body).not.toHaveProperty('number')
})

test('sheets of numbers are not offered', async () => {
  const { screen } = await open()
  await expect.element(screen.getByText(hidden).last()).toBeVisible()
  expect(screen.getByRole('button', { name: 'Mais opções' }).elements()).toHaveLength(0)
})
