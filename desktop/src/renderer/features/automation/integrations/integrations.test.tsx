// The screen of integrations, as staff use it.
import { expect, test } from 'vitest'
import {
  createIntegration,
  deleteIntegration,
  integrationEvent,
  listIntegrations,
  testSession,
  updateIntegration
} from '@guiche/shared/features/automation/integrations.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeIntegration, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

test('each type of integration has its own fields; events keep the list, and one is deleted', async () => {
  const server = startServer()
  server.on(listIntegrations, () => ({ queueIntegrations: [], count: 0, hasMore: false }))
  server.on(createIntegration, () => makeIntegration({ id: 9, type: 'dialogflow', name: 'Robô do caixa' }))
  server.on(deleteIntegration, () => ({ message: '' }))
  const { screen } = await renderConsole('/queue-integration')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const button = (name: string) => screen.getByRole('button', { name }).first()
  await button('Adicionar integração').click()
  const dialog = screen.getByRole('dialog', { name: 'Adicionar integração' })
  await expect.element(dialog.getByRole('textbox', { name: 'Slug do bot' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('R')
  await dialog.getByRole('combobox', { name: 'Tipo' }).click()
  await screen.getByRole('option', { name: 'Dialogflow' }).click()
  await dialog.getByRole('textbox', { name: 'Nome do projeto' }).fill('loja-123')
  const troubles = [
    { failure: 'setup', detail: 'JSON' },
    { failure: 'timeout', detail: 'no answer in time' }
  ]
  server.on(testSession, () => {
    const trouble = troubles.shift()
    if (trouble) throw new AppError('ERR_TEST_SESSION_FAILED', { values: { reason: '', ...trouble } })
    return { message: '', answer: 'Olá! Sou o robô.', milliseconds: 120 }
  })
  await dialog.getByRole('button', { name: 'Testar sessão' }).click()
  await expect
    .element(dialog.getByRole('alert').getByText('Falta algo na configuração ou algo nela está errado (JSON).'))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Testar sessão' }).click()
  await expect
    .element(dialog.getByRole('alert').getByText('O serviço demorou demais para responder.', { exact: true }))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Testar sessão' }).click()
  await expect.element(dialog.getByRole('status').getByText('Olá! Sou o robô.')).toBeVisible()
  // Not behind the buttons, which stay where they are.
  const answer = dialog.getByRole('status').element()
  const foot = dialog.getByRole('button', { name: 'Salvar' }).element()
  await expect.poll(() => answer.getBoundingClientRect().bottom - foot.getBoundingClientRect().top).toBeLessThan(0)
  expect(server.callsOf(testSession)[2]?.body).toMatchObject({ type: 'dialogflow', projectName: 'loja-123', id: null })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(dialog.getByText('Muito curto')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Robô do caixa')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Integração salva com sucesso.')).toBeVisible()
  const sent = {
    type: 'dialogflow',
    name: 'Robô do caixa',
    projectName: 'loja-123',
    language: 'pt-BR',
    jsonContent: ''
  }
  expect(server.callsOf(createIntegration)[0]?.body).toMatchObject(sent)
  await expect.element(screen.getByRole('row', { name: /Dialogflow.*9.*Robô do caixa/ })).toBeVisible()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)

  const other = makeIntegration({ id: 11, name: 'Fila do balcão' })
  server.line.emit(integrationEvent, companyId, { action: 'create', queueIntegration: other }, 1)
  await expect.element(screen.getByRole('row', { name: /n8n.*Fila do balcão/ })).toBeVisible()
  await button('Excluir: Robô do caixa').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).click()
  await expect.element(screen.getByText('Integração excluída com sucesso.')).toBeVisible()
  await expect.poll(() => screen.getByRole('row', { name: /Robô do caixa/ }).elements()).toHaveLength(0)
})

test('without the right integrations are there to read, and the screen says who can change that', async () => {
  const server = startServer(makeSessionUser({ profile: 'user' }))
  server.on(listIntegrations, () => ({ queueIntegrations: [makeIntegration()], count: 1, hasMore: false }))
  const { screen } = await renderConsole('/queue-integration')
  await expect.element(screen.getByText(/Um administrador pode liberar isso/)).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /n8n|Typebot|typebot/ }).first()).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Adicionar integração' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: /^Editar/ })).not.toBeInTheDocument()
})

test('attendants have the screens of integrations and prompts in their menu where the plan has them', async () => {
  const attendant = makeSessionUser({ profile: 'user', permissions: ['queue-integration-page:write'] })
  const server = startServer(attendant)
  server.on(listIntegrations, () => ({ queueIntegrations: [], count: 0, hasMore: false }))
  const { screen, path } = await renderConsole('/queue-integration')
  await expect.element(screen.getByRole('button', { name: 'Adicionar integração' }).first()).toBeVisible()
  expect(path()).toBe('/queue-integration')
  await expect.element(screen.getByRole('link', { name: 'Integrações' })).toBeVisible()
  await screen.getByRole('button', { name: 'Mais' }).click()
  await expect.element(screen.getByRole('link', { name: /Prompts/ })).toBeVisible()
})

test('a stored key file stays while its field is empty, and can be forgotten', async () => {
  const server = startServer()
  const stored = makeIntegration({ id: 5, type: 'dialogflow', name: 'Robô do caixa', hasJsonContent: true })
  server.on(listIntegrations, () => ({ queueIntegrations: [stored], count: 1, hasMore: false }))
  server.on(updateIntegration, () => ({ ...stored, hasJsonContent: false }))
  const { screen } = await renderConsole('/queue-integration')
  await screen.getByRole('button', { name: 'Editar: Robô do caixa' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Editar integração' })
  const file = dialog.getByRole('textbox', { name: /JSON/ })
  await expect.element(file).toBeEnabled()
  await dialog.getByRole('button', { name: 'Apagar a chave guardada' }).click()
  await expect.element(file).toBeDisabled()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => server.callsOf(updateIntegration)[0]?.body).toMatchObject({ jsonContent: null })
})

test('an integration is added with the own password, once the server asks for it', async () => {
  const server = startServer()
  server.on(listIntegrations, () => ({ queueIntegrations: [], count: 0, hasMore: false }))
  server.on(createIntegration, ({ body }) => {
    const code = 'ERR_CURRENT_PASSWORD_REQUIRED'
    if (body.currentPassword !== 'minha-senha') throw new AppError(code, { fields: { currentPassword: code } })
    return makeIntegration({ name: body.name })
  })
  const { screen } = await renderConsole('/queue-integration')
  await screen.getByRole('button', { name: 'Adicionar integração' }).first().click()
  await screen.getByRole('textbox', { name: 'Nome', exact: true }).fill('Robô do caixa')
  const asked = screen.getByLabelText(/^Sua senha atual/)
  await expect.element(asked).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await asked.fill('minha-senha')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Integração salva com sucesso.')).toBeVisible()
  expect(server.callsOf(createIntegration)[0]?.body).not.toHaveProperty('currentPassword')
})
