// The queues screen, as an administrator uses it.
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { createQueue, deleteQueue, listQueues, queueEvent, updateQueue } from '@guiche/shared/features/org/queues.ts'
import { listSettings } from '@guiche/shared/features/org/settings.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, laidOver, makeConnection, makeQueue } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

async function open(queues = [makeQueue(), makeQueue({ id: 2, name: 'Suporte', color: '#1971c2', orderQueue: 2 })]) {
  const server = startServer()
  server.on(listConnections, () => [makeConnection()])
  server.on(listQueues, () => queues)
  server.on(listSettings, () => [])
  const { screen } = await renderConsole('/queues')
  return { server, screen, row: (name: string) => screen.getByRole('row', { name: new RegExp(name) }) }
}

test('a queue is added with a colour that no other queue has', async () => {
  const { server, screen, row } = await open()
  server.on(createQueue, ({ body }) => makeQueue({ ...body, id: 3 }))
  await screen.getByRole('button', { name: 'Adicionar fila' }).click()
  await expect
    .element(screen.getByRole('radio', { name: 'vermelho, da fila Vendas' }))
    .toHaveAttribute('aria-disabled', 'true')
  await screen.getByRole('textbox', { name: 'Nome' }).fill('Financeiro')
  await screen.getByRole('radio', { name: 'verde', exact: true }).click()
  await screen.getByLabelText('Ordem').fill('3')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Fila salva com sucesso.')).toBeVisible()
  await expect.element(row('Financeiro')).toBeVisible()
  expect(server.callsOf(createQueue)[0]?.body).toMatchObject({ name: 'Financeiro', color: '#2f9e44', orderQueue: 3 })
})

test('a queue can be handed to an integration and to an AI prompt, where the plan has them', async () => {
  const { server, screen } = await open()
  server.on(updateQueue, ({ body }) => laidOver(makeQueue(), body))
  await screen.getByRole('button', { name: 'Editar: Vendas' }).click()
  await screen.getByRole('combobox', { name: 'Integração' }).click()
  await screen.getByRole('option', { name: 'Pedidos' }).click()
  await screen.getByRole('combobox', { name: 'Prompt' }).click()
  await screen.getByRole('option', { name: 'Assistente da loja' }).click()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Fila salva com sucesso.')).toBeVisible()
  expect(server.callsOf(updateQueue)[0]?.body).toMatchObject({ integrationId: 6, promptId: 4 })
})

test('a queue is taken from its integration by choosing none', async () => {
  const { server, screen } = await open([makeQueue({ integrationId: 6, promptId: null })])
  server.on(updateQueue, ({ body }) => laidOver(makeQueue(), body))
  await screen.getByRole('button', { name: 'Editar: Vendas' }).click()
  await expect.element(screen.getByRole('combobox', { name: 'Prompt' })).toHaveValue('Nenhum')
  await expect.element(screen.getByRole('combobox', { name: 'Integração' })).toHaveValue('Pedidos')
  await screen.getByRole('combobox', { name: 'Integração' }).click()
  await screen.getByRole('option', { name: 'Nenhuma' }).click()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Fila salva com sucesso.')).toBeVisible()
  expect(server.callsOf(updateQueue)[0]?.body).toMatchObject({ integrationId: null, promptId: null })
})

