// The desktop app opens on what it knew: before the server answers, without it, and brought up to date when it does.
import { expect, test } from 'vitest'
import { historyImportedEvent } from '@guiche/shared/features/inbox/connections.ts'
import { syncEvents } from '@guiche/shared/features/inbox/sync.ts'
import { listMessages, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets, ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { readSnapshotOnDisk, readSnapshotPart, writeSnapshotPart } from '#bridge/snapshot-channels.ts'
import { renewThere } from '#bridge/login-channels.ts'
import { startFakeShell } from '#platform/testing/fake-shell.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeSessionUser, makeToken } from '#test/factories.ts'
import { makeMessage, makeTicket, uuidOf } from '#test/inbox-factories.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { renderConsole } from '#test/render-console.tsx'

const user = makeSessionUser({ profile: 'user' })
const named = (id: number, name: string) =>
  makeTicket({ id, status: 'open', userId: user.id, contact: { ...makeTicket().contact, name } })
const maria = named(1, 'Maria')
const page = { hasMore: false, horizon: { id: 1, updatedAt: maria.updatedAt, waitingSince: null }, count: 1 }
const noon = new Date(2026, 2, 4, 12, 3).getTime()

function snapshotOf(seq: number) {
  return JSON.stringify({
    version: '0.1.0',
    at: noon,
    seq,
    parts: {
      session: { user, plan: null },
      threads: 0,
      tickets: {
        tickets: [maria],
        pages: { attending: page },
        view: { showAll: false, queueIds: [] },
        counts: { open: 1, pending: 0 }
      }
    }
  })
}

const threadOf = (messages: Message[], seq: number) => JSON.stringify({ messages, hasOlder: false, seq })

async function start({ snapshot = snapshotOf(40), parts = {} as Record<string, string> } = {}) {
  const shell = await startFakeShell({ login: 'kept' })
  const fake = startInboxServer({ user, tickets: [maria] })
  shell.on(readSnapshotOnDisk, () => snapshot)
  shell.on(readSnapshotPart, (_owner, part) => parts[part] ?? null)
  const answered = { isAway: false }
  shell.on(renewThere, () =>
    answered.isAway ? { status: 0, text: '' } : { status: 200, text: JSON.stringify({ token: makeToken(), user }) }
  )
  const goAway = (isAway: boolean) => {
    answered.isAway = isAway
    fake.server.setDown(isAway)
  }
  return { shell, ...fake, goAway }
}

test('without the server the list and a conversation can be read, and it is said from when they are', async () => {
  const { goAway } = await start({ parts: { 'thread-1': threadOf([makeMessage(1, { body: 'Tem pão?' })], 40) } })
  goAway(true)
  const { screen } = await renderConsole('/tickets', { signedIn: false })
  await screen.getByRole('link', { name: /Maria/ }).click()
  await expect.element(screen.getByRole('article').filter({ hasText: 'Tem pão?' })).toBeVisible()
  await expect.element(screen.getByText('Sem conexão. O que você vê é de 04/03/2026 12:03.')).toBeVisible()
  goAway(false)
  await expect.poll(() => useRealtime.getState().state, { timeout: 15_000 }).toBe('online')
  await expect.element(screen.getByText(/^Sem conexão/)).not.toBeInTheDocument()
})

test('what happened since is fetched from where the snapshot ends, and takes the place of what is shown', async () => {
  const { server } = await start()
  let release: () => void = () => undefined
  const held = new Promise<void>((done) => {
    release = done
  })
  server.on(listTickets, async () => {
    await held
    return { tickets: [{ ...maria, contact: { ...maria.contact, name: 'Maria Souza' } }], count: 1, hasMore: false }
  })
  server.on(syncEvents, ({ query }) => ({
    events:
      query.after === 40
        ? [
            {
              seq: 41,
              name: ticketEvent.channel(companyId),
              payload: { action: 'update', ticket: { ...maria, contact: { ...maria.contact, name: 'Maria Lima' } } }
            }
          ]
        : [],
    seq: 41,
    hasMore: false
  }))
  const { screen } = await renderConsole('/tickets', { signedIn: false })
  await expect.element(screen.getByRole('link', { name: /Maria Lima/ })).toBeVisible()
  expect(server.callsOf(syncEvents)[0]?.query).toEqual({ after: 40 })
  release()
  await expect.element(screen.getByRole('link', { name: /Maria Souza/ })).toBeVisible()
})

test('earlier conversations that were imported meanwhile are reached from what was a whole conversation', async () => {
  const [before, today] = [makeMessage(1, { body: 'Mês passado' }), makeMessage(2, { body: 'Hoje' })]
  const { server } = await start({ parts: { 'thread-1': threadOf([today], 40) } })
  const imported = {
    seq: 41,
    name: historyImportedEvent.channel(companyId),
    payload: { action: 'update', whatsappId: 1 }
  }
  server.on(syncEvents, ({ query }) => ({ events: query.after === 40 ? [imported] : [], seq: 41, hasMore: false }))
  server.on(listMessages, ({ query }) =>
    query.before === undefined
      ? { messages: [today], count: 2, ticket: maria, hasMore: true }
      : { messages: [before], count: 2, ticket: maria, hasMore: false }
  )
  const { screen } = await renderConsole('/tickets', { signedIn: false })
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await screen.getByRole('link', { name: /Maria/ }).click()
  await expect.element(screen.getByRole('article').filter({ hasText: 'Mês passado' })).toBeVisible()
})

test('a snapshot that is too old is replaced by what the server has now', async () => {
  const { server } = await start({ parts: { 'thread-1': threadOf([makeMessage(1, { body: 'Antiga' })], 40) } })
  server.on(syncEvents, () => {
    throw new AppError('ERR_SYNC_TOO_OLD')
  })
  server.on(listTickets, () => ({ tickets: [named(2, 'João')], count: 1, hasMore: false }))
  const { screen } = await renderConsole('/tickets', { signedIn: false })
  await expect.element(screen.getByRole('link', { name: /João/ })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /Maria/ })).not.toBeInTheDocument()
})

