// The chatbot of a queue: the ways to its page, what an option becomes, and the trial on a phone.
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  createQueueOption,
  listQueueOptions,
  tryChatbot,
  updateQueueOption,
  type QueueOption
} from '@guiche/shared/features/automation/chatbot.ts'
import { listPrompts } from '@guiche/shared/features/automation/ai-prompts.ts'
import { listIntegrations } from '@guiche/shared/features/automation/integrations.ts'
import { listConnections, type Connection } from '@guiche/shared/features/inbox/connections.ts'
import { listFileLists, type FileList } from '@guiche/shared/features/library/file-lists.ts'
import { listQueues, type Queue } from '@guiche/shared/features/org/queues.ts'
import { listSettings } from '@guiche/shared/features/org/settings.ts'
import { refreshConnections } from '#features/inbox/connections/connections.store.ts'
import { refreshQueues } from '#features/org/queues/queues.store.ts'
import { botAnswer } from '#test/bot-answers.ts'
import { companyId, makeConnection, makeOption, makeQueue } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const delivery = makeOption({ id: 1, title: 'Entrega', message: 'Sobre a entrega:' })
const person = makeOption({ id: 2, title: 'Pessoa', option: 2 })
const late = makeOption({ id: 3, title: 'Atrasada', parentId: 1, message: 'Vamos verificar.' })

async function open(options: QueueOption[] = [delivery, person, late]) {
  const server = startServer()
  const kept = { options }
  server.on(listConnections, () => [makeConnection({ id: 5, name: 'Loja', queueIds: [1] })])
  server.on(listQueues, () => [makeQueue()])
  server.on(listSettings, () => [])
  server.on(listFileLists, () => ({ files: [list], count: 1, hasMore: false }))
  server.on(listQueueOptions, () => kept.options)
  const console_ = await renderConsole('/queues/1/chatbot')
  const { screen } = console_
  const option = (name: RegExp) => screen.getByRole('treeitem', { name })
  const field = (name: string) => screen.getByRole('textbox', { name, exact: true })
  return { ...console_, server, kept, option, field }
}
const list: FileList = {
  id: 7,
  name: 'Cardápio',
  message: 'O nosso cardápio:',
  options: [],
  userId: null,
  companyId,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z'
}

type Made = { title: string; parentId: number | null }

