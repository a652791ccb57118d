// The connections screen, as an administrator uses it.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import { renewToken } from '@guiche/shared/features/inbox/connection-token.ts'
import {
  connectionEvent,
  connectionSessionEvent,
  createConnection,
  deleteConnection,
  endSession,
  listConnections,
  renewSession,
  startSession,
  updateConnection,
  type Connection,
  type ConnectionStatus
} from '@guiche/shared/features/inbox/connections.ts'
import { listInboundFailures, replayInboundFailure } from '@guiche/shared/features/inbox/inbound-failures.ts'
import { reloadEverything, useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeConnection, makeQueue } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

async function open(...connections: Connection[]) {
  const server = startServer()
  server.on(listConnections, () => connections)
  server.on(listQueues, () => [makeQueue(), makeQueue({ id: 2, name: 'Suporte' })])
  for (const endpoint of [startSession, renewSession, endSession, deleteConnection]) {
    server.on(endpoint, () => ({ message: 'ok' }))
  }
  const { screen } = await renderConsole('/connections')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const field = (name: string) => screen.getByRole('textbox', { name })
  const button = (name: string) => screen.getByRole('button', { name })
  const live = (connection: Connection) =>
    server.line.emit(connectionSessionEvent, companyId, { action: 'update', session: connection })
  return { server, screen, field, button, live }
}

const buttonsOf: [ConnectionStatus, string[], boolean][] = [
  ['qrcode', ['QR CODE'], true],
  ['DISCONNECTED', ['Tentar novamente', 'Novo QR CODE'], true],
  ['CONNECTED', ['Desconectar'], true],
  ['PAIRING', ['Desconectar'], true],
  ['TIMEOUT', ['Desconectar'], true],
  ['OPENING', ['Conectando'], false]
]

test.each(buttonsOf)('a connection in %s offers %s', async (status, names, isEnabled) => {
  const { screen, button } = await open(makeConnection({ status, statusReason: 'network' }))
  for (const name of names) {
    if (isEnabled) await expect.element(button(name)).toBeEnabled()
    else await expect.element(button(name)).toBeDisabled()
  }
  const shown = ['QR CODE', 'Tentar novamente', 'Novo QR CODE', 'Desconectar', 'Conectando'].filter(
    (name) => button(name).elements().length > 0
  )
  expect(shown.toSorted()).toEqual(names.toSorted())
  await expect.element(screen.getByText('+55 (11) 98765-4321')).toBeVisible()
})

test('try again, new code and disconnect make their calls', async () => {
  const stopped = makeConnection({ status: 'DISCONNECTED', statusReason: 'logged-out' })
  const { server, screen, button, live } = await open(stopped)
  await expect.element(screen.getByText(/O celular removeu este aparelho/)).toBeVisible()
  await button('Tentar novamente').click()
  await expect.poll(() => server.callsOf(startSession).length).toBe(1)
  await button('Novo QR CODE').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Novo QR CODE' }).click()
  await expect.poll(() => server.callsOf(renewSession).length).toBe(1)
  await expect.element(screen.getByRole('dialog', { name: 'Conectar Loja centro' })).toBeVisible()
  live({ ...stopped, status: 'CONNECTED', statusReason: null })
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  await button('Desconectar').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Desconectar' }).click()
  await expect.poll(() => server.callsOf(endSession).length).toBe(1)
})

test('a connection that was never paired gets its new code without a question', async () => {
  const { server, screen, button } = await open(
    makeConnection({ status: 'DISCONNECTED', statusReason: 'qr-expired', number: null })
  )
  await button('Novo QR CODE').click()
  await expect.element(screen.getByRole('dialog', { name: 'Conectar Loja centro' })).toBeVisible()
  expect(server.callsOf(renewSession)).toHaveLength(1)
})

