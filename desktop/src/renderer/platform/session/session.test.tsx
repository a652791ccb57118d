// The login over time: restored at start, ended, taken over by another computer, unreachable.
import { expect, onTestFinished, test, vi } from 'vitest'
import { authEvent, logout, refreshToken } from '@guiche/shared/features/org/auth.ts'
import { showCompanyPlan } from '@guiche/shared/features/org/companies.ts'
import { userEvent as userChanged } from '@guiche/shared/features/org/users.ts'
import { showSecondFactor } from '@guiche/shared/features/org/second-factor.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyId, makePlan, makeSessionUser, makeToken, makeUser } from '#test/factories.ts'
import { dropTakeOverNote, originOf, readTakeOverNote } from './take-over-note.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'
import { claimsOf, readToken } from '../net/access-token.ts'
import { ApiError } from '../net/api-error.ts'
import { call } from '../net/http.ts'
import { useRealtime } from '../net/realtime.ts'
import { daysLeft } from './days-left.ts'
import { signIn, signOut, useSession } from './session.ts'

const attendant = () => makeSessionUser({ profile: 'user' })
const phase = () => useSession.getState().phase
async function online() {
  await expect.poll(() => useRealtime.getState().state).toBe('online')
}
function meAt(sessionId: string) {
  return {
    action: 'update' as const,
    user: { id: 1, email: 'ana@padaria.com.br', companyId },
    sessionId
  }
}

test('a page that is loaded again restores the user with one refresh, and keeps no token anywhere', async () => {
  const server = startServer(attendant())
  const { screen, path } = await renderConsole('/tickets')
  await expect.element(screen.getByRole('button', { name: 'Sua conta' })).toBeVisible()
  expect(path()).toBe('/tickets')
  expect(server.callsOf(refreshToken)).toHaveLength(1)
  expect(readToken()).toMatch(/^head\./)
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toMatch(/head\.|token/i)
})

test('a login of the same person in another tab is followed, for the cookie is one', async () => {
  const server = startServer(attendant())
  const { path } = await renderConsole('/tickets')
  await online()
  server.on(refreshToken, () => ({ token: makeToken({ sid: 'login-of-the-tab' }), user: attendant() }))
  server.line.emit(authEvent, companyId, meAt('login-of-the-tab'))
  await expect.poll(() => readToken()?.includes(btoa('{"sid":"login-of-the-tab"').slice(0, 20))).toBe(true)
  expect([phase(), useSession.getState().isTakenOver, path()]).toEqual(['in', false, '/tickets'])
})

test('news of a login in another tab that comes before its cookie takes nothing over', async () => {
  const server = startServer(attendant())
  await renderConsole('/tickets')
  await online()
  let asked = 0
  server.on(refreshToken, () => {
    if (++asked === 1) throw new AppError('ERR_SESSION_TAKEN_OVER')
    return { token: makeToken({ sid: 'login-of-the-tab' }), user: attendant() }
  })
  const seen: boolean[] = []
  onTestFinished(useSession.subscribe(({ isTakenOver }) => void seen.push(isTakenOver)))
  server.line.emit(authEvent, companyId, meAt('login-of-the-tab'))
  await expect.poll(() => claimsOf(readToken()).sid).toBe('login-of-the-tab')
  expect([phase(), asked, seen.includes(true)]).toEqual(['in', 2, false])
})

test('the start asks for each list once, though the line opens later', async () => {
  const server = startServer(attendant())
  server.on(refreshToken, () => ({ token: makeToken(), user: attendant(), seq: 7 }))
  server.line.greetWith(7)
  await renderConsole('/tickets')
  await online()
  await expect.poll(() => server.line.received.map(({ name }) => name)).toContain('userStatus')
  await expect.poll(() => server.callsOf(listTickets).length).toBeGreaterThan(1)
  const asked = server.callsOf(listTickets).map(({ query }) => JSON.stringify(query))
  expect(asked).toEqual([...new Set(asked)])
})

test('a token that can no longer be refreshed leads to the login', async () => {
  const server = startServer(attendant())
  server.on(refreshToken, () => {
    throw new AppError('ERR_SESSION_ENDED')
  })
  const { path } = await renderConsole('/tickets')
  await expect.poll(path).toBe('/login')
  expect(readToken()).toBeNull()
})

test('while the server does not answer nobody is signed out', async () => {
  const server = startServer(attendant())
  server.setDown(true)
  const { screen } = await renderConsole('/tickets')
  await expect.element(screen.getByText('O servidor não responde')).toBeVisible()
  expect(localStorage.getItem('userId')).not.toBeNull()
  server.setDown(false)
  await expect.element(screen.getByRole('button', { name: 'Sua conta' })).toBeVisible()
})

test('an answer that comes after the login ended is kept for nobody', async () => {
  const server = startServer(attendant())
  await renderConsole('/tickets')
  await online()
  const held = Promise.withResolvers<never[]>()
  server.on(listQueues, () => held.promise)
  const asked = call(listQueues).catch((error: unknown) => error)
  await expect.poll(() => server.callsOf(listQueues).length).toBeGreaterThan(0)
  await signOut()
  held.resolve([])
  expect(await asked).toMatchObject({ code: 'aborted' })
  server.on(listQueues, () => [])
  await signIn('ana@padaria.com.br', 'Segredo123')
  expect(await call(listQueues)).toEqual([])
})

