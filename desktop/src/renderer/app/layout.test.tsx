// The frame: who sees which entries, where one may go, theme, language, palette, bell, offline.
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { countTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { updateUser } from '@guiche/shared/features/org/users.ts'
import { setNotifications } from '#features/inbox/tickets/notifications/notifications.store.ts'
import { useSession } from '#platform/session/session.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { makeConnection, makeSessionUser, makeUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

async function open(path: string, profile: 'admin' | 'user' = 'admin') {
  const server = startServer(makeSessionUser({ profile }))
  server.on(listConnections, () => [makeConnection()])
  server.on(countTickets, () => ({ open: 3, pending: 2, unread: 1 }))
  server.on(listContacts, () => ({ contacts: [], count: 0, hasMore: false }))
  return { server, ...(await renderConsole(path)) }
}
function entries(screen: { getByRole: typeof page.getByRole }) {
  return screen
    .getByRole('navigation')
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)
}

/** Sees that it is open, and leaves it closed for the next test. */
async function closePalette(screen: Awaited<ReturnType<typeof open>>['screen']): Promise<void> {
  const field = screen.getByLabelText('Aonde ir ou o que fazer?')
  await expect.element(field).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
}

// The first of this file: afterwards the palette has been loaded.
test('the palette opens for keys that are quicker than it is loaded', async () => {
  const { screen } = await open('/')
  await expect.poll(() => document.getElementById('content')).not.toBeNull()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }))
  await closePalette(screen)
})

