// The quick messages screen, as attendants and administrators use it.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  createQuickMessage,
  deleteQuickMessage,
  listQuickMessagePage,
  quickMessageEvent,
  removeQuickMessageFile,
  updateQuickMessage,
  uploadQuickMessageFile,
  type QuickMessage
} from '@guiche/shared/features/library/quick-messages.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import { refreshQueues } from '#features/org/queues/queues.store.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeQueue, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

function make(part: Partial<QuickMessage> = {}): QuickMessage {
  return {
    id: 1,
    shortcode: 'pix',
    message: 'Nossa chave é pix@padaria.com.br',
    geral: false,
    status: false,
    isMedia: false,
    mediaPath: null,
    mediaName: null,
    queueIds: [],
    userId: 1,
    companyId,
    ...part
  }
}

async function open(records: QuickMessage[]) {
  const server = startServer(makeSessionUser({ profile: 'user' }))
  server.on(listQuickMessagePage, () => ({ records, count: records.length, hasMore: false }))
  server.on(listQueues, () => [])
  const { screen } = await renderConsole('/quick-messages')
  const button = (name: string | RegExp) => screen.getByRole('button', { name }).first()
  const field = (name: string) => screen.getByRole('textbox', { name })
  return { server, screen, button, field, row: (name: string) => screen.getByRole('row', { name: new RegExp(name) }) }
}

test('one is written with an emoji at the cursor, a file and its flags; the shortcut is obligatory', async () => {
  const { server, screen, button, field, row } = await open([])
  server.on(createQuickMessage, ({ body }) => make({ ...body, id: 2 }))
  server.on(uploadQuickMessageFile, () =>
    make({ id: 2, shortcode: 'cardapio', geral: true, isMedia: true, mediaPath: 'x/a.pdf', mediaName: 'o_dia.pdf' })
  )
  await button('Adicionar resposta rápida').click()
  await button('Salvar').click()
  await expect.element(field('Atalho')).toHaveAccessibleDescription(/Obrigatório/)
  await field('Atalho').fill('cardapio')
  await field('Mensagem').fill('Bom dia! Veja o cardápio.')
  const area = field('Mensagem').element() as HTMLTextAreaElement
  expect(area.rows).toBe(7)
  area.setSelectionRange(8, 8)
  await button('Emojis').click()
  await screen.getByLabelText('Buscar emoji…').fill('coração vermelho')
  await screen.getByRole('gridcell', { name: 'coração vermelho' }).click()
  await expect.element(field('Mensagem')).toHaveValue('Bom dia!❤️ Veja o cardápio.')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => screen.getByLabelText('Buscar emoji…').elements()).toHaveLength(0)
  await screen.getByRole('checkbox', { name: 'Visível para toda a empresa' }).click()
  await screen.getByRole('checkbox', { name: 'Permitir que outros editem' }).click()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file field')
  await userEvent.upload(input, new File(['%PDF'], 'o dia.pdf', { type: 'application/pdf' }))
  await button('Salvar').click()
  await expect.element(screen.getByText('Resposta rápida salva com sucesso.')).toBeVisible()
  expect(server.callsOf(createQuickMessage)[0]?.body).toEqual({
    shortcode: 'cardapio',
    message: 'Bom dia!❤️ Veja o cardápio.',
    geral: true,
    status: true,
    queueIds: []
  })
  expect((server.callsOf(uploadQuickMessageFile)[0]?.form?.get('file') as File | undefined)?.name).toBe('o_dia.pdf')
  await expect.element(row('cardapio')).toMatchTextContent('o_dia.pdf')
})

test('the queues in which it is offered are chosen, and stand in the list', async () => {
  const [sales, support] = [makeQueue({ id: 4, name: 'Vendas' }), makeQueue({ id: 5, name: 'Suporte' })]
  const { server, screen, button, row } = await open([make({ queueIds: [5] })])
  server.on(listQueues, () => [sales, support])
  server.on(updateQuickMessage, ({ body }) => make({ queueIds: body.queueIds ?? [] }))
  await refreshQueues()
  await expect.element(row('pix')).toMatchTextContent('Suporte')
  await button('Editar: pix').click()
  const field = screen.getByRole('combobox', { name: 'Filas' })
  await field.click()
  await screen.getByRole('option', { name: 'Vendas' }).click()
  await userEvent.keyboard('{Escape}')
  await button('Salvar').click()
  await expect.element(screen.getByText('Resposta rápida salva com sucesso.')).toBeVisible()
  expect(server.callsOf(updateQuickMessage)[0]?.body).toMatchObject({ queueIds: [5, 4] })
  await expect.element(row('pix')).toMatchTextContent(/Vendas.*Suporte/)
})

test('the attachment is removed when the message is saved', async () => {
  const kept = make({ isMedia: true, mediaPath: 'x/chave.png', mediaName: 'chave.png' })
  const { server, screen, button, row } = await open([kept])
  server.on(updateQuickMessage, () => kept)
  server.on(removeQuickMessageFile, () => make())
  await button('Editar: pix').click()
  await button('Remover anexo').click()
  await expect.element(screen.getByText('O anexo será removido ao salvar.')).toBeVisible()
  await button('Salvar').click()
  await expect.element(row('pix')).toMatchTextContent('Sem anexo')
  expect(server.callsOf(removeQuickMessageFile)).toHaveLength(1)
})

test('others’ messages are edited when they are editable, and deleted by nobody else', async () => {
  const { screen, button } = await open([
    make({ id: 1, shortcode: 'minha' }),
    make({ id: 2, shortcode: 'aberta', userId: 9, geral: true, status: true }),
    make({ id: 3, shortcode: 'fechada', userId: 9, geral: true })
  ])
  await expect.element(button('Excluir: minha')).toBeInTheDocument()
  await expect.element(button('Editar: aberta')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /(Excluir: aberta|Editar: fechada|Excluir: fechada)/ }).elements()).toEqual(
    []
  )
  await button('Editar: aberta').click()
  await expect.element(screen.getByRole('checkbox', { name: 'Visível para toda a empresa' })).toBeDisabled()
})

test('one is deleted after a question, and changes of others appear by themselves', async () => {
  const { server, screen, button, row } = await open([
    make(),
    make({ id: 2, shortcode: 'horario', message: 'Das 8 às 18 horas' })
  ])
  server.on(deleteQuickMessage, () => ({ message: 'ok' }))
  await button('Excluir: pix').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expect.element(screen.getByText('Resposta rápida excluída com sucesso.')).toBeVisible()
  await expect.poll(() => row('pix').elements()).toHaveLength(0)
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.line.emit(
    quickMessageEvent,
    companyId,
    { action: 'create', record: make({ id: 3, shortcode: 'novo', message: 'Novidades' }) },
    1
  )
  server.line.emit(quickMessageEvent, companyId, { action: 'delete', id: 2 }, 2)
  await expect.element(row('novo')).toBeVisible()
  await expect.poll(() => row('horario').elements()).toHaveLength(0)
})

test('a long shortcut leaves its actions in sight on a phone', async () => {
  await page.viewport(390, 844)
  try {
    const { button } = await open([make({ shortcode: 'umatalhotaocompridoquenaocabeemumalinhadeumtelefone' })])
    await expect.element(button(/^Excluir/)).toBeVisible()
    expect(
      button(/^Excluir/)
        .element()
        .getBoundingClientRect().right
    ).toBeLessThanOrEqual(390)
  } finally {
    await page.viewport(1280, 800)
  }
})
