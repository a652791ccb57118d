// Periods after which conversations and files go: a shorter one is agreed to with its figures in sight.
import { expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { previewRetention } from '@guiche/shared/features/org/retention.ts'
import { defaultSetting, listSettings, settingKeys, updateSetting } from '@guiche/shared/features/org/settings.ts'
import { makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

async function open(settings: Record<string, string> = {}) {
  const server = startServer(makeSessionUser())
  server.on(listConnections, () => [])
  server.on(listSettings, () => settingKeys.map((key) => ({ key, value: settings[key] ?? defaultSetting(key) })))
  server.on(updateSetting, ({ params, body }) => {
    if (body.currentPassword === undefined && body.value !== '0') throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    return { key: params.key, value: body.value }
  })
  server.on(previewRetention, () => ({
    before: '2025-11-28T12:00:00.000Z',
    counts: { tickets: 12, messages: 1234, files: 3 },
    size: 5_400_000
  }))
  const { screen } = await renderConsole('/settings')
  const field = screen.getByRole('combobox', { name: 'Apagar conversas depois de' })
  const choose = async (option: string) => {
    await field.click()
    await screen.getByRole('option', { name: option, exact: true }).click()
  }
  return { server, screen, field, choose, dialog: screen.getByRole('dialog') }
}

test('a shorter period says what is older than it, and asks for the own password', async () => {
  const { server, screen, field, choose, dialog } = await open()
  await choose('12 meses')
  await expect.element(dialog.getByText('Apagar conversas depois de 12 meses?')).toBeVisible()
  await expect.element(dialog.getByText(/anterior a 28\/11\/2025/)).toBeVisible()
  const counts = dialog.getByRole('definition')
  expect(counts.elements().map((one) => one.textContent)).toEqual([
    '12',
    '1.234',
    expect.stringMatching(/^3 \(5,4 MB\)/)
  ])
  expect(server.callsOf(previewRetention)[0]?.query).toEqual({ key: 'messageMonths', months: '12' })
  await dialog.getByRole('button', { name: 'Definir prazo' }).click()
  const password = dialog.getByRole('textbox', { name: 'Sua senha atual' })
  await password.fill('Senha-123')
  await dialog.getByRole('button', { name: 'Definir prazo' }).click()
  await expect.element(screen.getByText('Operação atualizada com sucesso.')).toBeVisible()
  await expect.element(field).toHaveValue('12 meses')
  expect(server.callsOf(updateSetting).at(-1)?.body).toMatchObject({ value: '12', currentPassword: 'Senha-123' })
})

test('whoever turns back has the period of before, and a longer one needs no question', async () => {
  const { server, screen, field, choose, dialog } = await open({ messageMonths: '24' })
  await choose('6 meses')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(field).toHaveValue('24 meses')
  expect(server.callsOf(updateSetting)).toHaveLength(0)
  await choose('Nunca')
  await expect.element(screen.getByText('Operação atualizada com sucesso.')).toBeVisible()
  await expect.element(field).toHaveValue('Nunca')
})

test('where nothing is that old it is said, and a count that fails says why', async () => {
  const { server, choose, dialog } = await open()
  server.on(previewRetention, () => ({ before: '2025-11-28T12:00:00.000Z', counts: {}, size: 0 }))
  await choose('12 meses')
  await expect.element(dialog.getByText('Hoje não há nada tão antigo.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  server.on(previewRetention, () => {
    throw new AppError('ERR_NO_PERMISSION')
  })
  await choose('6 meses')
  await expect.element(dialog.getByText('Você não tem permissão para fazer isso.')).toBeVisible()
})
