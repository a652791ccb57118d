// The menu of a queue and the dry run of its conversation, as an administrator uses them.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  createQueueOption,
  deleteQueueOption,
  listQueueOptions,
  queueOptionsEvent,
  tryChatbot,
  updateQueueOption,
  type BotState,
  type QueueOption
} from '@guiche/shared/features/automation/chatbot.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { listFileLists, type FileList } from '@guiche/shared/features/library/file-lists.ts'
import { createQueue, listQueues } from '@guiche/shared/features/org/queues.ts'
import { listSettings } from '@guiche/shared/features/org/settings.ts'
import { useRealtime } from '#platform/net/realtime.ts'
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
  server.on(listQueueOptions, () => kept.options)
  const { screen } = await renderConsole('/queues')
  await screen.getByRole('button', { name: 'Editar: Vendas' }).click()
  return { server, screen, kept, dialog: screen.getByRole('dialog', { name: 'Editar fila' }) }
}
async function openMenu(options?: QueueOption[]) {
  const opened = await open(options)
  await opened.dialog.getByRole('tab', { name: 'Menu do robô' }).click()
  return opened
}

test('the menu of a queue is shown as a tree with the way of the numbers', async () => {
  const { dialog } = await openMenu()
  await expect.element(dialog.getByText('1.1')).toBeVisible()
  await expect.element(dialog.getByText('Vamos verificar.')).toBeVisible()
  await expect.element(dialog.getByText('Encaminha para uma pessoa')).toBeVisible()
})

test('an option is added inside another, and the queue is not saved by it', async () => {
  const { server, dialog, kept } = await openMenu()
  server.on(createQueueOption, ({ body }) => {
    const made = makeOption({ id: 9, title: body.title, message: body.message, parentId: body.parentId ?? null })
    kept.options = [...kept.options, made]
    return made
  })
  await dialog.getByRole('button', { name: 'Adicionar opção dentro: Pessoa' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Título' })).toHaveFocus()
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Gerente')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Gerente')).toBeVisible()
  expect(server.callsOf(createQueueOption)[0]?.body).toMatchObject({ title: 'Gerente', queueId: 1, parentId: 2 })
  await expect.element(dialog).toBeVisible()
})

