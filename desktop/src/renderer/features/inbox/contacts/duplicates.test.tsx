// Duplicates on the contacts screen: what is offered, merging into the chosen one, and taking that back.
import { expect, test } from 'vitest'
import {
  addDistinction,
  listDistinctions,
  listDuplicates,
  listMerges,
  mergeContacts,
  removeDistinction,
  undoMerge,
  type ContactMerge
} from '@guiche/shared/features/inbox/contact-merges.ts'
import { listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { makeContact, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'
import { findDuplicates, offeredGroups } from './duplicates.store.ts'

const ana = makeContact({ id: 1, name: 'Ana Lima', number: '5511987654321', email: 'ana@exemplo.com' })
const other = makeContact({ id: 2, name: 'Ana L.', number: '5521988887777', email: 'ana@exemplo.com' })

const made: ContactMerge = {
  id: 5,
  keptId: 2,
  keptName: 'Ana L.',
  goneId: 1,
  goneName: 'Ana Lima',
  userName: 'Rui',
  createdAt: '2026-11-20T12:00:00.000Z',
  undoneAt: null
}

async function open(records: ContactMerge[] = []) {
  const server = startServer(makeSessionUser({ profile: 'admin' }))
  server.on(listContacts, () => ({ contacts: [ana, other], count: 2, hasMore: false }))
  server.on(listDuplicates, () => ({ groups: [{ reason: 'email' as const, contacts: [ana, other] }], hasMore: false }))
  server.on(listMerges, () => ({ records }))
  server.on(listDistinctions, () => ({ records: [] }))
  const { screen } = await renderConsole('/contacts')
  await screen.getByRole('button', { name: 'Importar, exportar, unir' }).click()
  await screen.getByRole('menuitem', { name: 'Encontrar duplicados…' }).click()
  return { server, dialog: screen.getByRole('dialog', { name: 'Contatos duplicados' }), screen }
}

test('the others are merged into the one that was chosen', async () => {
  const { server, dialog, screen } = await open()
  server.on(mergeContacts, () => made)
  await dialog.getByRole('radio', { name: 'Ana L.' }).click()
  await dialog.getByRole('button', { name: 'Unir os 2' }).click()
  await expect.element(screen.getByText('Tudo está em Ana L. agora.')).toBeVisible()
  await expect.element(dialog.getByText('Ana Lima foi unido a Ana L.')).toBeVisible()
  await expect.element(dialog.getByText('Nenhum registro')).toBeVisible()
  expect(server.callsOf(mergeContacts).map(({ params, body }) => [params, body])).toEqual([
    [{ id: 2 }, { contactId: 1 }]
  ])
})

test('a group that is merged while they are looked for does not come back with the answer', async () => {
  const { server, dialog } = await open()
  server.on(mergeContacts, () => made)
  await expect.element(dialog.getByRole('radio', { name: 'Ana L.' })).toBeVisible()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(listDuplicates, async () => {
    await promise
    return { groups: [{ reason: 'email' as const, contacts: [ana, other] }], hasMore: false }
  })
  const found = findDuplicates()
  await dialog.getByRole('radio', { name: 'Ana L.' }).click()
  await dialog.getByRole('button', { name: 'Unir os 2' }).click()
  await expect.element(dialog.getByText('Nenhum registro')).toBeVisible()
  resolve()
  await found
  expect(offeredGroups()).toEqual([])
})

test('a merge is taken back, and says so', async () => {
  const { server, dialog } = await open([made])
  server.on(undoMerge, () => ({ ...made, undoneAt: '2026-11-20T13:00:00.000Z' }))
  await dialog.getByRole('button', { name: 'Desfazer a união de Ana Lima' }).click()
  await expect.element(dialog.getByText('desfeita', { exact: true })).toBeVisible()
})

test('a merge that cannot be taken back says why, and stays', async () => {
  const { server, dialog, screen } = await open([made])
  server.on(undoMerge, () => {
    throw new AppError('ERR_MERGE_NOT_UNDOABLE')
  })
  await dialog.getByRole('button', { name: 'Desfazer a união de Ana Lima' }).click()
  await expect.element(screen.getByText(/Não dá mais para desfazer esta união/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Desfazer a união de Ana Lima' })).toBeEnabled()
})

test('a group that is not one person is put aside, and can be offered again', async () => {
  const { server, dialog, screen } = await open()
  const group = { reason: 'email' as const, contacts: [ana, other] }
  let isAside = false
  server.on(listDuplicates, () => ({ groups: isAside ? [] : [group], hasMore: false }))
  server.on(addDistinction, ({ body }) => {
    isAside = true
    const names = [ana.name, other.name]
    return { id: 3, reason: body.reason, names, count: 12, userName: 'Rui', createdAt: '2026-11-20T12:00:00.000Z' }
  })
  server.on(removeDistinction, () => {
    isAside = false
    return { message: 'ok' }
  })
  await dialog.getByRole('button', { name: 'Não é a mesma pessoa' }).click()
  await expect.element(dialog.getByText('Nenhum registro')).toBeVisible()
  await expect.element(dialog.getByText('Ana Lima, Ana L. e mais 10')).toBeVisible()
  expect(server.callsOf(addDistinction)[0]?.body).toEqual({ reason: 'email', contactId: 1 })
  await dialog.getByRole('button', { name: 'Voltar a sugerir Ana Lima' }).click()
  await expect.element(screen.getByText('O grupo volta a ser sugerido.')).toBeVisible()
  await expect.element(dialog.getByRole('radio', { name: 'Ana Lima' })).toBeVisible()
  await expect.element(dialog.getByText('Ana Lima, Ana L. e mais 10')).not.toBeInTheDocument()
})