test('a 401 on any call signs out, clears what was stored and says why', async () => {
  const server = startServer(attendant())
  const { path, screen } = await renderConsole('/tickets')
  await online()
  server.on(listQueues, () => {
    throw new AppError('ERR_COMPANY_INACTIVE')
  })
  await call(listQueues).catch(() => undefined)
  await expect.poll(path).toBe('/login')
  await expect.element(screen.getByRole('alert').filter({ hasText: 'Esta empresa está desativada' })).toBeVisible()
  for (const key of ['token', 'companyId', 'userId', 'companyDueDate', 'cshow'])
    expect(localStorage.getItem(key)).toBeNull()
  expect(useRealtime.getState().state).toBe('idle')
})

const by = { at: '2026-03-02T17:32:00.000Z', address: '189.6.1.2', browser: 'Chrome', system: 'Windows' }

test('another computer takes over: the sentence stands, storage is cleared and the page is loaded again', async () => {
  const server = startServer(attendant())
  const { screen } = await renderConsole('/tickets')
  await online()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    server.line.emit(authEvent, companyId, meAt('own-session'))
    server.line.emit(authEvent, companyId, { ...meAt('other-session'), user: { ...meAt('').user, id: 2 } })
    server.line.emit(authEvent, companyId, { ...meAt('other-session'), by })
    // The looks at the cookie last 800 ms of the clock that each of these attempts moves on.
    await vi.waitFor(() => expect(useSession.getState().isTakenOver).toBe(true), { timeout: 10_000 })
  } finally {
    vi.useRealTimers()
  }
  await expect.element(screen.getByText('Sua conta foi acessada em outro computador.')).toBeVisible()
  expect(useRealtime.getState().state).toBe('idle')
  expect(readTakeOverNote()).toEqual({ email: 'ana@padaria.com.br', by })
  dropTakeOverNote()
})

test('a call that is refused before the cookie was looked at does not forget whence the other login came', async () => {
  const server = startServer(attendant())
  await renderConsole('/tickets')
  await online()
  // One that no screen asks for by itself: its refusal would come in the next test.
  server.on(showSecondFactor, () => {
    throw new AppError('ERR_SESSION_TAKEN_OVER')
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    server.line.emit(authEvent, companyId, { ...meAt('other-session'), by })
    // A poll would move the clock on, and the looks at the cookie would go on in the next test.
    while (readTakeOverNote() === null) await new Promise((next) => requestAnimationFrame(next))
    await call(showSecondFactor).catch(() => undefined)
    expect(useSession.getState().isTakenOver).toBe(true)
  } finally {
    vi.useRealTimers()
  }
  expect(readTakeOverNote()).toEqual({ email: 'ana@padaria.com.br', by })
  dropTakeOverNote()
})

test('a page that is opened again after a take-over says so, and whence', async () => {
  const server = startServer(attendant())
  server.on(refreshToken, () => {
    throw new AppError('ERR_SESSION_TAKEN_OVER', { values: { ...by, browser: '' } })
  })
  const { path, screen } = await renderConsole('/tickets')
  await expect.poll(path).toBe('/login')
  await expect.element(screen.getByText('Sua conta foi acessada em outro computador.')).toBeVisible()
  await expect.element(screen.getByText(/· Windows · 189\.6\.1\.2$/)).toBeVisible()
  dropTakeOverNote()
})

test('who was asleep hears whence the other login came by the refusal of the refresh', () => {
  const refused = new ApiError(401, { error: 'ERR_SESSION_TAKEN_OVER', values: { ...by, browser: '' } })
  expect(originOf(refused)).toEqual({ ...by, browser: null })
  expect(originOf(new ApiError(401, { error: 'ERR_SESSION_TAKEN_OVER' }))).toBeNull()
})

test('the account menu signs out', async () => {
  const server = startServer(attendant())
  const { screen, path } = await renderConsole('/tickets')
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByRole('button', { name: 'Sair' }).click()
  await expect.poll(path).toBe('/login')
  expect(phase()).toBe('out')
  expect(server.callsOf(logout)).toHaveLength(1)
})

test('a change of the own user arrives by itself', async () => {
  const server = startServer(attendant())
  const { screen } = await renderConsole('/tickets')
  await online()
  server.line.emit(
    userChanged,
    companyId,
    { action: 'update', user: makeUser({ name: 'Beatriz Souza', profile: 'admin' }) },
    1
  )
  await expect.element(screen.getByRole('link', { name: 'Administração' })).toBeVisible()
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await expect.element(screen.getByText('Beatriz', { exact: false })).toBeVisible()
})

test('what became of the company and its plan while the line was away is asked for when it is back', async () => {
  const user = attendant()
  const dueDate = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString()
  const server = startServer({ ...user, company: { ...user.company, dueDate: '2026-01-01T12:00:00.000Z' } })
  const { screen } = await renderConsole('/tickets')
  await online()
  await expect.element(screen.getByRole('link', { name: 'Kanban' })).toBeVisible()
  server.setDown(true)
  await expect.poll(() => useRealtime.getState().state).toBe('offline')
  server.on(showCompanyPlan, () => ({ ...user.company, dueDate, plan: makePlan({ useKanban: false }) }))
  server.setDown(false)
  await expect.element(screen.getByRole('link', { name: 'Kanban' })).not.toBeInTheDocument()
  expect(useSession.getState().user?.company.dueDate).toBe(dueDate)
})

test('days left are rounded', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  const at = (dueDate: string) => daysLeft(makeSessionUser({ company: { ...makeSessionUser().company, dueDate } }), now)
  expect(at('2026-03-04T13:00:00Z')).toBe(3)
  expect(at('2026-03-05T23:00:00Z')).toBe(4)
  expect(at('2026-02-28T12:00:00Z')).toBe(-1)
})
