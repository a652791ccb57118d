// A copy of what is stored of a person, as an administrator asks for it and fetches it.
import { expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import {
  deletePersonExport,
  listPersonExports,
  openPersonExport,
  personExportEvent,
  startPersonExport,
  type PersonExportShown
} from '@guiche/shared/features/inbox/personal-data.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeConnection, makeContact, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const user = makeSessionUser({ profile: 'admin' })

function makeExport(given: Partial<PersonExportShown> = {}): PersonExportShown {
  return {
    id: 7,
    contactId: 1,
    contactName: 'João Pereira',
    userId: user.id,
    userName: user.name,
    status: 'waiting',
    failure: null,
    total: 0,
    done: 0,
    missing: 0,
    size: 0,
    createdAt: '2026-11-28T10:00:00.000Z',
    finishedAt: null,
    expiresAt: null,
    ...given
  }
}

async function open(profile: 'admin' | 'user' = 'admin', records: PersonExportShown[] = []) {
  const server = startServer({ ...user, profile })
  server.on(listConnections, () => [makeConnection()])
  server.on(listContacts, () => ({ contacts: [makeContact()], count: 1, hasMore: false }))
  server.on(listPersonExports, () => ({ records }))
  const { screen } = await renderConsole('/contacts')
  const button = (name: string) => screen.getByRole('button', { name })
  return { server, screen, button }
}

test('an admin asks for a copy with the own password; a wrong one is said beside its field', async () => {
  const { server, screen, button } = await open()
  await button('Tudo o que guardamos: João Pereira').click()
  server.on(startPersonExport, ({ body }) => {
    if (!body.currentPassword) throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    if (body.currentPassword !== 'certa') throw new AppError('ERR_CURRENT_PASSWORD_WRONG')
    return makeExport()
  })
  await button('Preparar cópia').click()
  const password = screen.getByLabelText(/^Sua senha atual/)
  await password.fill('errada')
  await button('Preparar cópia').click()
  await expect.element(password).toHaveAttribute('aria-invalid', 'true')
  await password.fill('certa')
  await button('Preparar cópia').click()
  await expect.element(screen.getByRole('listitem').getByText('Na fila…')).toBeVisible()
})

test('whoever asked sees how far it is, hears that it is there, and saves it', async () => {
  const { server, screen, button } = await open('admin', [makeExport()])
  await button('Tudo o que guardamos: João Pereira').click()
  const line = screen.getByRole('listitem')
  await expect.element(line.getByText('Na fila…')).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const { contactName: _name, ...moved } = makeExport({ status: 'running', total: 10, done: 4 })
  server.line.emit(personExportEvent, companyId, { action: 'update', export: moved }, 1)
  await expect.element(line.getByText('4 de 10 registros e arquivos')).toBeVisible()
  const end = { status: 'done' as const, done: 10, missing: 1, size: 2048, expiresAt: '2026-12-05T10:00:00.000Z' }
  server.line.emit(personExportEvent, companyId, { action: 'update', export: { ...moved, ...end } }, 2)
  await expect.element(screen.getByText('A cópia dos dados pessoais está pronta para baixar.')).toBeVisible()
  await expect.element(line.getByText(/1 arquivo já não estava guardado/)).toBeVisible()
  server.on(openPersonExport, () => ({ url: 'data:application/zip,x', name: 'copia.zip' }))
  await button('Baixar').click()
  await expect.poll(() => server.callsOf(openPersonExport)).toHaveLength(1)
})

test('copies of all people are listed with their names, and can be taken away', async () => {
  const failed = makeExport({ id: 8, contactName: 'Zulmira', status: 'failed', failure: 'storage-full' })
  const { server, screen, button } = await open('admin', [makeExport({ status: 'done' }), failed])
  server.on(deletePersonExport, () => ({ message: 'ok' }))
  await button('Importar, exportar, unir').click()
  await screen.getByRole('menuitem', { name: 'Cópias de dados pessoais…' }).click()
  await expect.element(screen.getByText('Não foi possível: falta espaço no servidor.')).toBeVisible()
  await screen
    .getByRole('listitem', { name: /Zulmira/ })
    .getByRole('button', { name: 'Excluir' })
    .click()
  await expect.poll(() => screen.getByRole('listitem', { name: /Zulmira/ }).elements()).toHaveLength(0)
  expect(server.callsOf(deletePersonExport)[0]?.params).toEqual({ id: 8 })
})

test('others are not offered it', async () => {
  const { button } = await open('user')
  await expect.element(button('Editar: João Pereira')).toBeVisible()
  expect(button('Tudo o que guardamos: João Pereira').elements()).toHaveLength(0)
})