test('a snapshot that cannot be understood is as good as none', async () => {
  await start({ snapshot: '{"version":"0.1.0","parts":' })
  const { screen } = await renderConsole('/tickets', { signedIn: false })
  await expect.element(screen.getByRole('link', { name: /Maria/ })).toBeVisible()
})

test('what is shown is kept: the lists with their place in the order, the messages before them', async () => {
  const { shell, server, inbox, setTicket } = await start({ snapshot: '' })
  inbox.pins = [{ ticketId: 1, createdAt: maria.updatedAt }]
  const { screen } = await renderConsole(`/tickets/${uuidOf(1)}`, { signedIn: false })
  await expect.element(screen.getByLabelText('Mensagem para Maria')).toBeVisible()
  await expect.poll(() => server.callsOf(listMessages).length).toBeGreaterThan(0)
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  setTicket(1, { lastMessage: 'Tem pão?' })
  await expect
    .poll(() => shell.callsOf(writeSnapshotPart).map((call) => call[1]), { timeout: 15_000 })
    .toContain('desk')
  const written = shell.callsOf(writeSnapshotPart)
  expect(written.findIndex(([, part]) => part === 'thread-1')).toBeLessThan(
    written.findIndex(([, part]) => part === 'desk')
  )
  const [owner, , text] = written.find(([, part]) => part === 'desk') ?? []
  expect(owner).toEqual({ server: window.location.origin, companyId, userId: user.id })
  expect(JSON.parse(String(text))).toMatchObject({
    version: '0.1.0',
    seq: 101,
    parts: {
      session: { user: { id: user.id } },
      tickets: { tickets: [{ id: 1, lastMessage: 'Tem pão?' }] },
      pins: [{ id: 1, createdAt: maria.updatedAt }]
    }
  })
})

test('what was pinned stands on top without the server', async () => {
  const joao = { ...named(2, 'João'), updatedAt: new Date(noon).toISOString() }
  const snapshot = JSON.parse(snapshotOf(40)) as { parts: { tickets: { tickets: unknown[] }; pins: unknown } }
  snapshot.parts.tickets.tickets = [maria, joao]
  snapshot.parts.pins = [{ id: 1, createdAt: maria.updatedAt }]
  const { goAway } = await start({ snapshot: JSON.stringify(snapshot) })
  goAway(true)
  const { screen } = await renderConsole('/tickets', { signedIn: false })
  await expect.element(screen.getByText(/^Sem conexão/)).toBeVisible()
  const names = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map((row) => /Maria|João/.exec(row.textContent)?.[0])
  await expect.poll(names).toEqual(['Maria', 'João'])
})