test('the QR code follows every change and closes by itself when the phone is connected', async () => {
  const waiting = makeConnection({ status: 'qrcode', qrcode: 'first', retries: 1, number: null })
  const { screen, button, live } = await open(waiting)
  await button('QR CODE').click()
  const code = () => document.querySelector('[role="dialog"] svg[role="img"] path:nth-of-type(2)')?.getAttribute('d')
  await expect.element(screen.getByText('Abra o WhatsApp no celular')).toBeVisible()
  await expect.poll(code).toBeTruthy()
  const first = code()
  live({ ...waiting, qrcode: 'second, which is another', retries: 2, updatedAt: new Date().toISOString() })
  await expect.poll(code).not.toBe(first)
  await expect.element(screen.getByText(/QR code 2 · Muda em (1\d|20) s/)).toBeVisible()
  live({ ...waiting, status: 'PAIRING', qrcode: '' })
  await expect.element(screen.getByText('Celular reconhecido. Concluindo…')).toBeVisible()
  live({ ...waiting, status: 'CONNECTED', qrcode: '', number: '5511987654321' })
  await expect.element(screen.getByText('Conectado!')).toBeVisible()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
})

test('a code that nobody scanned says so and offers a new one', async () => {
  const waiting = makeConnection({ status: 'qrcode', qrcode: 'first', retries: 1 })
  const { server, screen, button, live } = await open(waiting)
  await button('QR CODE').click()
  live({ ...waiting, status: 'DISCONNECTED', statusReason: 'qr-expired', qrcode: '' })
  await expect.element(screen.getByText('O QR code venceu')).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Novo QR CODE' }).click()
  await expect.poll(() => server.callsOf(renewSession).length).toBe(1)
})

test('a connection is added with what stands in every tab, and its code is shown', async () => {
  const { server, screen, field, button } = await open()
  server.on(createConnection, ({ body }) =>
    makeConnection({ id: 5, name: body.name, status: 'OPENING', isDefault: false, number: null })
  )
  await button('Adicionar conexão').first().click()
  await field('Nome').fill('Loja norte')
  await field('Mensagem de saudação').fill('Olá!')
  await screen.getByRole('combobox', { name: 'Filas' }).click()
  await screen.getByRole('option', { name: 'Vendas' }).click()
  await screen.getByRole('option', { name: 'Suporte' }).click()
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('combobox', { name: 'Prompt' }).click()
  await screen.getByRole('option', { name: 'Assistente da loja' }).click()
  await screen.getByRole('tab', { name: 'Mensagens' }).click()
  await field('Mensagem de conclusão').fill('Até logo!')
  await screen.getByRole('tab', { name: 'Encaminhamento' }).click()
  await field('Redirecionar para a fila após (minutos)').fill('15')
  await screen.getByRole('tab', { name: 'Avançado' }).click()
  await expect.element(screen.getByText(/pode ser gerado aqui depois que a conexão for salva/)).toBeVisible()
  await button('Salvar').click()
  await expect.element(screen.getByRole('dialog', { name: 'Conectar Loja norte' })).toBeVisible()
  expect(server.callsOf(createConnection)[0]?.body).toMatchObject({
    name: 'Loja norte',
    isDefault: false,
    greetingMessage: 'Olá!',
    promptId: 4,
    complationMessage: 'Até logo!',
    queueIds: [1, 2],
    timeToTransfer: 15,
    transferQueueId: null,
    maxUseBotQueues: 3,
    expiresTicket: 0
  })
  expect(server.callsOf(createConnection)[0]?.body).not.toHaveProperty('token')
})

test('a code that is quicker than the answer is shown, and a list that was asked for before takes nothing away', async () => {
  const { server, screen, field, button } = await open(makeConnection())
  const made = makeConnection({ id: 5, name: 'Loja norte', status: 'OPENING', isDefault: false, number: null })
  const whatsapp: Connection = { ...made, status: 'qrcode', qrcode: 'first', retries: 1 }
  const answer = Promise.withResolvers<void>()
  server.on(createConnection, async () => {
    server.line.emit(connectionEvent, companyId, { action: 'update', whatsapp })
    await expect.element(screen.getByRole('cell', { name: 'Loja norte' })).toBeVisible()
    await answer.promise
    return made
  })
  const picture = Promise.withResolvers<void>()
  server.on(listConnections, async () => {
    await picture.promise
    return [makeConnection()]
  })
  reloadEverything()
  await button('Adicionar conexão').first().click()
  await field('Nome').fill('Loja norte')
  await button('Salvar').click()
  await expect.element(screen.getByRole('cell', { name: 'Loja norte' })).toBeVisible()
  picture.resolve()
  answer.resolve()
  await expect.element(screen.getByRole('img', { name: 'QR code para conectar Loja norte' })).toBeVisible()
})

