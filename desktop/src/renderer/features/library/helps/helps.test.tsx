// The help screen as everybody uses it, and the super user's form for its videos.
import { beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  createHelp,
  deleteHelp,
  helpEvent,
  listAllHelps,
  updateHelp,
  type Help
} from '@guiche/shared/features/library/helps.ts'
import { showCompany } from '@guiche/shared/features/org/companies.ts'
import { listSettings } from '@guiche/shared/features/org/settings.ts'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makePlan, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const at = '2026-03-02T12:00:00.000Z'
function makeHelp(id: number, title: string, part: Partial<Help> = {}): Help {
  return {
    id,
    title,
    video: 'dQw4w9WgXcQ',
    description: '',
    language: null,
    createdAt: at,
    updatedAt: at,
    ...part
  }
}

/** Tests ask nobody outside: from here on this page may show nothing but its own. */
beforeAll(() => {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = "img-src 'self' data: blob:; frame-src 'self'"
  document.head.append(policy)
})

async function open(helps: Help[], supportUrl?: string) {
  const server = startServer()
  server.on(listAllHelps, () => helps)
  server.on(showVersion, () => ({ version: '6.0.0', server: '0.1.0', minimumClient: '0.1.0', supportUrl }))
  const { screen } = await renderConsole('/helps')
  return {
    server,
    screen,
    card: (title: string) => screen.getByRole('button', { name: new RegExp(`^Assistir: ${title}`) })
  }
}

test('a card opens a player for a code and for a link alike, and Escape closes it', async () => {
  const { screen, card } = await open([
    makeHelp(1, 'Primeiros passos', { description: 'Do zero ao primeiro atendimento.' }),
    makeHelp(2, 'Filas', { video: 'https://www.youtube.com/watch?v=abcdefghijk&t=9s' })
  ])
  await expect.element(screen.getByText('2 vídeos')).toBeVisible()
  await card('Filas').click()
  const player = screen.getByTitle('Filas', { exact: true })
  await expect.element(player).toBeVisible()
  expect(player.element().getAttribute('src')).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/abcdefghijk\?/)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  await expect.element(card('Filas')).toHaveFocus()
  await card('Primeiros passos').click()
  await expect.element(screen.getByRole('dialog').getByText('Do zero ao primeiro atendimento.')).toBeVisible()
  const outside = screen.getByRole('link', { name: 'Abrir no site do vídeo' })
  await expect.element(outside).toHaveAttribute('href', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')
})

test('the support is one button away where there is one', async () => {
  const { screen } = await open([], 'https://wa.me/5511999999999')
  const link = screen.getByRole('link', { name: 'Falar com o suporte' })
  await expect.element(link).toHaveAttribute('href', 'https://wa.me/5511999999999')
})

test('without videos and without a support the screen says what would be here', async () => {
  const { screen } = await open([])
  await expect.element(screen.getByText('Nenhum registro')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Falar com o suporte' }).elements()).toHaveLength(0)
})

test('videos that are added, changed or deleted follow by themselves', async () => {
  const { server, screen, card } = await open([makeHelp(1, 'Primeiros passos'), makeHelp(2, 'Filas')])
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await expect.element(card('Filas')).toBeVisible()
  server.line.emit(helpEvent, companyId, { action: 'create', record: makeHelp(3, 'Tags') })
  server.line.emit(helpEvent, companyId, { action: 'update', record: makeHelp(1, 'O primeiro dia') })
  server.line.emit(helpEvent, companyId, { action: 'delete', id: 2 })
  await expect.element(card('Tags')).toBeVisible()
  await expect.element(card('O primeiro dia')).toBeVisible()
  await expect.poll(() => screen.getByRole('button', { name: /^Assistir/ }).elements()).toHaveLength(2)
})

async function openTab(helps: Help[]) {
  const user = makeSessionUser({ super: true })
  const server = startServer(user)
  server.on(listSettings, () => [])
  server.on(showCompany, () => ({
    ...user.company,
    plan: makePlan(),
    campaignsEnabled: false,
    schedules: [],
    holidays: []
  }))
  server.on(listAllHelps, () => helps)
  const { screen } = await renderConsole('/settings')
  await screen.getByRole('tab', { name: 'Ajuda' }).click()
  const field = (name: string) => screen.getByRole('textbox', { name })
  return { server, screen, field, save: () => screen.getByRole('button', { name: 'Salvar' }).click() }
}

test('the super user adds a video; what is no video is said beside its field before anything is sent', async () => {
  const { server, screen, field, save } = await openTab([])
  server.on(createHelp, ({ body }) => makeHelp(5, body.title, { video: body.video, description: body.description }))
  await field('Título').fill('Primeiros passos')
  await field('Vídeo').fill('não é um vídeo')
  await save()
  await expect.element(field('Vídeo')).toHaveAccessibleDescription('Informe o código ou o link de um vídeo do YouTube.')
  expect(server.callsOf(createHelp)).toHaveLength(0)
  await field('Vídeo').fill('https://youtu.be/dQw4w9WgXcQ')
  await save()
  await expect.element(screen.getByText('Operação realizada com sucesso!')).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'Primeiros passos' })).toBeVisible()
})

test('the super user edits a video by a click on its row, and deletes it after a question', async () => {
  const { server, screen, field, save } = await openTab([makeHelp(1, 'Filas')])
  server.on(updateHelp, () => {
    throw new AppError('ERR_NO_HELP_FOUND')
  })
  await screen.getByRole('cell', { name: 'Filas' }).click()
  await field('Título').fill('Filas e cores')
  await save()
  await expect.element(screen.getByText(/Verifique se já existe uma ajuda com o mesmo nome/)).toBeVisible()
  await expect.element(field('Título')).toHaveValue('Filas e cores')
  server.on(deleteHelp, () => ({ message: 'ok' }))
  await screen.getByRole('button', { name: 'Excluir' }).click()
  const question = screen.getByRole('dialog', { name: 'Exclusão de Registro' })
  await expect.element(question.getByText('Deseja realmente excluir esse registro?')).toBeVisible()
  await question.getByRole('button', { name: 'Excluir' }).click()
  await expect.poll(() => screen.getByRole('cell', { name: 'Filas' }).elements()).toHaveLength(0)
})

test('whoever speaks another language sees other videos', async () => {
  const server = startServer()
  const helps = [
    makeHelp(1, 'Para todos'),
    makeHelp(2, 'How to', { language: 'en' }),
    makeHelp(3, 'Como', { language: 'pt' })
  ]
  server.on(listAllHelps, () => helps)
  server.on(showVersion, () => ({ version: '6.0.0', server: '0.1.0', minimumClient: '6.0.0' }))
  const { screen } = await renderConsole('/helps')
  await expect.element(screen.getByRole('button', { name: /Como/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Para todos/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /How to/ })).not.toBeInTheDocument()
})
