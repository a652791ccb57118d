// The menu of a queue and the dry run of its conversation, as an administrator uses them.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  createQueueOption,
  deleteQueueOption,
  listQueueOptions,
  restoreQueueOptions,
  queueOptionsEvent,
  tryChatbot,
  updateQueueOption,
  type BotState,
  type QueueOption
} from '@guiche/shared/features/automation/chatbot.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { listFileLists } from '@guiche/shared/features/library/file-lists.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import { listSettings } from '@guiche/shared/features/org/settings.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { botAnswer, freshBot } from '#test/bot-answers.ts'
import { companyId, makeConnection, makeOption, makeQueue } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'
import { reloadOptions } from './queue-options.store.ts'

const delivery = makeOption({ id: 1, title: 'Entrega', message: 'Sobre a entrega:' })
const person = makeOption({ id: 2, title: 'Pessoa', option: 2 })
const late = makeOption({ id: 3, title: 'Atrasada', parentId: 1, message: 'Vamos verificar.' })

async function open(options: QueueOption[] = [delivery, person, late]) {
  const server = startServer()
  const kept = { options }
  server.on(listConnections, () => [makeConnection({ id: 5, name: 'Loja', queueIds: [1] })])
  server.on(listQueues, () => [makeQueue()])
  server.on(listSettings, () => [])
  server.on(listFileLists, () => ({ files: [], count: 0, hasMore: false }))
  server.on(listQueueOptions, () => kept.options)
  const { screen } = await renderConsole('/queues/1/chatbot')
  const option = (name: RegExp | string) => screen.getByRole('treeitem', { name })
  const title = screen.getByRole('textbox', { name: 'Título' })
  const message = screen.getByRole('textbox', { name: 'Mensagem' })
  const save = screen.getByRole('button', { name: 'Salvar opção' })
  return { server, screen, kept, option, title, message, save }
}

test('the list of queues leads to the menu, a tree with the way of the numbers and what each option does', async () => {
  const { screen, option } = await open()
  await expect.element(screen.getByRole('heading', { name: 'Menu do robô: Vendas' })).toBeVisible()
  await expect.element(option(/1.1 Atrasada responde com uma mensagem/)).toHaveAttribute('aria-level', '2')
  await expect.element(option(/2 Pessoa encaminha para uma pessoa/)).toHaveAttribute('aria-level', '1')
  await screen.getByRole('button', { name: 'Voltar às filas' }).click()
  await screen.getByRole('button', { name: 'Menu do robô: Vendas' }).click()
  await expect.element(option(/Entrega/)).toHaveAttribute('aria-expanded', 'true')
})