test('an option takes a list of files, says so in its row, and lets it go', async () => {
  const { server, dialog, kept } = await openMenu([person])
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
  server.on(listFileLists, () => ({ files: [list], count: 1, hasMore: false }))
  server.on(updateQueueOption, ({ body }) => {
    kept.options = [{ ...person, fileListId: body.fileListId ?? null }]
    return kept.options[0]!
  })
  await dialog.getByRole('button', { name: 'Editar: Pessoa' }).click()
  await dialog.getByRole('combobox', { name: 'Lista de arquivos' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await dialog.getByRole('button', { name: 'Salvar opção' }).click()
  await expect.element(dialog.getByText('Envia a lista Cardápio')).toBeVisible()
  await expect.element(dialog.getByText('Encaminha para uma pessoa')).not.toBeInTheDocument()
  expect(server.callsOf(updateQueueOption)[0]?.body).toMatchObject({ fileListId: 7 })
})

test('an option without a title is refused in its place', async () => {
  const { server, dialog } = await openMenu([])
  await expect.element(dialog.getByText(/espera logo por uma pessoa/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Adicionar opção' }).click()
  await dialog.getByRole('button', { name: 'Salvar opção' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Título' })).toHaveAccessibleDescription('Obrigatório')
  expect(server.callsOf(createQueueOption)).toHaveLength(0)
})

test('an option is edited in place; what the server refuses stays typed', async () => {
  const { server, screen, dialog } = await openMenu()
  server.on(updateQueueOption, () => {
    throw new AppError('ERR_NO_QUEUE_OPTION_FOUND')
  })
  await dialog.getByRole('button', { name: 'Editar: Atrasada' }).click()
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Um instante.')
  await dialog.getByRole('button', { name: 'Salvar opção' }).click()
  await expect.element(screen.getByText('Opção não encontrada.')).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('Um instante.')
  server.on(updateQueueOption, ({ body }) => ({ ...late, ...body, parentId: late.parentId }) as QueueOption)
  await dialog.getByRole('button', { name: 'Salvar opção' }).click()
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Título' }).elements()).toHaveLength(0)
  await expect.element(dialog.getByRole('button', { name: 'Adicionar opção dentro: Atrasada' })).toHaveFocus()
  expect(server.callsOf(updateQueueOption).at(-1)).toMatchObject({
    params: { id: 3 },
    body: { title: 'Atrasada', message: 'Um instante.' }
  })
})

test('closing the dialog with an option half written asks first', async () => {
  const { screen, dialog } = await openMenu()
  await dialog.getByRole('button', { name: 'Adicionar opção', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Meia')
  await dialog.getByRole('tab', { name: 'Dados da Fila' }).click()
  await dialog.getByRole('button', { name: 'Cancelar' }).last().click()
  const question = screen.getByRole('dialog', { name: 'Descartar o que foi digitado?' })
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await dialog.getByRole('tab', { name: 'Menu do robô' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Título' })).toHaveValue('Meia')
})

test('an option is dragged to another place among its siblings, and to no other level', async () => {
  const { server, dialog } = await openMenu()
  server.on(updateQueueOption, ({ body }) => ({ ...late, ...body, parentId: null }) as QueueOption)
  const [row, child] = [dialog.getByText('Pessoa', { exact: true }), dialog.getByText('Atrasada', { exact: true })]
  await userEvent.dragAndDrop(row, child)
  await userEvent.dragAndDrop(row, dialog.getByText('Entrega', { exact: true }), { targetPosition: { x: 5, y: 1 } })
  await expect.poll(() => server.callsOf(updateQueueOption)).toHaveLength(1)
  expect(server.callsOf(updateQueueOption)[0]).toMatchObject({ params: { id: 2 }, body: { option: 1 } })
})

test('options are moved at once, and back when the server refuses', async () => {
  const { server, screen, dialog } = await openMenu()
  const titles = () =>
    [...document.querySelectorAll('ol[aria-label="Opções do menu"] > li')].map((item) =>
      item.textContent?.includes('Pessoa') ? 'Pessoa' : 'Entrega'
    )
  await expect.element(dialog.getByRole('button', { name: 'Mover para cima: Entrega' })).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: 'Mover para baixo: Pessoa' })).toBeDisabled()
  server.on(updateQueueOption, () => {
    throw new AppError('ERR_DATABASE_UNAVAILABLE')
  })
  await dialog.getByRole('button', { name: 'Mover para cima: Pessoa' }).click()
  await expect.element(screen.getByText(/sem banco de dados/)).toBeVisible()
  await expect.poll(titles).toEqual(['Entrega', 'Pessoa'])
  expect(server.callsOf(updateQueueOption)[0]).toMatchObject({ params: { id: 2 }, body: { option: 1 } })
})

test('an option is deleted after a question that says what goes with it', async () => {
  const { server, screen, dialog, kept } = await openMenu()
  server.on(deleteQueueOption, () => {
    kept.options = [person]
    return { message: 'ok' }
  })
  await dialog.getByRole('button', { name: 'Excluir: Entrega' }).click()
  const question = screen.getByRole('dialog', { name: 'Excluir Entrega?' })
  await expect.element(question.getByText(/com a opção dentro dela/)).toBeVisible()
  await question.getByRole('button', { name: 'Excluir' }).click()
  await expect.element(screen.getByText('Opção excluída com sucesso.')).toBeVisible()
  await expect.poll(() => dialog.getByText('Atrasada').elements()).toHaveLength(0)
  await expect.element(dialog.getByRole('button', { name: 'Adicionar opção', exact: true })).toHaveFocus()
})

test('changes of others appear by themselves', async () => {
  const { server, dialog } = await openMenu()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await expect.element(dialog.getByText('Entrega', { exact: true })).toBeVisible()
  const options = [makeOption({ id: 8, title: 'De outra pessoa' })]
  server.line.emit(queueOptionsEvent, companyId, { action: 'update', queueId: 99, options: [] }, 1)
  server.line.emit(queueOptionsEvent, companyId, { action: 'update', queueId: 1, options }, 2)
  await expect.element(dialog.getByText('De outra pessoa')).toBeVisible()
  expect(dialog.getByText('Entrega', { exact: true }).elements()).toHaveLength(0)
})

test('options that cannot be loaded say why and can be asked for again', async () => {
  const { server, dialog } = await open()
  server.on(listQueueOptions, () => {
    throw new AppError('ERR_DATABASE_UNAVAILABLE')
  })
  await dialog.getByRole('tab', { name: 'Menu do robô' }).click()
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click()
  server.on(listQueueOptions, () => [person])
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(dialog.getByText('Pessoa', { exact: true })).toBeVisible()
})

test('a new queue says that it is saved before its menu', async () => {
  const { server, screen } = await open()
  server.on(createQueue, () => makeQueue({ id: 2, name: 'Nova', color: '#1971c2' }))
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Adicionar fila' }).click()
  await screen.getByRole('tab', { name: 'Menu do robô' }).click()
  await expect.element(screen.getByText('Salve a fila para montar o menu dela.')).toBeVisible()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Nome' })).toHaveFocus()
})

const fresh: BotState = {
  phase: 'options',
  queueId: 1,
  optionId: null,
  menus: 0,
  menuAt: null,
  askedAt: 1,
  invalid: 0,
  said: [],
  heard: { text: '', times: 0 },
  closedUntil: null,
  ratingUntil: null
}
const answer = {
  state: fresh,
  reply: null,
  fileList: null,
  rating: null,
  isReopened: false,
  queue: { id: 1, name: 'Vendas' }
}

test('a conversation is tried out to its end, and begun again', async () => {
  const { server, screen, dialog } = await open()
  const person_: BotState = { ...fresh, phase: 'person' }
  const asked: { queueId?: number | null | undefined; state?: BotState | null | undefined }[] = []
  server.on(tryChatbot, ({ body }) => {
    asked.push(body)
    if (body.state == null) return { ...answer, reply: '*[ 1 ]* - Entrega' }
    if (body.event.type === 'file') return answer
    return { ...answer, state: person_, reply: 'Em instantes…' }
  })
  await dialog.getByRole('button', { name: 'Testar conversa' }).click()
  const talk = screen.getByRole('dialog', { name: 'Testar: Vendas' })
  await expect.element(talk.getByText(/Escreva como se fosse o cliente/)).toBeVisible()
  await talk.getByRole('textbox', { name: 'Mensagem do cliente' }).fill('Oi')
  await userEvent.keyboard('{Enter}')
  await expect.element(talk.getByText('[ 1 ]')).toBeVisible()
  await talk.getByRole('button', { name: 'Enviar um arquivo como cliente' }).click()
  await expect.element(talk.getByText('O robô não responde a isto')).toBeVisible()
  await talk.getByRole('textbox', { name: 'Mensagem do cliente' }).fill('1')
  const { color, backgroundColor } = getComputedStyle(
    talk.getByRole('button', { name: 'Enviar', exact: true }).element()
  )
  expect(color).not.toBe(backgroundColor)
  await talk.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect.element(talk.getByText('Daqui em diante, uma pessoa da fila Vendas atende')).toBeVisible()
  expect(asked.map(({ queueId, state }) => [queueId, state?.phase])).toEqual([
    [1, undefined],
    [1, 'options'],
    [1, 'options']
  ])
  await talk.getByRole('button', { name: 'Recomeçar' }).click()
  await expect.element(talk.getByText(/Escreva como se fosse o cliente/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(talk).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Testar conversa' })).toHaveFocus()
})

test('it is tried through a connection, at another time, with a rating at its end', async () => {
  const { server, screen, dialog } = await open()
  const asked = { ...answer, state: { ...fresh, phase: 'rating' as const }, reply: 'De 1 a 3?' }
  const rated = { ...answer, state: { ...fresh, phase: 'ended' as const }, reply: 'Obrigado!', rating: 3 }
  server.on(tryChatbot, ({ body }) => (body.event.type === 'resolve' ? asked : body.state ? rated : answer))
  await dialog.getByRole('button', { name: 'Testar conversa' }).click()
  const talk = screen.getByRole('dialog', { name: 'Testar: Vendas' })
  await talk.getByRole('combobox', { name: 'Por onde o cliente chega' }).click()
  await screen.getByRole('option', { name: 'Pela conexão Loja' }).click()
  await talk.getByLabelText('Quando (vazio = agora)').fill('2030-01-01T22:00')
  await talk.getByRole('button', { name: 'Ligar como cliente' }).click()
  await expect.element(talk.getByText('O cliente ligou')).toBeVisible()
  await talk.getByRole('button', { name: 'Resolver o atendimento' }).click()
  await expect.element(talk.getByText('De 1 a 3?')).toBeVisible()
  await talk.getByRole('textbox', { name: 'Mensagem do cliente' }).fill('3')
  await userEvent.keyboard('{Enter}')
  await expect.element(talk.getByText('Avaliação registrada: 3')).toBeVisible()
  const at = new Date('2030-01-01T22:00').toISOString()
  expect(server.callsOf(tryChatbot)[0]?.body).toMatchObject({
    whatsappId: 5,
    queueId: null,
    at,
    event: { type: 'call' }
  })
})
