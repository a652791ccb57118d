// The archive that goes into a store by itself: set, looked at, sent at once, mended and switched off.
import { expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  deleteArchiveSchedule,
  runArchiveSchedule,
  saveArchiveSchedule,
  showArchiveSchedule,
  type ArchiveSchedule
} from '@guiche/shared/features/org/archive-schedules.ts'
import { startCompanyPage } from '#test/company-page.ts'
import { renderConsole } from '#test/render-console.tsx'

const at = '2026-03-02T12:00:00.000Z'
const identity = 'AGE-SECRET-KEY-1QQPQGPV9L3S5VLEZC7H4J2M8XK0TUND6RWYFA'

function makeSchedule(part: Partial<ArchiveSchedule> = {}): ArchiveSchedule {
  return {
    companyId: 41,
    every: 'day',
    keep: 14,
    store: {
      endpoint: 'https://s3.loja.test',
      region: 'us-east-1',
      bucket: 'arquivos',
      folder: 'sul',
      accessKey: 'AKIA1'
    },
    recipient: 'age1qyqszqgpqyqszqgp',
    isRunning: false,
    nextAt: '2026-03-03T06:00:00.000Z',
    lastRun: null,
    userName: 'Super',
    ...part
  }
}
const failed = makeSchedule({ lastRun: { at, failure: 'access', fileName: null, size: null } })
const stored = makeSchedule({ lastRun: { at, failure: null, fileName: 'company-41.age', size: 9_000_000 } })

async function open(schedule: ArchiveSchedule | null, isAway = false) {
  const server = startCompanyPage()
  const state = { schedule, isAway }
  server.on(showArchiveSchedule, () => {
    if (state.isAway) throw new AppError('ERR_INTERNAL')
    return { schedule: state.schedule }
  })
  const { screen } = await renderConsole('/companies/41')
  const button = (name: string | RegExp) => screen.getByRole('button', { name, exact: typeof name === 'string' })
  return { server, screen, state, button }
}

test('is set with a new key, which is shown this once, and asks for the own password', async () => {
  const { server, screen, state, button } = await open(null)
  server.on(saveArchiveSchedule, ({ body }) => {
    if (!body.currentPassword) throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    state.schedule = makeSchedule()
    return { schedule: state.schedule, identity }
  })
  await button('Programar envio…').click()
  const dialog = screen.getByRole('dialog', { name: 'Envio automático de Floricultura Sul' })
  const save = dialog.getByRole('button', { name: 'Salvar' })
  await save.click()
  await expect.element(dialog.getByLabelText(/^Chave de acesso secreta/)).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabelText(/^Endereço do armazenamento/).fill('https://s3.loja.test')
  await dialog.getByLabelText(/^Nome do bucket/).fill('arquivos')
  await dialog.getByLabelText(/^ID da chave/).fill('AKIA1')
  await dialog.getByLabelText(/^Chave de acesso secreta/).fill('segredo')
  await save.click()
  await dialog.getByLabelText(/^Sua senha/).fill('Senha-123')
  await save.click()
  await expect
    .poll(() => server.callsOf(saveArchiveSchedule).at(-1)?.body)
    .toEqual({
      ...{ every: 'day', keep: 14, endpoint: 'https://s3.loja.test', region: '', bucket: 'arquivos', folder: '' },
      ...{ accessKey: 'AKIA1', secretKey: 'segredo', newKey: true, currentPassword: 'Senha-123' }
    })
  await expect.element(screen.getByLabelText('Chave do arquivo')).toHaveValue(identity)
  await button('Guardei a chave').click()
  await expect.element(screen.getByText('s3.loja.test/arquivos/sul, com a chave de acesso AKIA1')).toBeVisible()
  await expect.element(screen.getByText('Nenhum envio ainda.')).toBeVisible()
  await expect.poll(() => document.body.textContent).not.toContain('AGE-SECRET-KEY')
})

test('the stored secret stays while the store does, and what the store says stands beside its field', async () => {
  const { server, screen, button } = await open(stored)
  server.on(saveArchiveSchedule, () => {
    throw new AppError('ERR_STORE_BUCKET', { fields: { bucket: 'ERR_STORE_BUCKET' } })
  })
  await expect.element(screen.getByText(/company-41\.age \(9/)).toBeVisible()
  await button('Editar').last().click()
  const dialog = screen.getByRole('dialog', { name: 'Envio automático de Floricultura Sul' })
  const save = dialog.getByRole('button', { name: 'Salvar' })
  await expect.element(dialog.getByText('Vazio: continua a que está guardada.')).toBeVisible()
  await dialog.getByLabelText(/^Quantos arquivos/).fill('')
  await dialog.getByLabelText(/^Nome do bucket/).fill('outro')
  await save.click()
  await expect.element(dialog.getByText('Este bucket não existe no armazenamento.')).toBeVisible()
  expect(server.callsOf(saveArchiveSchedule).at(-1)?.body).toMatchObject({ keep: null, secretKey: '', newKey: false })
  const calls = server.callsOf(saveArchiveSchedule).length
  await dialog.getByLabelText(/^Endereço do armazenamento/).fill('https://outra.test')
  await save.click()
  await expect.element(dialog.getByLabelText(/^Chave de acesso secreta/)).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('radio', { name: /que já tenho/ }).click()
  await dialog.getByLabelText(/^Chave pública/).fill('nada')
  await save.click()
  await expect.element(dialog.getByText('Uma chave pública começa com age1.')).toBeVisible()
  expect(server.callsOf(saveArchiveSchedule)).toHaveLength(calls)
})

test('a failure says why, an archive is sent at once, and the schedule is switched off', async () => {
  const { server, screen, state, button } = await open(failed)
  await expect.element(screen.getByText(/^O armazenamento recusou o acesso/)).toBeVisible()
  server.on(runArchiveSchedule, () => {
    state.schedule = stored
    return { schedule: { ...failed, isRunning: true } }
  })
  await button('Enviar agora').click()
  await expect.element(screen.getByText('Envio em andamento…')).toBeVisible()
  await expect.element(screen.getByText(/company-41\.age/)).toBeVisible()
  server.on(deleteArchiveSchedule, () => ({ message: 'off' }))
  await button('Desligar').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Desligar' }).click()
  await expect.element(button('Programar envio…')).toBeVisible()
})

test('says that it could not be loaded, and loads it when asked again', async () => {
  const { screen, state, button } = await open(makeSchedule({ store: null, every: 'week', keep: null }), true)
  await expect.element(screen.getByText('Não foi possível carregar o envio automático')).toBeVisible()
  state.isAway = false
  await button('Tentar de novo').click()
  await expect.element(screen.getByText(/^O endereço guardado não pode mais/)).toBeVisible()
  await expect.element(screen.getByText('Todos ficam no armazenamento')).toBeVisible()
  await expect.element(screen.getByText('Todo domingo, às 3h no horário da empresa')).toBeVisible()
})