test('the keyboard walks the tree, folds it, edits and adds', async () => {
  const { server, option, title, kept } = await open()
  server.on(createQueueOption, ({ body }) => {
    const made = makeOption({ id: 9, title: body.title, message: body.message, parentId: body.parentId ?? null })
    kept.options = [...kept.options, made]
    return made
  })
  await expect.element(option(/Entrega/)).toBeVisible()
  option(/Entrega/)
    .element()
    .focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(option(/Atrasada/)).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(option(/Atrasada/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(title).toHaveValue('Atrasada')
  option(/Pessoa/)
    .element()
    .focus()
  await userEvent.keyboard('{End}{Shift>}{Insert}{/Shift}')
  await expect.element(title).toHaveFocus()
  await userEvent.keyboard('Gerente')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  title.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(option(/Gerente/)).toBeVisible()
  expect(server.callsOf(createQueueOption)[0]?.body).toMatchObject({ title: 'Gerente', queueId: 1, parentId: 2 })
})

test('a queue without options leads to the first one, which needs a title and says what it does', async () => {
  const { server, screen, title, message, save } = await open([])
  await screen.getByRole('button', { name: 'Criar a primeira opção' }).click()
  await save.click()
  await expect.element(title).toHaveAccessibleDescription(/Obrigatório/)
  await title.fill('Entrega')
  await save.click()
  await expect.element(message).toHaveAccessibleDescription(/Escreva a resposta/)
  expect(server.callsOf(createQueueOption)).toHaveLength(0)
})

test('an option is edited beside the tree; what the server refuses stays typed', async () => {
  const { server, screen, option, message, save } = await open()
  server.on(updateQueueOption, () => {
    throw new AppError('ERR_NO_QUEUE_OPTION_FOUND')
  })
  await option(/Atrasada/).click()
  await expect.element(save).toBeDisabled()
  await message.fill('Um instante.')
  await save.click()
  await expect.element(screen.getByText('Opção não encontrada.')).toBeVisible()
  await expect.element(message).toHaveValue('Um instante.')
  server.on(updateQueueOption, ({ body }) => ({ ...late, ...body, parentId: late.parentId }) as QueueOption)
  await save.click()
  await expect.element(screen.getByText('Opção salva.')).toBeVisible()
  expect(server.callsOf(updateQueueOption).at(-1)).toMatchObject({
    params: { id: 3 },
    body: { title: 'Atrasada', message: 'Um instante.' }
  })
})

test('another option, and another screen, ask before what was typed is lost', async () => {
  const { screen, option, title } = await open()
  await option(/Atrasada/).click()
  await title.fill('Meia')
  await option(/Pessoa/).click()
  const question = screen.getByRole('dialog', { name: 'Descartar o que foi digitado?' })
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect.element(title).toHaveValue('Meia')
  await screen.getByRole('button', { name: 'Voltar às filas' }).click()
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect.element(title).toHaveValue('Meia')
  await option(/Pessoa/).click()
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect.element(title).toHaveValue('Pessoa')
})

test('options are moved at once, and back when the server refuses', async () => {
  const { server, screen, option } = await open()
  server.on(updateQueueOption, () => {
    throw new AppError('ERR_DATABASE_UNAVAILABLE')
  })
  await option(/Pessoa/).click()
  await expect.element(screen.getByRole('button', { name: /^Mover para baixo/ })).toBeDisabled()
  await screen.getByRole('button', { name: /^Mover para cima/ }).click()
  await expect.element(screen.getByText(/sem banco de dados/)).toBeVisible()
  await expect.element(option(/2 Pessoa/)).toBeVisible()
  expect(server.callsOf(updateQueueOption)[0]).toMatchObject({ params: { id: 2 }, body: { option: 1 } })
})

test('an option is dragged to another place among its siblings, and to no other level', async () => {
  const { server, option } = await open()
  server.on(updateQueueOption, ({ body }) => ({ ...late, ...body, parentId: null }) as QueueOption)
  await userEvent.dragAndDrop(option(/Pessoa/), option(/Atrasada/))
  await userEvent.dragAndDrop(option(/Pessoa/), option(/Entrega/), { targetPosition: { x: 5, y: 1 } })
  await expect.poll(() => server.callsOf(updateQueueOption)).toHaveLength(1)
  expect(server.callsOf(updateQueueOption)[0]).toMatchObject({ params: { id: 2 }, body: { option: 1 } })
})

test('an option that is deleted with all below it can be brought back in one call', async () => {
  const { server, screen, kept, option } = await open()
  const whole = kept.options
  const gone = whole.filter(({ id }) => id !== person.id)
  server.on(deleteQueueOption, () => {
    kept.options = [person]
    return { message: 'ok', options: gone }
  })
  server.on(restoreQueueOptions, () => {
    throw new AppError('ERR_DATABASE_UNAVAILABLE')
  })
  const remove = async () => {
    await option(/Entrega/).click()
    await screen.getByRole('button', { name: 'Excluir opção' }).click()
    await expect.element(screen.getByText('Entrega foi excluída com a opção dentro dela.').last()).toBeVisible()
    await expect.element(option(/Atrasada/)).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Desfazer' }).last().click()
  }
  await remove()
  await expect.element(screen.getByText(/sem banco de dados/)).toBeVisible()
  expect(option(/Entrega/).elements()).toHaveLength(0)
  kept.options = whole
  await reloadOptions()
  server.on(restoreQueueOptions, () => (kept.options = whole))
  await remove()
  await expect.element(option(/Atrasada/)).toBeVisible()
  const asked = server.callsOf(restoreQueueOptions).map(({ body }) => body)
  expect(asked).toHaveLength(2)
  expect(asked).toMatchObject([
    asked[1],
    {
      queueId: 1,
      options: [
        { id: 1, parentId: null },
        { id: 3, parentId: 1 }
      ]
    }
  ])
  expect(server.callsOf(createQueueOption)).toHaveLength(0)
})

test('changes of others appear by themselves', async () => {
  const { server, option } = await open()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await expect.element(option(/Entrega/)).toBeVisible()
  const options = [makeOption({ id: 8, title: 'De outra pessoa' })]
  server.line.emit(queueOptionsEvent, companyId, { action: 'update', queueId: 99, options: [] }, 1)
  server.line.emit(queueOptionsEvent, companyId, { action: 'update', queueId: 1, options }, 2)
  await expect.element(option(/De outra pessoa/)).toBeVisible()
  expect(option(/Entrega/).elements()).toHaveLength(0)
})

test('options that cannot be loaded say why and can be asked for again; a queue that is gone leads back', async () => {
  const server = startServer()
  server.on(listQueues, () => [makeQueue()])
  server.on(listFileLists, () => ({ files: [], count: 0, hasMore: false }))
  server.on(listQueueOptions, () => {
    throw new AppError('ERR_DATABASE_UNAVAILABLE')
  })
  const { screen } = await renderConsole('/queues/1/chatbot')
  const again = screen.getByRole('button', { name: 'Tentar de novo' })
  await expect.element(again).toBeVisible()
  server.on(listQueueOptions, () => [person])
  await again.click()
  await expect.element(screen.getByRole('treeitem', { name: /Pessoa/ })).toBeVisible()
})

test('a conversation is tried out to its end, and begun again', async () => {
  const { server, screen } = await open()
  const person_: BotState = { ...freshBot, phase: 'person' }
  const asked: { queueId?: number | null | undefined; state?: BotState | null | undefined }[] = []
  server.on(tryChatbot, ({ body }) => {
    asked.push(body)
    if (body.state == null) return { ...botAnswer, reply: '*[ 1 ]* - Entrega' }
    if (body.event.type === 'file') return botAnswer
    return { ...botAnswer, state: person_, reply: 'Em instantes…' }
  })
  const talk = screen.getByRole('region', { name: 'Testar conversa' })
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
  await expect.element(talk.getByRole('textbox', { name: 'Mensagem do cliente' })).toHaveFocus()
})

test('where the trial stands shows in the tree, and says that what is typed does not count yet', async () => {
  const { server, screen, option, title } = await open()
  server.on(tryChatbot, () => ({ ...botAnswer, state: { ...freshBot, optionId: 1 }, reply: 'Sobre a entrega:' }))
  await screen.getByRole('button', { name: 'Começar com “Oi”' }).click()
  await expect.element(option(/1 Entrega teste aqui/)).toBeVisible()
  await expect.element(option(/2 Pessoa encaminha/)).toBeVisible()
  await option(/Pessoa/).click()
  await title.fill('Gerente')
  await expect.element(screen.getByText(/só vale aqui depois de salvo/)).toBeVisible()
})

test('it is tried through a connection, at another time, with a rating at its end', async () => {
  const { server, screen } = await open()
  const asked = { ...botAnswer, state: { ...freshBot, phase: 'rating' as const }, reply: 'De 1 a 3?' }
  const rated = { ...botAnswer, state: { ...freshBot, phase: 'ended' as const }, reply: 'Obrigado!', rating: 3 }
  server.on(tryChatbot, ({ body }) => (body.event.type === 'resolve' ? asked : body.state ? rated : botAnswer))
  const talk = screen.getByRole('region', { name: 'Testar conversa' })
  await talk.getByRole('combobox', { name: 'Chega por' }).click()
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