test('an administrator finds the administration in an area of its own, grouped and searched', async () => {
  const { screen, path } = await open('/')
  await expect
    .poll(() => entries(screen))
    .toEqual(['Painel', 'Atendimentos', 'Contatos', 'Kanban', 'Chat interno', 'Administração'])
  await screen.getByRole('link', { name: 'Administração' }).click()
  await expect.poll(path).toBe('/connections')
  const menu = screen.getByRole('navigation', { name: 'Administração' })
  await expect.element(menu.getByRole('link', { name: 'Conexões' })).toHaveAttribute('aria-current', 'page')
  await expect.element(menu.getByText('Automação')).toBeVisible()
  expect(
    menu
      .getByRole('link')
      .elements()
      .map((link) => link.textContent)
  ).toEqual(expect.arrayContaining(['Filas', 'Usuários', 'API', 'Configurações', 'Financeiro']))
  const search = screen.getByRole('searchbox', { name: 'Buscar na administração' })
  await search.fill('usuar')
  await expect.poll(() => menu.getByRole('link').elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/users')
  await expect.element(menu.getByRole('link', { name: 'Usuários' })).toHaveAttribute('aria-current', 'page')
  await search.fill('nada disso')
  await expect.element(screen.getByText('Nada encontrado')).toBeVisible()
})

test('between phone and desk the administration’s menu stands behind a button', async () => {
  await page.viewport(800, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen, path } = await open('/queues')
  await screen.getByRole('button', { name: 'Administração: Filas' }).click()
  await screen.getByRole('dialog').getByRole('link', { name: 'Usuários' }).click()
  await expect.poll(path).toBe('/users')
  await expect.element(screen.getByRole('button', { name: 'Administração: Usuários' })).toBeVisible()
})

test('an attendant has no administration, and no dashboard', async () => {
  const { screen, path } = await open('/', 'user')
  await expect.poll(path).toBe('/tickets')
  await expect.element(screen.getByRole('link', { name: 'Atendimentos' })).toBeVisible()
  expect(entries(screen)).toEqual(['Atendimentos', 'Contatos', 'Kanban', 'Chat interno'])
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await expect.element(screen.getByRole('button', { name: 'Sair' })).toBeVisible()
  expect(screen.getByText(/Ativo até/).elements()).toHaveLength(0)
})

test('what is not in the rail stands behind More, and is in sight while it is open', async () => {
  const { screen, path } = await open('/tickets', 'user')
  await screen.getByRole('button', { name: 'Mais' }).click()
  const more = screen.getByRole('dialog', { name: 'Mais' })
  await expect.element(more.getByRole('link', { name: 'Integrações' })).toBeVisible()
  await more.getByRole('link', { name: 'Tarefas' }).click()
  await expect.poll(path).toBe('/todolist')
  await expect.poll(() => more.elements()).toHaveLength(0)
  const here = screen.getByRole('navigation').getByRole('link', { name: 'Tarefas' })
  await expect.element(here).toHaveAttribute('aria-current', 'page')
  await screen.getByRole('link', { name: 'Contatos' }).click()
  await expect.poll(() => here.elements()).toHaveLength(0)
})

test('an administrator reads until when the company is paid for, or since when it is not', async () => {
  const paid = await open('/tickets')
  await paid.screen.getByRole('button', { name: 'Sua conta' }).click()
  await expect.element(paid.screen.getByText(/^Ativo até/)).toBeVisible()
  useSession.setState(({ user }) => ({
    user: user && { ...user, company: { ...user.company, dueDate: '2026-02-01T02:59:00.000Z' } }
  }))
  await expect.element(paid.screen.getByText('Venceu em 31/01/2026')).toBeVisible()
})

test('an attendant who opens an administration screen is told and sent home', async () => {
  const { screen, path } = await open('/users', 'user')
  await expect
    .element(
      screen.getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
    )
    .toBeVisible()
  await expect.poll(path).toBe('/tickets')
})

test('the menu leads to a screen and marks it', async () => {
  const { screen, path } = await open('/')
  const entry = (name: string) => screen.getByRole('navigation').getByRole('link', { name })
  await expect.element(entry('Painel')).toHaveAttribute('aria-current', 'page')
  await entry('Contatos').click()
  await expect.poll(path).toBe('/contacts')
  await expect.element(entry('Contatos')).toHaveAttribute('aria-current', 'page')
  await expect.element(entry('Painel')).not.toHaveAttribute('aria-current')
  await entry('Atendimentos').click()
  await expect.element(entry('Atendimentos')).toHaveAttribute('aria-current', 'page')
})

test('an unknown address leads home, and a public one too when somebody is signed in', async () => {
  const { router, path } = await open('/nowhere', 'user')
  await expect.poll(path).toBe('/tickets')
  await router.navigate('/login')
  await expect.poll(path).toBe('/tickets')
})

test('the menu shows the version', async () => {
  const { screen } = await open('/')
  await expect.element(screen.getByTitle('Versão 6.0.0')).toBeVisible()
})

test('on a narrow window the menu is a drawer that closes when an entry is chosen', async () => {
  await page.viewport(390, 844)
  try {
    const { screen, path } = await open('/')
    await screen.getByRole('button', { name: 'Abrir menu' }).click()
    await screen.getByRole('link', { name: 'Contatos' }).click()
    await expect.poll(path).toBe('/contacts')
    await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await screen.getByRole('button', { name: 'Sua conta' }).click()
    await screen.getByText('Escuro').click()
    await expect.poll(() => localStorage.getItem('preferredTheme')).toBe('dark')
  } finally {
    await page.viewport(1280, 800)
  }
})

test('the mark on connections comes two seconds after the trouble', async () => {
  const server = startServer()
  server.on(countTickets, () => ({ open: 0, pending: 0, unread: 0 }))
  server.on(listConnections, () => [makeConnection({ status: 'qrcode' })])
  const startedAt = performance.now()
  const { screen } = await renderConsole('/')
  const mark = screen.getByRole('link', { name: /Administração.*precisam de atenção/ })
  await expect.element(mark).toBeVisible()
  expect(performance.now() - startedAt).toBeGreaterThan(2_000)
})

test('theme, language and volume are remembered', async () => {
  const { screen } = await open('/')
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByText('Escuro').click()
  await expect.poll(() => localStorage.getItem('preferredTheme')).toBe('dark')
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  await screen.getByText('Claro').click()
  await expect.poll(() => localStorage.getItem('preferredTheme')).toBe('light')
  await screen.getByRole('slider', { name: 'Volume dos avisos' }).click()
  await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}')
  await expect.poll(() => localStorage.getItem('volume')).toBe('0.8')
  await screen.getByText('English').click()
  await expect.element(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(localStorage.getItem('language')).toBe('en')
})

test('the palette finds a screen without its accents', async () => {
  const { screen, path } = await open('/')
  await expect.element(screen.getByRole('heading', { name: 'Painel' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.getByLabelText('Aonde ir ou o que fazer?').fill('contat')
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/contacts')
})

test('the palette opens while something is typed too', async () => {
  const { screen } = await open('/')
  await expect.element(screen.getByRole('heading', { name: 'Painel' })).toBeVisible()
  const field = document.createElement('textarea')
  document.body.append(field)
  field.focus()
  await userEvent.keyboard('{Control>}k{/Control}')
  field.remove()
  await closePalette(screen)
})

test('a question mark lists the shortcuts', async () => {
  const { screen } = await open('/')
  await expect.element(screen.getByRole('heading', { name: 'Painel' })).toBeVisible()
  await userEvent.keyboard('{Shift>}?{/Shift}')
  await expect.element(screen.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible()
})

test('the shortcuts that the account menu has shown give the focus back to it', async () => {
  const { screen } = await open('/')
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByRole('button', { name: 'Atalhos do teclado' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: 'Sua conta' })).toHaveFocus()
})

test('the bell counts tickets with unread messages and opens one', async () => {
  const { screen, path } = await open('/')
  await screen.getByRole('button', { name: 'Notificações' }).click()
  const popover = screen.getByRole('dialog', { name: 'Notificações' })
  await expect.element(popover.getByText('Nenhum registro')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  const notice = {
    ticketId: 4,
    uuid: 'abc',
    name: 'João',
    text: 'Bom dia',
    at: new Date().toISOString(),
    unread: 2,
    picture: null
  }
  setNotifications([notice], 1)
  await screen.getByRole('button', { name: '1 atendimento com novidades' }).click()
  await screen.getByRole('button', { name: /João/ }).click()
  await expect.poll(path).toBe('/tickets/abc')
})

test('a lost line is told with its time, and goes when the line is back', async () => {
  await page.viewport(1000, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { server, screen } = await open('/')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.setDown(true)
  await expect.element(screen.getByText(/Sem conexão desde \d\d:\d\d\./)).toBeVisible()
  const trying = screen.getByText('Tentando reconectar…').element()
  expect(trying.getClientRects()[0]?.height).toBeLessThan(1.5 * Number.parseFloat(getComputedStyle(trying).lineHeight))
  server.setDown(false)
  await expect.poll(() => screen.getByText(/Sem conexão desde/).elements(), { timeout: 10_000 }).toHaveLength(0)
})

test('the profile changes the own name and sends nothing that is not one’s own', async () => {
  const { server, screen } = await open('/tickets', 'user')
  server.on(updateUser, ({ body }) => makeUser({ profile: 'user', name: body.name ?? '' }))
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByRole('button', { name: 'Perfil' }).click()
  await screen.getByRole('textbox', { name: 'Nome' }).fill('Ana Maria Souza')
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Usuário salvo com sucesso.')).toBeVisible()
  expect(server.callsOf(updateUser)[0]).toMatchObject({
    params: { id: 1 },
    body: { name: 'Ana Maria Souza', email: 'ana@padaria.com.br' }
  })
  expect(Object.keys(server.callsOf(updateUser)[0]?.body as object)).toEqual(['name', 'email'])
})