test('the page is reached from the list of queues and from the dialog of a queue', async () => {
  const server = startServer()
  server.on(listConnections, () => [])
  server.on(listQueues, () => [makeQueue()])
  server.on(listSettings, () => [])
  server.on(listQueueOptions, () => [person])
  const { screen, path } = await renderConsole('/queues')
  await screen.getByRole('button', { name: 'Menu do robô: Vendas' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Menu do robô: Vendas' })).toBeVisible()
  expect(path()).toBe('/queues/1/chatbot')
  await screen.getByRole('button', { name: 'Voltar às filas' }).click()
  await screen.getByRole('button', { name: 'Editar: Vendas' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Editar fila' })
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Outra')
  await dialog.getByRole('button', { name: 'Menu do robô' }).click()
  await screen.getByRole('button', { name: 'Descartar' }).click()
  await expect.poll(path).toBe('/queues/1/chatbot')
})

test('one is added right behind the chosen one, and another inside it', async () => {
  const { server, screen, option, field } = await open()
  const made = makeOption({ id: 9, title: 'Nova', option: 3 })
  server.on(createQueueOption, () => made)
  await option(/Entrega/).click()
  await screen.getByRole('button', { name: 'Adicionar opção', exact: true }).click()
  await field('Título').fill('Nova')
  await screen.getByText('Pessoa', { exact: true }).last().click()
  await screen.getByRole('button', { name: 'Salvar opção' }).click()
  await expect.poll(() => server.callsOf(createQueueOption)).toHaveLength(1)
  expect(server.callsOf(createQueueOption)[0]?.body).toMatchObject({ parentId: null, position: 2 })
  expect(server.callsOf(updateQueueOption)).toHaveLength(0)
  await option(/Pessoa/).click()
  await screen.getByRole('button', { name: 'Adicionar opção dentro' }).click()
  await field('Título').fill('Gerente')
  await field('Mensagem').fill('Oi')
  await screen.getByRole('button', { name: 'Salvar opção' }).click()
  await expect.poll(() => server.callsOf(createQueueOption)).toHaveLength(2)
  expect(server.callsOf(createQueueOption).map(({ body }) => (body as Made).parentId)).toEqual([null, 2])
})

test.each<[RegExp, Partial<Queue>]>([
  [/responde um prompt de IA, e ele vem antes do menu/, { promptId: 4, integrationId: 6 }],
  [/responde uma integração, e ela vem antes do menu/, { integrationId: 6 }]
])('where somebody else answers, the page says %s, and leads to the queue', async (who, part) => {
  const { server, screen, path } = await open()
  server.on(listPrompts, () => ({ prompts: [] }))
  server.on(listIntegrations, () => ({ queueIntegrations: [], count: 0, hasMore: false }))
  await expect.element(screen.getByRole('tree')).toBeVisible()
  await expect.element(screen.getByText('Os clientes não recebem este menu')).not.toBeInTheDocument()
  server.on(listQueues, () => [makeQueue(part)])
  await refreshQueues()
  await expect.element(screen.getByText(who)).toBeVisible()
  // All of it is seen, though the page is as high as the window.
  const notice = screen.getByRole('note').element()
  expect(notice.clientHeight).toBeGreaterThanOrEqual(notice.scrollHeight)
  await screen.getByRole('button', { name: 'Editar a fila' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Editar fila' })
  await expect.element(dialog.getByRole('textbox', { name: 'Nome' })).toHaveValue('Vendas')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(path()).toBe('/queues')
})

test.each<[string, Partial<Connection>[]]>([
  ['Os clientes não recebem este menu', [{ promptId: 4 }, { integrationId: 6 }]],
  ['Parte dos clientes não recebe este menu', [{ promptId: 4 }, {}]]
])('where connections are answered by somebody else: %s', async (title, parts) => {
  const { server, screen, path } = await open()
  server.on(listConnections, () => [
    ...parts.map((part, at) => makeConnection({ id: 5 + at, name: `Loja ${at + 1}`, queueIds: [1], ...part })),
    makeConnection({ id: 9, name: 'De outra fila', queueIds: [2], promptId: 4 })
  ])
  await refreshConnections()
  const note = screen.getByRole('note')
  await expect.element(note.getByText(title)).toBeVisible()
  await expect.element(note).toMatchTextContent(parts[1]?.integrationId ? /Loja 1, Loja 2/ : /Na conexão Loja 1 /)
  await expect.element(note).not.toMatchTextContent(/De outra fila/)
  await note.getByRole('button', { name: 'Ver as conexões' }).click()
  await expect.poll(path).toBe('/connections')
})

test('an option becomes one that sends files', async () => {
  const { server, kept, screen, option } = await open([person])
  server.on(updateQueueOption, ({ body }) => {
    kept.options = [{ ...person, fileListId: body.fileListId ?? null }]
    return kept.options[0]!
  })
  await option(/Pessoa/).click()
  await screen.getByText('Arquivos', { exact: true }).last().click()
  await screen.getByRole('combobox', { name: 'Lista de arquivos' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await screen.getByRole('button', { name: 'Salvar opção' }).click()
  await expect.element(option(/envia arquivos/)).toBeVisible()
  expect(server.callsOf(updateQueueOption)[0]?.body).toMatchObject({ fileListId: 7 })
})

test('on a phone the trial is a tab, and keeps its conversation', async () => {
  const { innerWidth, innerHeight } = window
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  const { server, screen, option } = await open()
  server.on(tryChatbot, () => ({ ...botAnswer, reply: 'Olá do robô' }))
  await screen.getByRole('tab', { name: 'Testar conversa' }).click()
  await screen.getByRole('button', { name: 'Começar com “Oi”' }).click()
  await expect.element(screen.getByText('Olá do robô')).toBeVisible()
  await screen.getByRole('tab', { name: 'Opções' }).click()
  await expect.element(option(/Pessoa/)).toBeVisible()
  await screen.getByRole('tab', { name: 'Testar conversa' }).click()
  await expect.element(screen.getByText('Olá do robô')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
