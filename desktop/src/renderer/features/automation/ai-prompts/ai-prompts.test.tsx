// The screen of AI prompts, as administrators use it.
import { expect, test } from 'vitest'
import {
  createPrompt,
  deletePrompt,
  listPrompts,
  promptEvent,
  updatePrompt
} from '@guiche/shared/features/automation/ai-prompts.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makePrompt, makeQueue } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

test('a prompt asks for its queue, keeps keys that are not typed again, and shows what it has cost as it is used', async () => {
  const server = startServer()
  const stored = makePrompt({ id: 8, name: 'Plantão da noite' })
  server.on(listQueues, () => [makeQueue({ id: 3, name: 'Plantão' })])
  server.on(listPrompts, () => ({ prompts: [] }))
  server.on(createPrompt, () => stored)
  server.on(updatePrompt, () => stored)
  server.on(deletePrompt, () => ({ message: '' }))
  const { screen } = await renderConsole('/prompts')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const button = (name: string) => screen.getByRole('button', { name }).first()
  await button('Adicionar prompt').click()
  const dialog = screen.getByRole('dialog', { name: 'Adicionar prompt' })
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Plantão da noite')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Informe o setor').first()).toBeVisible()
  expect(server.callsOf(createPrompt)).toEqual([])
  await dialog.getByRole('combobox', { name: 'Fila' }).click()
  await screen.getByRole('option', { name: 'Plantão' }).click()
  await dialog.getByLabelText('Chave da API').fill('sk-nova')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Prompt salvo com sucesso.')).toBeVisible()
  const sent = {
    name: 'Plantão da noite',
    queueId: 3,
    apiKey: 'sk-nova',
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10
  }
  expect(server.callsOf(createPrompt)[0]?.body).toMatchObject(sent)
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)

  const used = { ...stored, answers: 12, handOvers: 1, totalTokens: 3456, cost: 0.0021 }
  server.line.emit(promptEvent, companyId, { action: 'update', prompt: used }, 1)
  await expect
    .element(screen.getByRole('row', { name: /12 respostas · 1 passagem à equipe.*3\.456 tokens/ }))
    .toBeVisible()
  await button('Editar: Plantão da noite').click()
  const edit = screen.getByRole('dialog', { name: 'Editar prompt' })
  await expect.element(edit.getByText('Guardada. Deixe em branco para mantê-la.')).toBeVisible()
  const apiKey = edit.getByLabelText('Chave da API')
  await edit.getByRole('button', { name: 'Apagar a chave guardada' }).click()
  await expect.element(edit.getByText('Será apagada quando você salvar.')).toBeVisible()
  await expect.element(apiKey).toBeDisabled()
  await edit.getByRole('button', { name: 'Manter a chave guardada' }).click()
  await expect.element(apiKey).toBeEnabled()
  await edit.getByRole('textbox', { name: 'Modelo' }).fill('llama-3')
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => server.callsOf(updatePrompt)[0]?.body).toMatchObject({ model: 'llama-3', apiKey: '' })
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  await button('Editar: Plantão da noite').click()
  await screen.getByRole('button', { name: 'Apagar a chave guardada' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => server.callsOf(updatePrompt)[1]?.body).toMatchObject({ apiKey: null })
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  await button('Excluir: Plantão da noite').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).click()
  await expect.element(screen.getByText('Prompt excluído com sucesso.')).toBeVisible()
  await expect.poll(() => screen.getByRole('row', { name: /Plantão da noite/ }).elements()).toHaveLength(0)
})

test('a prompt gets another key with the own password, once the server asks for it', async () => {
  const server = startServer()
  const stored = makePrompt({ id: 8, name: 'Plantão da noite', queueId: 3 })
  server.on(listQueues, () => [makeQueue({ id: 3, name: 'Plantão' })])
  server.on(listPrompts, () => ({ prompts: [stored] }))
  server.on(updatePrompt, ({ body }) => {
    const code = 'ERR_CURRENT_PASSWORD_REQUIRED'
    if (body.currentPassword !== 'minha-senha') throw new AppError(code, { fields: { currentPassword: code } })
    return stored
  })
  const { screen } = await renderConsole('/prompts')
  await screen.getByRole('button', { name: 'Editar: Plantão da noite' }).first().click()
  await screen.getByLabelText('Chave da API').fill('sk-nova')
  const asked = screen.getByLabelText(/^Sua senha atual/)
  await expect.element(asked).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await asked.fill('minha-senha')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Prompt salvo com sucesso.')).toBeVisible()
  expect(server.callsOf(updatePrompt)[1]?.body).toMatchObject({ apiKey: 'sk-nova', currentPassword: 'minha-senha' })
})
