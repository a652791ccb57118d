// The file lists screen, as administrators use it.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  createFileList,
  deleteFileList,
  fileListEvent,
  listFileLists,
  updateFileList,
  uploadListFiles,
  type FileList
} from '@guiche/shared/features/library/file-lists.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

function option(id: number, fileName: string) {
  return {
    id,
    name: '',
    path: `x/${fileName}`,
    mediaType: 'application/pdf',
    fileName,
    size: 2048
  }
}

function make(part: Partial<FileList> = {}): FileList {
  return {
    id: 1,
    name: 'Catálogos',
    message: 'Veja o que preparamos.',
    options: [],
    userId: 1,
    companyId,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    ...part
  }
}

test('a list is written, its files are sent one after the other, edited and deleted, and events keep it', async () => {
  const server = startServer(makeSessionUser({ profile: 'admin' }))
  let sent = 0
  let stored = make({ id: 2, name: 'Tabelas' })
  server.on(listFileLists, () => ({ files: [], count: 0, hasMore: false }))
  server.on(createFileList, () => stored)
  server.on(uploadListFiles, () => {
    sent++
    stored = { ...stored, options: [...stored.options, option(sent, `tabela-${sent}.pdf`)] }
    return stored
  })
  server.on(updateFileList, ({ body }) => {
    const ids = (body.options ?? []).map(({ id }) => Number(id))
    stored = { ...stored, options: stored.options.filter(({ id }) => ids.includes(id)) }
    return stored
  })
  server.on(deleteFileList, () => ({ message: '' }))
  const { screen } = await renderConsole('/files')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const button = (name: string | RegExp) => screen.getByRole('button', { name }).first()
  await button('Adicionar lista').click()
  const dialog = screen.getByRole('dialog', { name: 'Adicionar lista' })
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('ab')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(dialog.getByText('nome muito curto')).toBeVisible()
  await expect.element(dialog.getByText('Obrigatório')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Tabelas')
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Preços de hoje.')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file field')
  await userEvent.upload(input, [new File(['%PDF'], 'tabela-1.pdf'), new File(['%PDF'], 'tabela-2.pdf')])
  await dialog.getByRole('textbox', { name: 'Legenda de tabela-2.pdf' }).fill('Atacado')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Lista de arquivos salva com sucesso.')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Tabelas.*2 arquivos/ })).toBeVisible()
  expect(server.callsOf(createFileList)).toHaveLength(1)
  const forms = server.callsOf(uploadListFiles).map(({ form }) => form)
  expect(forms.map((form) => (form?.get('files') as File | null)?.name)).toEqual(['tabela-1.pdf', 'tabela-2.pdf'])
  expect(forms.map((form) => form?.get('name'))).toEqual(['', 'Atacado'])

  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  await button('Editar: Tabelas').click()
  const edit = screen.getByRole('dialog', { name: 'Editar lista' })
  await edit.getByRole('button', { name: 'Remover tabela-1.pdf' }).click()
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByRole('row', { name: /Tabelas.*1 arquivo/ })).toBeVisible()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)

  server.line.emit(fileListEvent, companyId, { action: 'create', record: make({ id: 9, name: 'De outra pessoa' }) }, 1)
  await expect.element(screen.getByRole('row', { name: /De outra pessoa/ })).toBeVisible()
  await button('Excluir: Tabelas').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).click()
  await expect.element(screen.getByText('Lista de arquivos excluída com sucesso.')).toBeVisible()
  await expect.poll(() => screen.getByRole('row', { name: /Tabelas/ }).elements()).toHaveLength(0)
})
