// Announcements: the popover with its mark, one to read, and the super user's screen.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import {
  announcementEvent,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  removeAnnouncementImage,
  updateAnnouncement,
  uploadAnnouncementImage,
  type Announcement
} from '@guiche/shared/features/library/announcements.ts'
import { announcements } from './announcements.store.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, laidOver, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

function makeAnnouncement(part: Partial<Announcement> = {}): Announcement {
  return {
    id: 1,
    title: 'Manutenção no domingo',
    language: null,
    text: 'Das 2 às 4 horas.\nNada se perde.',
    priority: 1,
    status: true,
    mediaPath: null,
    mediaName: null,
    createdAt: '2026-03-02T12:00:00.000Z',
    updatedAt: '2026-03-02T12:00:00.000Z',
    ...part
  }
}

async function open(path: string, records: Announcement[], isSuper = false) {
  const server = startServer(makeSessionUser({ super: isSuper, profile: isSuper ? 'admin' : 'user' }))
  server.on(listConnections, () => [])
  server.on(listAnnouncements, ({ query }) => {
    const found = records.filter(({ title }) => title.toLowerCase().includes(query.searchParam))
    return { records: found, count: found.length, hasMore: false }
  })
  const opened = await renderConsole(path)
  const button = (name: string | RegExp) => opened.screen.getByRole('button', { name })
  return { server, button, ...opened }
}