test('where queues have hours of their own they are kept in the dialog, with what is said outside them', async () => {
  const { server, screen } = await open()
  server.on(listSettings, () => [{ key: 'scheduleType', value: 'queue' }])
  server.on(updateQueue, ({ body }) => laidOver(makeQueue(), body))
  await screen.getByRole('button', { name: 'Editar: Vendas' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Editar fila' })
  await dialog.getByRole('textbox', { name: 'Mensagem fora do expediente' }).fill('Voltamos às 9.')
  await dialog.getByRole('tab', { name: 'Horários de Atendimento' }).click()
  const monday = dialog.getByRole('group', { name: 'Segunda-feira' })
  await monday.getByRole('button', { name: 'Adicionar intervalo: Segunda-feira' }).click()
  await dialog.getByRole('tab', { name: 'Dados da Fila' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(monday.getByRole('alert')).toBeVisible()
  await monday.getByLabelText('Segunda-feira: início 2').fill('19:00')
  await monday.getByLabelText('Segunda-feira: fim 2').fill('21:00')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Fila salva com sucesso.')).toBeVisible()
  const body = server.callsOf(updateQueue)[0]?.body as { schedules: object[]; outOfHoursMessage: string }
  expect(body.outOfHoursMessage).toBe('Voltamos às 9.')
  expect(body.schedules.slice(0, 2)).toMatchObject([
    { weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' },
    { weekdayEn: 'monday', startTime: '19:00', endTime: '21:00' }
  ])
})

test('the usual hours are stored though nobody opened their tab; applied there, the dialog says what is left to do', async () => {
  const { server, screen } = await open()
  server.on(listSettings, () => [{ key: 'scheduleType', value: 'queue' }])
  server.on(updateQueue, ({ body }) => laidOver(makeQueue(), body))
  await screen.getByRole('button', { name: 'Editar: Vendas' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Editar fila' })
  await dialog.getByRole('tab', { name: 'Horários de Atendimento' }).click()
  await dialog.getByRole('button', { name: 'Aplicar horários' }).click()
  await expect.element(screen.getByText('Clique em salvar para salvar as alterações')).toBeVisible()
  await expect.element(dialog.getByRole('tab', { name: 'Dados da Fila' })).toHaveAttribute('aria-selected', 'true')
  expect(server.callsOf(updateQueue)).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await screen.getByRole('button', { name: 'Editar: Vendas' }).click()
  await expect.element(screen.getByRole('tab', { name: 'Horários de Atendimento' })).toBeVisible()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => server.callsOf(updateQueue)).toHaveLength(1)
  const body = server.callsOf(updateQueue)[0]?.body as { schedules: object[] }
  expect(body.schedules).toContainEqual({
    weekday: 'Sábado',
    weekdayEn: 'saturday',
    startTime: '08:00',
    endTime: '12:00'
  })
})

test('the palette has fifty colours and is walked with the arrow keys', async () => {
  const { screen } = await open([])
  await screen.getByRole('button', { name: 'Adicionar fila' }).first().click()
  await expect.poll(() => screen.getByRole('radio').elements()).toHaveLength(50)
  await screen.getByRole('radio', { name: 'vermelho', exact: true }).click()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  await expect.element(screen.getByRole('radio', { name: 'laranja', exact: true })).toHaveFocus()
  await expect.element(screen.getByRole('radio', { name: 'laranja', exact: true })).toBeChecked()
})

test('a short name is refused before anything is sent, and the field is focused', async () => {
  const { server, screen } = await open()
  server.on(createQueue, () => makeQueue())
  await screen.getByRole('button', { name: 'Adicionar fila' }).click()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Nome' })).toHaveAccessibleDescription('Obrigatório')
  await expect.element(screen.getByRole('textbox', { name: 'Nome' })).toHaveFocus()
  await screen.getByRole('textbox', { name: 'Nome' }).fill('V')
  await userEvent.tab()
  await expect.element(screen.getByRole('textbox', { name: 'Nome' })).toHaveAccessibleDescription('Muito curto')
  expect(server.callsOf(createQueue)).toHaveLength(0)
})

test('what the server refuses stands beside its field and nothing typed is lost', async () => {
  const { server, screen } = await open()
  server.on(updateQueue, () => {
    throw new AppError('ERR_QUEUE_NAME_ALREADY_EXISTS')
  })
  await screen.getByRole('button', { name: 'Editar: Vendas' }).click()
  await screen.getByRole('textbox', { name: 'Nome' }).fill('Suporte')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect
    .element(screen.getByRole('textbox', { name: 'Nome' }))
    .toHaveAccessibleDescription('Já existe uma fila com este nome.')
  await expect.element(screen.getByRole('textbox', { name: 'Nome' })).toHaveValue('Suporte')
})

test('closing a dialog with something typed asks first', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: 'Editar: Vendas' }).click()
  await screen.getByLabelText('Mensagem de saudação').fill('Olá!')
  await userEvent.keyboard('{Escape}')
  const question = screen.getByRole('dialog', { name: 'Descartar o que foi digitado?' })
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect.element(screen.getByLabelText('Mensagem de saudação')).toHaveValue('Olá!')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
})

test('closing again in the very moment in which the question before is gone asks again', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: 'Editar: Vendas' }).click()
  await screen.getByLabelText('Mensagem de saudação').fill('Olá!')
  await userEvent.keyboard('{Escape}')
  const question = screen.getByRole('dialog', { name: 'Descartar o que foi digitado?' })
  await expect.element(question).toBeVisible()
  // Escape comes in the same turn as the timer that says that the question is gone: React takes both at once.
  const { setTimeout: start } = window
  let escapes = 0
  const timers = vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, milliseconds?: number) =>
    start(() => {
      run()
      if (milliseconds !== 20) return
      escapes++
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    }, milliseconds)) as typeof setTimeout)
  onTestFinished(() => timers.mockRestore())
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect.poll(() => escapes).toBe(1)
  timers.mockRestore()
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
})

test('a queue is deleted after a question', async () => {
  const { server, screen, row } = await open()
  server.on(deleteQueue, () => ({ message: 'ok' }))
  await screen.getByRole('button', { name: 'Excluir: Vendas' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expect.element(screen.getByText('Fila excluída com sucesso.')).toBeVisible()
  await expect.poll(() => row('Vendas').elements()).toHaveLength(0)
  expect(server.callsOf(deleteQueue)[0]?.params).toEqual({ id: 1 })
})

test('changes of others appear by themselves, each queue once', async () => {
  const { server, screen, row } = await open()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await expect.element(row('Vendas')).toBeVisible()
  server.line.emit(queueEvent, companyId, { action: 'update', queue: makeQueue({ name: 'Vendas online' }) }, 1)
  server.line.emit(queueEvent, companyId, { action: 'create', queue: makeQueue({ id: 9, name: 'Entregas' }) }, 2)
  server.line.emit(queueEvent, companyId, { action: 'delete', queueId: 2 }, 3)
  await expect.element(row('Vendas online')).toBeVisible()
  await expect.element(row('Entregas')).toBeVisible()
  await expect.poll(() => screen.getByRole('row').elements()).toHaveLength(3)
})

test('an empty list says what would be here', async () => {
  const { screen } = await open([])
  await expect.element(screen.getByText('Nenhum registro')).toBeVisible()
  await expect.element(screen.getByText(/Crie filas como Vendas/)).toBeVisible()
})

test('a list that cannot be loaded says why and can be asked again', async () => {
  const server = startServer()
  server.on(listConnections, () => [makeConnection()])
  server.on(listQueues, () => {
    throw new AppError('ERR_DATABASE_UNAVAILABLE')
  })
  const { screen } = await renderConsole('/queues')
  await expect.element(screen.getByText('Não foi possível carregar a lista de registros')).toBeVisible()
  server.on(listQueues, () => [makeQueue()])
  await screen.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(screen.getByRole('row', { name: /Vendas/ })).toBeVisible()
})
