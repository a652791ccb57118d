// Import and export on the contacts screen: choosing a file, progress, the report, and what the browser saves.
import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  contactImportEvent,
  exportContacts,
  listContactImports,
  showContactImport,
  startContactImport,
  type ContactImport
} from '@guiche/shared/features/inbox/contact-sheets.ts'
import { contactEvent, listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeContact, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

function makeImport(wishes: Partial<ContactImport> = {}): ContactImport {
  return {
    id: 7,
    contactListId: null,
    fileName: 'clientes.csv',
    userName: 'Ana',
    status: 'waiting',
    failure: null,
    total: 0,
    done: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    merged: 0,
    bad: 0,
    createdAt: '2026-11-20T12:00:00.000Z',
    finishedAt: null,
    ...wishes
  }
}

async function open(records: ContactImport[] = [], profile: 'admin' | 'user' = 'admin') {
  const server = startServer(makeSessionUser({ profile }))
  server.on(listContacts, () => ({ contacts: [makeContact()], count: 1, hasMore: false }))
  server.on(listContactImports, () => ({ records }))
  const { screen } = await renderConsole('/contacts')
  const choose = async (item: string) => {
    await screen.getByRole('button', { name: 'Importar, exportar, unir' }).click()
    await screen.getByRole('menuitem', { name: item }).click()
  }
  return { server, screen, choose }
}

/** The dialog comes when its menu has gone. */
async function fileField(): Promise<HTMLInputElement> {
  const find = () => document.querySelector<HTMLInputElement>('input[type=file]')
  await expect.poll(find).not.toBeNull()
  const input = find()
  if (!input) throw new Error('there is no file field')
  return input
}

/** Names and addresses of what the page gives the browser to save. */
function watchSaved() {
  const saved: { name: string; href: string }[] = []
  const note = (event: MouseEvent) => {
    const link = event.target
    if (!(link instanceof HTMLAnchorElement) || link.download === '') return
    event.preventDefault()
    saved.push({ name: link.download, href: link.href })
  }
  document.addEventListener('click', note)
  onTestFinished(() => document.removeEventListener('click', note))
  return saved
}

test('a sheet is sent, its progress is followed, and the report tells of every row', async () => {
  const { server, screen, choose } = await open()
  server.on(startContactImport, () => makeImport())
  const badRows = [{ row: 3, name: 'Rui', number: '12', problem: 'number-invalid' as const }]
  const done = makeImport({ status: 'done', total: 3, done: 3, created: 1, merged: 1, bad: 1 })
  server.on(showContactImport, () => ({ ...done, badRows }))
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await choose('Importar de planilha…')
  const dialog = screen.getByRole('dialog', { name: 'Importar contatos' })
  await dialog.getByRole('button', { name: 'Importar', exact: true }).click()
  await expect.element(dialog.getByText('Escolha a planilha.')).toBeVisible()
  const input = await fileField()
  await userEvent.upload(input, new File(['Nome;Número\n'], 'clientes.csv'))
  await dialog.getByRole('button', { name: 'Importar', exact: true }).click()

  const report = screen.getByRole('dialog', { name: 'clientes.csv' })
  await expect.element(report.getByText('na fila')).toBeVisible()
  const running = makeImport({ status: 'running', total: 3, done: 2, created: 1, merged: 1 })
  server.line.emit(contactImportEvent, companyId, { action: 'update', import: running }, 1)
  await expect.element(report.getByText('2 de 3 linhas')).toBeVisible()
  const listed = server.callsOf(listContacts).length
  server.line.emit(contactImportEvent, companyId, { action: 'update', import: done }, 2)
  server.line.emit(contactEvent, companyId, { action: 'reload' }, 3)
  await expect.element(report.getByRole('cell', { name: 'Número inválido' })).toBeVisible()
  await expect.element(report.getByRole('cell', { name: 'Rui' })).toBeVisible()
  await expect.poll(() => server.callsOf(listContacts).length).toBeGreaterThan(listed)
  const saved = watchSaved()
  await report.getByRole('button', { name: 'Baixar' }).click()
  expect(saved[0]?.name).toBe('linhas-com-problema.csv')
  expect(server.callsOf(startContactImport)[0]?.form?.get('file')).toBeInstanceOf(File)
  await report.getByRole('button', { name: 'Fechar', exact: true }).last().click()
  await expect.element(screen.getByRole('button', { name: 'Importar, exportar, unir' })).toHaveFocus()
})

test('an import that runs is shown on the screen, also after a reload', async () => {
  const { screen } = await open([makeImport({ status: 'running', total: 5000, done: 1250, created: 1250 })])
  await expect.element(screen.getByText('clientes.csv: 1.250 de 5.000 linhas')).toBeVisible()
  await screen.getByRole('button', { name: 'Ver detalhes' }).click()
  await expect.element(screen.getByText('Você pode fechar esta janela: a importação continua.')).toBeVisible()
})

test('a file of another kind is refused before it travels', async () => {
  const { server, screen, choose } = await open()
  await choose('Importar de planilha…')
  const input = await fileField()
  input.removeAttribute('accept')
  await userEvent.upload(input, new File(['x'], 'foto.png'))
  await screen.getByRole('button', { name: 'Importar', exact: true }).click()
  await expect.element(screen.getByText(/Este tipo de arquivo não serve/)).toBeVisible()
  expect(server.callsOf(startContactImport)).toHaveLength(0)
})

test('an import that failed says why', async () => {
  const { screen, choose } = await open([makeImport({ status: 'failed', failure: 'no-columns' })])
  await choose('Importar de planilha…')
  await screen.getByRole('button', { name: /clientes\.csv.*Nada foi importado/ }).click()
  await expect.element(screen.getByText(/Não encontramos as colunas Nome e Número/)).toBeVisible()
})

test('contacts are exported as a file with the headings of the chosen language', async () => {
  const { server, screen, choose } = await open()
  const saved = watchSaved()
  server.on(exportContacts, () => ({ url: 'http://localhost/media/a/contatos.xlsx', name: 'contatos.xlsx', count: 12 }))
  await choose('Exportar para Excel (XLSX)')
  await expect.element(screen.getByText('12 contatos exportados.')).toBeVisible()
  expect(saved.map(({ name }) => name)).toEqual(['contatos.xlsx'])
  expect(server.callsOf(exportContacts)[0]?.body).toEqual({ format: 'xlsx', language: 'pt' })
})

test('attendants neither import nor export', async () => {
  const { server, screen } = await open([], 'user')
  await expect.element(screen.getByRole('row', { name: /João Pereira/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Importar, exportar, unir' }).elements()).toHaveLength(0)
  expect(server.callsOf(listContactImports)).toHaveLength(0)
})