test('new announcements are marked until they were looked at, and one is read in a dialog', async () => {
  const { screen, button } = await open('/tickets', [
    makeAnnouncement(),
    makeAnnouncement({ id: 2, title: 'Novidade', priority: 3, createdAt: '2026-03-01T12:00:00.000Z', language: 'pt' }),
    // For whoever speaks another language, and so not counted either.
    makeAnnouncement({ id: 3, title: 'News', language: 'en' })
  ])
  await button('Informativos: 2 novos').click()
  const item = button(/Manutenção no domingo.*Alta/)
  expect(item.element().dataset['tone']).toBe('high')
  expect(button(/Novidade.*Baixa/).element().dataset['tone']).toBe('low')
  await expect.element(button(/News/)).not.toBeInTheDocument()
  await item.click()
  const dialog = screen.getByRole('dialog', { name: 'Manutenção no domingo' })
  await expect.element(dialog.getByText(/Das 2 às 4 horas\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  await expect.element(button('Informativos')).toBeVisible()
  expect(localStorage.getItem('announcementsSeen')).toBe('2026-03-02T12:00:00.000Z')
})

test('one that is published shows at once, and one that is withdrawn goes', async () => {
  const { server, screen, button } = await open('/tickets', [])
  await button('Informativos').click()
  const popover = screen.getByRole('dialog', { name: 'Informativos' })
  await expect.element(popover.getByText('Nenhum registro')).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.line.emit(announcementEvent, companyId, { action: 'create', record: makeAnnouncement() })
  await expect.element(button(/Manutenção no domingo/)).toBeVisible()
  server.line.emit(announcementEvent, companyId, { action: 'delete', id: 1 })
  await expect.element(popover.getByText('Nenhum registro')).toBeVisible()
})

test('the dialog follows what is changed while it is read, with addresses as links, and stays when it is withdrawn', async () => {
  const { server, screen, button } = await open('/tickets', [makeAnnouncement()])
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await button(/^Informativos/).click()
  await button(/Manutenção no domingo/).click()
  const dialog = screen.getByRole('dialog', { name: 'Manutenção no domingo' })
  await expect.element(dialog.getByText(/Das 2 às 4 horas\./)).toBeVisible()
  const record = makeAnnouncement({ text: 'Das 3 às 5, veja https://exemplo.com/aviso.' })
  server.line.emit(announcementEvent, companyId, { action: 'update', record })
  await expect.element(dialog.getByText(/Das 3 às 5/)).toBeVisible()
  await expect.element(dialog.getByRole('link')).toHaveAttribute('href', 'https://exemplo.com/aviso')
  server.line.emit(announcementEvent, companyId, { action: 'delete', id: 1 })
  await expect.poll(() => announcements.use.getState().items).toEqual([])
  await expect.element(dialog.getByText(/Das 3 às 5/)).toBeVisible()
})

test('what was published while the line was down is there when it is back', async () => {
  const records: Announcement[] = []
  const { server, button } = await open('/tickets', records)
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.setDown(true)
  await expect.poll(() => useRealtime.getState().state).toBe('offline')
  records.push(makeAnnouncement())
  server.setDown(false)
  await expect.element(button('Informativos: 1 novo'), { timeout: 15_000 }).toBeVisible()
})

test('the screen is for the super user', async () => {
  const { screen, path } = await open('/announcements', [])
  await expect
    .element(
      screen.getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
    )
    .toBeVisible()
  await expect.poll(path).toBe('/tickets')
})

test('an announcement is written with an image; the texts are obligatory', async () => {
  const { server, screen, button } = await open('/announcements', [], true)
  server.on(createAnnouncement, ({ body }) => makeAnnouncement(body))
  server.on(uploadAnnouncementImage, () => makeAnnouncement({ title: 'Horário de verão', mediaName: 'relogio.png' }))
  await button('Adicionar informativo').first().click()
  await button('Salvar').click()
  await expect.element(screen.getByRole('textbox', { name: 'Título' })).toHaveAccessibleDescription('Obrigatório')
  await screen.getByRole('textbox', { name: 'Título' }).fill('Horário de verão')
  await screen.getByRole('textbox', { name: 'Texto' }).fill('Os relógios adiantam uma hora.')
  await screen.getByRole('combobox', { name: 'Prioridade' }).click()
  await screen.getByRole('option', { name: 'Média' }).click()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file field')
  await userEvent.upload(input, new File(['bild'], 'relogio.png', { type: 'image/png' }))
  await button('Salvar').click()
  await expect.element(screen.getByText('Informativo salvo com sucesso.')).toBeVisible()
  expect(server.callsOf(createAnnouncement)[0]?.body).toEqual({
    title: 'Horário de verão',
    text: 'Os relógios adiantam uma hora.',
    priority: 2,
    status: true,
    language: null
  })
  const image = server.callsOf(uploadAnnouncementImage)[0]?.form?.get('file') as File | undefined
  expect(image?.name).toBe('relogio.png')
  await expect.element(screen.getByRole('row', { name: /Horário de verão/ })).toMatchTextContent('relogio.png')
})

test('an image that is refused does not make a second announcement', async () => {
  const { server, screen, button } = await open('/announcements', [], true)
  server.on(createAnnouncement, ({ body }) => makeAnnouncement(body))
  server.on(updateAnnouncement, ({ body }) => laidOver(makeAnnouncement(), body))
  server.on(uploadAnnouncementImage, () => {
    throw new AppError('ERR_MEDIA_TYPE_REFUSED')
  })
  await button('Adicionar informativo').first().click()
  await screen.getByRole('textbox', { name: 'Título' }).fill('Aviso')
  await screen.getByRole('textbox', { name: 'Texto' }).fill('Texto')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file field')
  await userEvent.upload(input, new File(['<svg/>'], 'aviso.png', { type: 'image/png' }))
  await button('Salvar').click()
  await expect.element(screen.getByText('Este tipo de arquivo não é aceito.').first()).toBeVisible()
  await expect.element(button('Salvar')).toBeEnabled()
  await button('Salvar').click()
  await expect.poll(() => server.callsOf(updateAnnouncement)).toHaveLength(1)
  expect(server.callsOf(createAnnouncement)).toHaveLength(1)
})

test('one is found by its title, edited, loses its image, and is deleted after a question', async () => {
  const kept = makeAnnouncement({ mediaPath: 'token/aviso.png', mediaName: 'aviso.png' })
  const { server, screen, button } = await open(
    '/announcements',
    [kept, makeAnnouncement({ id: 2, title: 'Outro' })],
    true
  )
  server.on(updateAnnouncement, ({ body }) => laidOver(kept, body))
  server.on(removeAnnouncementImage, () => makeAnnouncement())
  server.on(deleteAnnouncement, () => ({ message: 'ok' }))
  await screen.getByRole('searchbox', { name: 'Buscar informativos' }).fill('Manuten')
  await expect.poll(() => screen.getByRole('row', { name: /Outro/ }).elements()).toHaveLength(0)
  await button('Editar: Manutenção no domingo').click()
  await button('Remover imagem').click()
  await button('Salvar').click()
  await expect.element(screen.getByText('Informativo salvo com sucesso.')).toBeVisible()
  expect(server.callsOf(removeAnnouncementImage)).toHaveLength(1)
  await button('Excluir: Manutenção no domingo').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expect.element(screen.getByText('Informativo excluído com sucesso.')).toBeVisible()
})

test('on a narrow window everything in the top bar can be reached', async () => {
  await page.viewport(390, 844)
  try {
    const { button } = await open('/tickets', [makeAnnouncement()])
    await button('Informativos: 1 novo').click()
    await expect.element(button(/Manutenção no domingo/)).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  } finally {
    await page.viewport(1280, 800)
  }
})
