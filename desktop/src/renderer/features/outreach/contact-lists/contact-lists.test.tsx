// The contact lists screens: a list with its people, the import into it, and the check of their numbers as it goes on.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { contactImportEvent, type ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import * as lists from '@guiche/shared/features/outreach/contact-lists.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const at = '2026-11-20T12:00:00.000Z'
function makeList(part: Partial<lists.ContactList> = {}): lists.ContactList {
  return {
    id: 3,
    name: 'Clientes do inverno',
    contactsCount: 2,
    uncheckedCount: 1,
    companyId,
    createdAt: at,
    updatedAt: at,
    ...part
  }
}
function makeItem(part: Partial<lists.ContactListItem> = {}): lists.ContactListItem {
  return {
    id: 1,
    name: 'Ana Lima',
    number: '5511987654321',
    email: '',
    isWhatsappValid: true,
    checkedAt: at,
    companyId,
    contactListId: 3,
    ...part
  }
}
function makeImport(part: Partial<ContactImport> = {}): ContactImport {
  return {
    id: 8,
    contactListId: 3,
    fileName: 'clientes.xlsx',
    userName: 'Ana',
    status: 'running',
    failure: null,
    total: 4,
    done: 2,
    created: 2,
    updated: 0,
    unchanged: 0,
    merged: 0,
    bad: 0,
    createdAt: at,
    finishedAt: null,
    ...part
  }
}

/** A company that writes campaigns. */
function start(profile: 'admin' | 'user') {
  const plain = makeSessionUser({ profile })
  const settings = [{ key: 'campaignsEnabled', value: 'true' }]
  const server = startServer({ ...plain, company: { ...plain.company, settings } })
  server.on(lists.listContactLists, () => ({ records: [makeList()], count: 1, hasMore: false }))
  server.on(lists.showContactList, () => ({ ...makeList(), validCount: 1 }))
  server.on(lists.listContactListImports, () => ({ records: [] }))
  return server
}

test('a list is opened from the menu, filled by hand and by a sheet, and the check of its numbers is seen', async () => {
  const server = start('admin')
  let people = [makeItem(), makeItem({ id: 2, name: 'Rui', isWhatsappValid: false, checkedAt: null })]
  server.on(lists.listContactListItems, () => ({ contacts: people, count: people.length, hasMore: false }))
  server.on(lists.createContactListItem, ({ body }) => makeItem({ ...body, id: 5, checkedAt: null }))
  server.on(lists.uploadContactList, () => makeImport())
  const { screen, path } = await renderConsole('/tickets')
  await screen.getByRole('button', { name: 'Mais' }).click()
  await screen.getByRole('link', { name: 'Listas de contatos' }).first().click()
  await screen.getByRole('button', { name: 'Ver contatos: Clientes do inverno' }).click()
  await expect.poll(path).toBe('/contact-lists/3/contacts')
  await expect.element(screen.getByRole('heading', { name: 'Clientes do inverno' })).toBeVisible()
  await expect.element(screen.getByText('2 contatos · 1 número a verificar no WhatsApp')).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Está no WhatsApp' })).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Ainda não verificado' })).toBeVisible()

  await screen.getByRole('button', { name: 'Adicionar contato' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Adicionar contato' })
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Bia Reis')
  await dialog.getByRole('textbox', { name: 'Número de WhatsApp' }).fill('5521998877665')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByRole('row', { name: /Bia Reis/ })).toBeVisible()
  expect(server.callsOf(lists.createContactListItem)[0]?.body).toMatchObject({ contactListId: 3, name: 'Bia Reis' })
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)

  await screen.getByRole('button', { name: 'Importar' }).click()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file field')
  await userEvent.upload(input, new File(['x'], 'clientes.xlsx'))
  const choosing = screen.getByRole('dialog', { name: 'Importar para a lista' })
  await choosing.getByRole('button', { name: 'Importar', exact: true }).click()
  const report = screen.getByRole('dialog', { name: 'clientes.xlsx' })
  await expect.element(report.getByText('2 de 4 linhas')).toBeVisible()

  await expect.poll(() => useRealtime.getState().state).toBe('online')
  people = [...people.map((item) => ({ ...item, isWhatsappValid: false, checkedAt: at }))]
  const done = makeImport({ status: 'done', done: 4, created: 4 })
  server.line.emit(contactImportEvent, companyId, { action: 'update', import: done }, 1)
  const record = makeList({ contactsCount: 7, uncheckedCount: 0 })
  server.line.emit(lists.contactListEvent, companyId, { action: 'update', record }, 2)
  await expect.element(screen.getByText('7 contatos', { exact: true })).toBeInTheDocument()
  await expect
    .poll(() => screen.getByRole('img', { name: 'Não está no WhatsApp', includeHidden: true }).elements())
    .toHaveLength(2)
})

test('attendants take nobody out of a list', async () => {
  const server = start('user')
  server.on(lists.listContactListItems, () => ({ contacts: [makeItem()], count: 1, hasMore: false }))
  const { screen } = await renderConsole('/contact-lists/3/contacts')
  await expect.element(screen.getByRole('button', { name: 'Editar: Ana Lima' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Excluir: Ana Lima' }).elements()).toHaveLength(0)
})

test('only a list that is gone leads back to the lists; one that could not be had comes when the line is back', async () => {
  const server = start('user')
  server.on(lists.listContactListItems, () => ({ contacts: [makeItem()], count: 1, hasMore: false }))
  server.on(lists.showContactList, () => {
    throw new AppError('ERR_INTERNAL')
  })
  const { screen, path, router } = await renderConsole('/contact-lists/3/contacts')
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(path()).toBe('/contact-lists/3/contacts')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.on(lists.showContactList, ({ params }) => {
    if (params.id !== 3) throw new AppError('ERR_NO_CONTACT_LIST_FOUND')
    return { ...makeList(), validCount: 1 }
  })
  server.setDown(true)
  await expect.poll(() => useRealtime.getState().state).toBe('offline')
  server.setDown(false)
  await expect.element(screen.getByRole('heading', { name: 'Clientes do inverno' })).toBeVisible()
  await router.navigate('/contact-lists/4/contacts')
  await expect.poll(path).toBe('/contact-lists')
})