test('a token is made by the server, shown once, and saving the form sends none', async () => {
  const { server, screen, field, button } = await open(makeConnection())
  server.on(renewToken, () => ({ token: 'feito-pelo-servidor' }))
  server.on(updateConnection, () => makeConnection({ hasToken: true }))
  await button('Editar: Loja centro').click()
  await screen.getByRole('tab', { name: 'Avançado' }).click()
  await expect.element(screen.getByText(/outros programas enviam mensagens e recebem eventos/)).toBeVisible()
  await button('Gerar token').click()
  const dialog = screen.getByRole('dialog', { name: 'Gerar token' })
  await expect.element(dialog.getByText(/envia mensagens e recebe eventos por Loja centro/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Gerar token' }).click()
  await expect.element(field('Token da API')).toHaveValue('feito-pelo-servidor')
  await expect.element(field('Token da API')).toHaveAccessibleDescription(/não será mostrado de novo/)
  await expect.element(button('Copiar')).toBeVisible()
  await expect.element(button('Gerar outro')).toBeVisible()
  await expect.poll(() => screen.getByRole('dialog', { name: 'Gerar token' }).elements()).toHaveLength(0)
  await button('Salvar').click()
  await expect.poll(() => server.callsOf(updateConnection).length).toBe(1)
  expect(server.callsOf(updateConnection)[0]?.body).not.toHaveProperty('token')
  // What was saved is not sent back to be shown again.
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  await button('Editar: Loja centro').click()
  await screen.getByRole('tab', { name: 'Avançado' }).click()
  await expect.element(screen.getByText(/não pode ser visto de novo/)).toBeVisible()
  expect(field('Token da API').elements()).toHaveLength(0)
})

test('another token says that the one before stops working, and asks for the password when the login is old', async () => {
  const { server, screen, field, button } = await open(makeConnection({ hasToken: true }))
  server.on(renewToken, ({ body }) => {
    if (!body.currentPassword) throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    return { token: 'outro' }
  })
  await button('Editar: Loja centro').click()
  await screen.getByRole('tab', { name: 'Avançado' }).click()
  await button('Gerar outro').click()
  const dialog = screen.getByRole('dialog', { name: 'Gerar outro token' })
  await expect.element(dialog.getByText(/param de funcionar na hora/)).toBeVisible()
  expect(dialog.getByLabelText('Sua senha atual').elements()).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Gerar outro' }).click()
  const password = dialog.getByRole('textbox', { name: 'Sua senha atual' })
  await expect.element(password).toHaveAccessibleDescription(/Digite sua senha atual para confirmar/)
  await password.fill('Senha-123')
  await dialog.getByRole('button', { name: 'Gerar outro' }).click()
  await expect.element(field('Token da API')).toHaveValue('outro')
  expect(server.callsOf(renewToken).at(-1)?.body).toEqual({ currentPassword: 'Senha-123' })
})

test('many queues without a greeting are refused in the tab that holds it', async () => {
  const { server, screen, field, button } = await open(makeConnection({ queueIds: [1, 2] }))
  server.on(updateConnection, () => makeConnection())
  await button('Editar: Loja centro').click()
  await screen.getByRole('tab', { name: 'Avançado' }).click()
  await button('Salvar').click()
  await expect
    .element(field('Mensagem de saudação'))
    .toHaveAccessibleDescription(/Com mais de uma fila, a mensagem de saudação é obrigatória\./)
  await expect.element(field('Mensagem de saudação')).toHaveFocus()
  expect(server.callsOf(updateConnection)).toHaveLength(0)
})

test('the default connection cannot stop being it, and the server’s refusal of a name is shown', async () => {
  const { server, screen, field, button } = await open(makeConnection())
  server.on(updateConnection, () => {
    throw new AppError('ERR_CONNECTION_NAME_ALREADY_EXISTS')
  })
  await button('Editar: Loja centro').click()
  await expect.element(screen.getByRole('switch', { name: /^Padrão/ })).toBeDisabled()
  await field('Nome').fill('Loja norte')
  await button('Salvar').click()
  await expect.element(field('Nome')).toHaveAccessibleDescription(/Já existe uma conexão com este nome\./)
})

test('a connection is deleted after a question, and what others delete goes too', async () => {
  const { server, screen, button } = await open(makeConnection(), makeConnection({ id: 2, name: 'Loja norte' }))
  await button('Excluir: Loja centro').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expect.element(screen.getByText('Conexão excluída com sucesso.')).toBeVisible()
  server.line.emit(connectionEvent, companyId, { action: 'delete', whatsappId: 2 }, 1)
  await expect.element(screen.getByText('Nenhum registro')).toBeVisible()
})

const failure = {
  id: 8,
  whatsappId: 1,
  chat: '+55 11 91234-5678',
  reason: 'unknown kind',
  attempts: 4,
  receivedAt: '2026-03-02T12:00:00.000Z',
  failedAt: '2026-03-02T12:05:00.000Z'
}

test('messages that could not be stored are listed and processed again', async () => {
  const { server, screen, button } = await open(makeConnection({ waiting: 2, failures: 1 }))
  server.on(listInboundFailures, () => ({ records: [failure], count: 1, hasMore: false }))
  server.on(replayInboundFailure, () => ({ id: 8, stored: false, reason: 'still unknown' }))
  await expect.element(screen.getByText('2 na fila de envio')).toBeVisible()
  await button('1 não processada').click()
  await expect.element(screen.getByText('unknown kind')).toBeVisible()
  await button('Processar de novo').click()
  await expect.element(screen.getByText('Ainda não foi possível: still unknown')).toBeVisible()
  server.on(replayInboundFailure, () => ({ id: 8, stored: true, reason: null }))
  await button('Processar de novo').click()
  await expect.element(screen.getByText('Todas as mensagens recebidas foram processadas.')).toBeVisible()
})

test('of many messages that could not be stored every page comes once, and none is skipped for those that went', async () => {
  let all = Array.from({ length: 45 }, (_, i) => ({ ...failure, id: i + 1, chat: `Conversa ${i + 1}.` }))
  const { server, screen, button } = await open(makeConnection({ failures: 45 }))
  const held = Promise.withResolvers<void>()
  const asked = () =>
    server.callsOf(listInboundFailures).map(({ query }) => (query as { pageNumber: number }).pageNumber)
  server.on(listInboundFailures, async ({ query: { pageNumber } }) => {
    if (pageNumber === 3 && asked().length === 3) await held.promise
    const records = all.slice((pageNumber - 1) * 20, pageNumber * 20)
    return { records, count: all.length, hasMore: all.length > pageNumber * 20 }
  })
  server.on(replayInboundFailure, ({ params }) => {
    all = all.filter(({ id }) => id !== params.id)
    return { id: params.id, stored: true, reason: null }
  })
  await button('45 não processadas').click()
  await expect.element(screen.getByRole('row', { name: /Conversa 40\./ })).toBeInTheDocument()
  await expect.poll(asked).toEqual([1, 2, 3])
  await button('Processar de novo').first().click()
  await expect.element(screen.getByRole('row', { name: /Conversa 1\./ })).not.toBeInTheDocument()
  held.resolve()
  const rows = () => screen.getByRole('row', { name: /Conversa \d+\./ }).elements().length
  await expect.poll(rows).toBe(44)
  await expect.element(screen.getByRole('row', { name: /Conversa 41\./ })).toBeInTheDocument()
  await expect.poll(asked).toEqual([1, 2, 3, 1, 2, 3])
})
