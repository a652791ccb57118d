// Earlier conversations of a phone: the choice in the connection's dialog, and what is seen of the import.
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  connectionEvent,
  connectionSessionEvent,
  historyImportedEvent,
  listConnections,
  retryHistoryImport,
  updateConnection,
  type Connection,
  type HistoryImport
} from '@guiche/shared/features/inbox/connections.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { changeLanguage } from '#platform/text/i18n.ts'
import { companyId, makeConnection, makeQueue } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

function history(part: Partial<HistoryImport> = {}): HistoryImport {
  return {
    status: 'running',
    progress: 0,
    conversations: 0,
    messages: 0,
    skipped: 0,
    failure: null,
    ...part
  }
}

async function open(connection: Connection) {
  const server = startServer()
  server.on(listConnections, () => [connection])
  server.on(listQueues, () => [makeQueue()])
  server.on(updateConnection, () => connection)
  server.on(retryHistoryImport, () => ({ message: 'ok' }))
  const { screen } = await renderConsole('/connections')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const live = (part: Partial<Connection>) =>
    server.line.emit(connectionSessionEvent, companyId, { action: 'update', session: { ...connection, ...part } })
  return { server, screen, live }
}

test.each(['pt', 'en', 'es'] as const)(
  'on a phone the tabs of the dialog fit beside one another in %s',
  async (language) => {
    const { innerWidth, innerHeight } = window
    await page.viewport(390, 844)
    onTestFinished(() => page.viewport(innerWidth, innerHeight))
    const { screen } = await open(makeConnection())
    await screen.getByRole('button', { name: /^Editar/ }).click()
    await changeLanguage(language)
    onTestFinished(() => changeLanguage('pt'))
    const tabs = screen.getByRole('dialog').getByRole('tablist')
    await expect.element(tabs).toBeVisible()
    expect(tabs.element().scrollWidth).toBe(tabs.element().clientWidth)
  }
)

test('are asked for in the advanced part of the dialog, which says when that counts', async () => {
  const { server, screen } = await open(makeConnection())
  await screen.getByRole('button', { name: /^Editar/ }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Avançado' }).click()
  await expect.element(dialog.getByText(/^Vale a partir do próximo pareamento/)).toBeVisible()
  const choice = dialog.getByRole('combobox', { name: 'Importar conversas anteriores' })
  await expect.element(choice).toHaveValue('Não importar')
  await choice.click()
  await screen.getByRole('option', { name: 'Dos últimos 30 dias' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => server.callsOf(updateConnection)).toMatchObject([{ body: { importHistory: '30-days' } }])
})

test('are followed in the dialog of the pairing until they are there', async () => {
  const waiting = makeConnection({ status: 'qrcode', qrcode: 'x', number: null, importHistory: 'all' })
  const { screen, live } = await open(waiting)
  await screen.getByRole('button', { name: 'QR CODE' }).click()
  const dialog = screen.getByRole('dialog')
  live({ status: 'CONNECTED', qrcode: '' })
  await expect.element(dialog.getByText('Esperando as conversas do celular…')).toBeVisible()
  live({ status: 'CONNECTED', qrcode: '', historyImport: history({ progress: 63 }) })
  await expect.element(dialog.getByText('Importando conversas: 63%')).toBeVisible()
  await expect.element(dialog.getByText('Você pode fechar esta janela: a importação continua.')).toBeVisible()
  const done = history({ status: 'done', progress: 100, conversations: 312, messages: 18_400, skipped: 7 })
  live({ status: 'CONNECTED', qrcode: '', historyImport: done })
  await expect.element(dialog.getByText('312 conversas e 18.400 mensagens importadas')).toBeVisible()
  await expect.element(dialog.getByText('7 mensagens não puderam ser lidas')).toBeVisible()
  await dialog.getByText('Fechar', { exact: true }).click()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  await expect.element(screen.getByText('312 conversas e 18.400 mensagens importadas')).toBeVisible()
})

test('that could not be had say why in the list, and are tried again from there', async () => {
  const failed = history({ status: 'failed', progress: 100, conversations: 1, messages: 1, failure: 'not-available' })
  const { server, screen } = await open(makeConnection({ importHistory: 'all', historyImport: failed }))
  await expect.element(screen.getByText('1 conversa e 1 mensagem importadas')).toBeVisible()
  await expect.element(screen.getByText('O WhatsApp não entregou todas as conversas anteriores.')).toBeVisible()
  await screen.getByRole('button', { name: 'Tentar importar de novo' }).click()
  await expect.poll(() => server.callsOf(retryHistoryImport)).toMatchObject([{ params: { id: 1 } }])
  const again = makeConnection({ importHistory: 'all', historyImport: history({ progress: 5 }) })
  server.line.emit(connectionEvent, companyId, { action: 'update', whatsapp: again }, 1)
  await expect.element(screen.getByText('Importando conversas: 5%')).toBeVisible()
})

test('have every list asked for again once they are there', async () => {
  const { server } = await open(makeConnection())
  const before = server.callsOf(listConnections).length
  server.line.emit(historyImportedEvent, companyId, { action: 'update', whatsappId: 1 }, 1)
  await expect.poll(() => server.callsOf(listConnections).length).toBe(before + 1)
})
