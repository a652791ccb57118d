// Internal chat: the popover, the list, a conversation live, files, mentions, and what happens when the line is down.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { showCompanyPlan } from '@guiche/shared/features/org/companies.ts'
import { listAllUsers } from '@guiche/shared/features/org/users.ts'
import {
  announceChatTyping,
  chatEvent,
  chatTypingEvent,
  createChat,
  deleteChat,
  listChatMessages,
  listChats,
  readChat,
  sendChatMessage,
  showChatByUuid,
  updateChat,
  type Chat,
  type ChatMessage
} from '@guiche/shared/features/team/internal-chat.ts'
import { reloadEverything, useRealtime } from '#platform/net/realtime.ts'
import { signOut } from '#platform/session/session.ts'
import { companyId, makePlan, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'
import { chatThreads } from './chat-threads.store.ts'
import { chats, unreadChats } from './chats.store.ts'

const uuidOf = (id: number): string => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`
const at = (minute: number): string => new Date(Date.parse('2026-03-02T12:00:00.000Z') + minute * 60_000).toISOString()

function makeChat(part: Partial<Chat> = {}): Chat {
  return {
    id: 1,
    uuid: uuidOf(part.id ?? 1),
    title: 'Equipe de vendas',
    ownerId: 1,
    lastMessage: '',
    users: [
      { userId: 1, unreads: 0, mentions: 0, user: { id: 1, name: 'Ana Souza' } },
      { userId: 2, unreads: 0, mentions: 0, user: { id: 2, name: 'Bruno Lima' } }
    ],
    companyId,
    createdAt: at(0),
    updatedAt: at(0),
    ...part
  }
}
function unread(chat: Chat, unreads: number, mentions = 0): Chat {
  return {
    ...chat,
    users: chat.users.map((one) => (one.userId === 1 ? { ...one, unreads, mentions } : one))
  }
}
function makeMessage(id: number, part: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    chatId: 1,
    senderId: 2,
    sender: { id: 2, name: 'Bruno Lima' },
    message: `Mensagem ${id}`,
    mentions: [],
    media: null,
    clientId: null,
    companyId,
    createdAt: at(id),
    ...part
  }
}
const own = { senderId: 1, sender: { id: 1, name: 'Ana Souza' } }

async function open(path: string, records: Chat[], messages: ChatMessage[] = []) {
  const server = startServer(makeSessionUser())
  const state = { records, messages, next: 1_000 }
  const chatOf = (id: number) => {
    const chat = state.records.find((one) => one.id === id)
    if (!chat) throw new AppError('ERR_NO_CHAT_FOUND')
    return chat
  }
  server.on(listConnections, () => [])
  server.on(listChats, ({ query }) => {
    const found = state.records.filter(({ title }) => title.toLowerCase().includes(query.searchParam))
    const unreadIds = state.records.filter(({ users }) => (users[0]?.unreads ?? 0) > 0).map(({ id }) => id)
    return { records: found, count: found.length, hasMore: false, unreadIds }
  })
  server.on(showChatByUuid, ({ params }) => {
    const chat = state.records.find(({ uuid }) => uuid === params.uuid)
    if (!chat) throw new AppError('ERR_NO_CHAT_FOUND')
    return chat
  })
  server.on(listChatMessages, ({ query }) => {
    const older = state.messages.filter(({ id }) => query.beforeId === undefined || id < query.beforeId)
    return { records: older.slice(-30), hasMore: older.length > 30 }
  })
  server.on(readChat, ({ params }) => {
    state.records = state.records.map((chat) => (chat.id === params.id ? unread(chat, 0) : chat))
    return chatOf(params.id)
  })
  server.on(sendChatMessage, ({ params, body, form }) => {
    const text = body?.message ?? (form?.get('body') as string | null) ?? ''
    const clientId = body?.clientId ?? (form?.get('clientId') as string | null)
    const file = (form?.get('medias') ?? null) as File | null
    const media = file && {
      name: file.name,
      mime: file.type,
      size: file.size,
      kind: 'application' as const,
      url: '/media/x/y',
      thumbnailUrl: null,
      width: null,
      height: null
    }
    const id = state.next++
    const sent = makeMessage(id, { ...own, chatId: params.id, message: text, clientId, media, createdAt: at(500) })
    state.messages.push(sent)
    return sent
  })
  server.on(announceChatTyping, () => ({}))
  server.on(listAllUsers, () =>
    [1, 2, 3].map((id) => ({
      id,
      name: ['Ana Souza', 'Bruno Lima', 'Carla Reis'][id - 1] ?? '',
      profile: 'user' as const,
      online: true,
      queues: []
    }))
  )
  const opened = await renderConsole(path)
  const { screen } = opened
  const tell = (message: ChatMessage, chat: Chat, seq: number) =>
    server.line.emit(chatEvent, companyId, { action: 'new-message', newMessage: message, chat }, seq)
  const bubble = (text: string | RegExp) => screen.getByRole('article').filter({ hasText: text })
  const field = () => screen.getByRole('textbox', { name: /Mensagem para/ })
  const online = async () => {
    await expect.poll(() => useRealtime.getState().state).toBe('online')
  }
  return { server, state, tell, bubble, field, online, ...opened }
}

test('the menu counts chats with unread messages, from any screen', async () => {
  const { screen, path } = await open('/tickets', [
    unread(makeChat({ lastMessage: 'Bom dia' }), 2, 1),
    makeChat({ id: 2, title: 'Compras' })
  ])
  await screen.getByRole('link', { name: /Chat interno.*1 conversa com mensagens não lidas/ }).click()
  await expect.poll(path).toBe('/chats')
  await expect.element(screen.getByRole('link', { name: /Equipe de vendas/ })).toMatchTextContent(/Bom dia.*@2$/)
})

test('opening a chat reads it, and the badges go', async () => {
  const { server, screen } = await open('/chats', [unread(makeChat(), 3)], [makeMessage(1)])
  await expect.element(screen.getByRole('link', { name: /Chat interno.*conversa com mensagens/ })).toBeVisible()
  await screen.getByRole('link', { name: /Equipe de vendas/ }).click()
  await expect.poll(() => server.callsOf(readChat)).toHaveLength(1)
  expect(server.callsOf(readChat)[0]).toMatchObject({ params: { id: 1 }, body: { userId: 1 } })
  await expect.poll(() => screen.getByLabelText('3 mensagens não lidas').elements()).toHaveLength(0)
  await expect.poll(() => screen.getByText(/conversa com mensagens não lidas/).elements()).toHaveLength(0)
})

test('a message leaves with Enter, is shown at once, and a line break takes Shift', async () => {
  const { server, screen, bubble, field } = await open(`/chats/${uuidOf(1)}`, [makeChat()], [makeMessage(1)])
  await expect.element(bubble('Mensagem 1')).toBeVisible()
  await field().fill('Linha um')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}linha dois{Enter}')
  await expect.element(bubble(/Linha um\s*linha dois/)).toBeVisible()
  await expect.poll(() => screen.getByLabelText('Enviando').elements()).toHaveLength(0)
  await expect.element(bubble(/Não enviada/)).not.toBeInTheDocument()
  await expect.element(field()).toHaveValue('')
  expect(server.callsOf(sendChatMessage)[0]?.body).toMatchObject({ message: 'Linha um\nlinha dois' })
  await field().fill('   ')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Enviar' })).toBeDisabled()
  expect(server.callsOf(sendChatMessage)).toHaveLength(1)
  expect(server.callsOf(announceChatTyping).length).toBeGreaterThan(0)
})

test('what a colleague writes appears live, with who is typing before', async () => {
  const { server, screen, tell, bubble, online } = await open(`/chats/${uuidOf(1)}`, [makeChat()], [makeMessage(1)])
  await expect.element(bubble('Mensagem 1')).toBeVisible()
  await online()
  server.line.emit(chatTypingEvent, companyId, { chatId: 1, userId: 2, name: 'Bruno Lima' })
  await expect.element(screen.getByText('Bruno Lima está digitando…')).toBeVisible()
  tell(makeMessage(2, { message: 'Olá @Ana Souza', mentions: [1] }), makeChat({ lastMessage: 'Olá @Ana Souza' }), 1)
  await expect.element(bubble('Olá @Ana Souza')).toBeVisible()
  expect(document.querySelector('mark')?.textContent).toBe('@Ana Souza')
  await expect.poll(() => screen.getByText(/está digitando/).elements()).toHaveLength(0)
})

test.each([
  ['knows a part of it', [39, 40]],
  ['knows nothing of it', [38, 39]]
])('what comes while a conversation is loaded is in it when the answer %s', async (_, answered) => {
  const { server, tell, bubble, online, router } = await open('/chats', [makeChat()])
  await online()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(listChatMessages, async () => {
    await promise
    return { records: answered.map((id) => makeMessage(id)), hasMore: true }
  })
  await router.navigate(`/chats/${uuidOf(1)}`)
  await expect.poll(() => server.callsOf(listChatMessages)).toHaveLength(1)
  tell(makeMessage(40), makeChat(), 1)
  tell(makeMessage(41), makeChat(), 2)
  await expect.element(bubble(/Mensagem 41/)).toBeVisible()
  resolve()
  await expect.element(bubble(/Mensagem 39/)).toBeVisible()
  await expect.element(bubble(/Mensagem 41/)).toBeVisible()
  expect(chatThreads.stateOf(1).shown.hasOlder).toBe(true)
})

/** A chat of which the page before the newest is on its way; the answer lets it come. */
async function openWithPast() {
  const opened = await open(
    `/chats/${uuidOf(1)}`,
    [makeChat()],
    Array.from({ length: 100 }, (_, index) => makeMessage(index + 1))
  )
  const { server, state, bubble, online } = opened
  await expect.element(bubble('Mensagem 100')).toBeVisible()
  await online()
  const held = Promise.withResolvers<void>()
  server.on(listChatMessages, async ({ query }) => {
    const { beforeId = Infinity } = query
    if (beforeId !== Infinity) await held.promise
    const older = state.messages.filter(({ id }) => id < beforeId)
    return { records: older.slice(-30), hasMore: older.length > 30 }
  })
  const first = () => chatThreads.stateOf(1).shown.rows[0]?.id
  // The end of the login lets nobody wait for it.
  const past = chatThreads.loadOlder(1)?.catch(() => undefined)
  expect(chatThreads.stateOf(1).isLoadingOlder).toBe(true)
  const come = async () => {
    held.resolve()
    await past
  }
  return { ...opened, first, come }
}

test('a page of the past that is late after an absence leaves no gap behind it', async () => {
  const { state, first, come } = await openWithPast()
  state.messages = Array.from({ length: 300 }, (_, index) => makeMessage(index + 1))
  reloadEverything()
  await expect.poll(first).toBe(271)
  await come()
  expect(first()).toBe(271)
  expect(chatThreads.stateOf(1).shown.hasOlder).toBe(true)
})

test('a page of the past that is on its way when the login ends makes no conversation for the next', async () => {
  const { come } = await openWithPast()
  await signOut()
  await come()
  expect(chatThreads.use.getState().threads.size).toBe(0)
})

test('a conversation that could not be had without a line is there when it is back', async () => {
  const { server, screen, tell, bubble, online, router } = await open('/chats', [makeChat()], [makeMessage(1)])
  await online()
  await expect.element(screen.getByRole('link', { name: /Equipe de vendas/ })).toBeVisible()
  tell(makeMessage(1), unread(makeChat(), 1), 1)
  await expect.element(screen.getByLabelText('1 mensagem não lida')).toBeVisible()
  // Nothing was missed: nothing else is asked for again.
  server.line.greetWith(1)
  server.setDown(true)
  await router.navigate(`/chats/${uuidOf(1)}`)
  await expect.poll(() => chatThreads.stateOf(1).phase).toBe('failed')
  await expect.poll(() => useRealtime.getState().state).toBe('offline')
  server.setDown(false)
  await expect.element(bubble('Mensagem 1')).toBeVisible()
  server.setDown(true)
  await router.navigate(`/chats/${uuidOf(2)}`)
  await expect.element(screen.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('offline')
  server.on(showChatByUuid, () => makeChat({ id: 2, title: 'Compras' }))
  server.setDown(false)
  await expect.element(screen.getByText('Compras')).toBeVisible()
})

test('a chat with a new message moves to the top and counts', async () => {
  const { screen, tell, online } = await open('/chats', [
    makeChat({ id: 2, title: 'Compras', updatedAt: at(9) }),
    makeChat({ updatedAt: at(1) })
  ])
  const rows = () =>
    screen
      .getByRole('link', { name: /Compras|Equipe/ })
      .elements()
      .map((link) => link.textContent)
  await expect.poll(() => rows()[0]).toMatch(/Compras/)
  await online()
  tell(makeMessage(5), unread(makeChat({ updatedAt: at(20), lastMessage: 'Mensagem 5' }), 1), 1)
  await expect.poll(() => rows()[0]).toMatch(/Equipe de vendas.*Mensagem 5/)
  await expect.element(screen.getByLabelText('1 mensagem não lida')).toBeVisible()
})

test('what is read or comes while the chats are asked for keeps its badge and its place', async () => {
  const records = [makeChat({ id: 2, title: 'Compras', updatedAt: at(9) }), unread(makeChat(), 3)]
  const { server, screen, tell, online } = await open('/chats', records)
  await online()
  await expect.element(screen.getByRole('link', { name: /Equipe de vendas/ })).toBeVisible()
  await expect.poll(() => unreadChats()).toEqual([1])
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(listChats, async () => {
    await promise
    return { records, count: 2, hasMore: false, unreadIds: [1] }
  })
  const refreshed = chats.refresh()
  await screen.getByRole('link', { name: /Equipe de vendas/ }).click()
  await expect.poll(() => unreadChats()).toEqual([])
  const third = makeChat({ id: 3, title: 'Suporte', updatedAt: at(10) })
  tell(makeMessage(5, { chatId: 3 }), unread(third, 1), 1)
  await expect.poll(() => unreadChats()).toEqual([3])
  tell(makeMessage(6, own), makeChat({ updatedAt: at(20) }), 2)
  await expect.poll(() => chats.use.getState().items.map(({ id }) => id)).toEqual([1, 3, 2])
  resolve()
  await refreshed
  expect(unreadChats()).toEqual([3])
  expect(chats.use.getState().items.map(({ id }) => id)).toEqual([1, 3, 2])
})

test('older messages come when one scrolls up, and nothing jumps', async () => {
  const messages = Array.from({ length: 95 }, (_, index) => makeMessage(index + 1))
  const { server, screen, bubble } = await open(`/chats/${uuidOf(1)}`, [makeChat()], messages)
  await expect.element(bubble(/Mensagem 95/)).toBeVisible()
  const region = screen.getByRole('region', { name: 'Mensagens de Equipe de vendas' }).element()
  await expect.poll(() => region.scrollTop).toBeGreaterThan(0)
  for (let round = 0; round < 4; round++) {
    // Rows that are measured only now may bring a list that stood at its end back there: somebody scrolls on.
    const callsAfterScrolling = () => {
      region.scrollTop = 0
      return server.callsOf(listChatMessages).length
    }
    await expect.poll(callsAfterScrolling).toBeGreaterThan(Math.min(3, round + 1))
  }
  region.scrollTop = 0
  await expect.element(bubble(/^Bruno Lima\s*Mensagem 1\d\d:\d\d$|Mensagem 1\d\d:\d\d$/).first()).toBeInTheDocument()
  const ids = server.callsOf(listChatMessages).map(({ query }) => (query as { beforeId?: number }).beforeId)
  expect(ids.filter((id) => id !== undefined)).toEqual([66, 36, 6])
})

test('a member is offered after an @ and chosen by keyboard', async () => {
  const { server, screen, field } = await open(`/chats/${uuidOf(1)}`, [makeChat()])
  await field().fill('Oi ')
  await userEvent.keyboard('@br')
  await expect.element(screen.getByRole('option', { name: 'Bruno Lima' })).toBeVisible()
  expect(screen.getByRole('option').elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).toHaveValue('Oi @Bruno Lima ')
  await userEvent.keyboard('veja{Enter}')
  await expect.poll(() => server.callsOf(sendChatMessage)[0]?.body).toMatchObject({ message: 'Oi @Bruno Lima veja' })
})

test('files go one message each, the text with the first', async () => {
  const { server, screen, bubble, field } = await open(`/chats/${uuidOf(1)}`, [makeChat()])
  await expect.element(field()).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file field')
  await userEvent.upload(input, [
    new File(['a'], 'contrato.pdf'),
    new File([], 'nada.txt'),
    new File(['b'], 'anexo.txt')
  ])
  await expect.element(screen.getByText('O arquivo está vazio.')).toBeVisible()
  await field().fill('Segue')
  await screen.getByRole('button', { name: 'Enviar' }).click()
  await expect.element(bubble(/contrato\.pdf.*Segue/)).toBeVisible()
  await expect.element(bubble('anexo.txt')).toBeVisible()
  await expect.poll(() => server.callsOf(sendChatMessage)).toHaveLength(2)
  const bodies = server
    .callsOf(sendChatMessage)
    .map(({ form }) => [form?.get('body'), (form?.get('medias') as File | undefined)?.name])
  expect(bodies).toEqual([
    ['Segue', 'contrato.pdf'],
    ['', 'anexo.txt']
  ])
})

test('what cannot leave while the line is down says so, and goes when it is back', async () => {
  const { server, bubble, field, online } = await open(`/chats/${uuidOf(1)}`, [makeChat()], [makeMessage(1)])
  await expect.element(bubble('Mensagem 1')).toBeVisible()
  await online()
  server.setDown(true)
  await field().fill('Sem rede')
  await userEvent.keyboard('{Enter}')
  await expect.element(bubble(/Sem rede.*Não enviada/)).toBeVisible()
  server.setDown(false)
  await expect.poll(() => server.callsOf(sendChatMessage), { timeout: 15_000 }).toHaveLength(1)
  await expect.poll(() => bubble(/Não enviada/).elements()).toHaveLength(0)
})

test('who has read the last message of one’s own is told', async () => {
  const { screen } = await open(`/chats/${uuidOf(1)}`, [makeChat()], [makeMessage(1), makeMessage(2, own)])
  await expect.element(screen.getByText('Lida por todos')).toBeVisible()
})

test('a chat is started with a title and members', async () => {
  const { server, screen, path } = await open('/chats', [])
  server.on(createChat, ({ body }) => makeChat({ title: body.title }))
  server.on(showChatByUuid, () => makeChat({ title: 'Férias' }))
  await screen.getByRole('button', { name: 'Nova conversa' }).first().click()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Por favor, preencha o título da conversa.')).toBeVisible()
  await expect.element(screen.getByText('Por favor, selecione pelo menos um usuário.')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Título' }).fill('Férias')
  await screen.getByRole('combobox', { name: 'Participantes' }).click()
  await screen.getByRole('option', { name: 'Carla Reis' }).click()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(path).toBe(`/chats/${uuidOf(1)}`)
  expect(server.callsOf(createChat)[0]?.body).toEqual({ title: 'Férias', users: [{ id: 3 }] })
})

test('only the owner may change and delete a chat; deleting leads back to the list', async () => {
  const { server, state, screen, path } = await open(`/chats/${uuidOf(1)}`, [
    makeChat(),
    makeChat({ id: 2, title: 'De outro', ownerId: 2 })
  ])
  server.on(updateChat, ({ body }) => makeChat({ title: body.title ?? '' }))
  server.on(deleteChat, () => {
    state.records = state.records.filter(({ id }) => id !== 1)
    return { message: 'ok' }
  })
  await expect.element(screen.getByRole('link', { name: /De outro/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Mais ações: De outro' }).elements()).toHaveLength(0)
  await screen.getByRole('button', { name: 'Mais ações: Equipe de vendas' }).click()
  await screen.getByRole('menuitem', { name: 'Excluir' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expect.poll(path).toBe('/chats')
  await expect.poll(() => screen.getByRole('link', { name: /Equipe de vendas/ }).elements()).toHaveLength(0)
})

test('a chat one was taken out of says so', async () => {
  const { server, screen, bubble, online } = await open(`/chats/${uuidOf(1)}`, [makeChat()], [makeMessage(1)])
  await expect.element(bubble('Mensagem 1')).toBeVisible()
  await online()
  server.line.emit(chatEvent, companyId, { action: 'delete', id: 1 }, 1)
  await expect.element(screen.getByText('Esta conversa não existe mais')).toBeVisible()
})

test('a company whose plan has no internal chat does not see it', async () => {
  const server = startServer(makeSessionUser({ profile: 'user' }))
  server.on(listConnections, () => [])
  server.on(listChats, () => ({ records: [], count: 0, hasMore: false, unreadIds: [] }))
  server.on(showCompanyPlan, () => ({ ...makeSessionUser().company, plan: makePlan({ useInternalChat: false }) }))
  const { screen } = await renderConsole('/tickets')
  await expect.element(screen.getByRole('link', { name: 'Atendimentos' })).toBeVisible()
  await expect.poll(() => screen.getByRole('link', { name: 'Chat interno' }).elements()).toHaveLength(0)
})

test('on a narrow window the list and the messages are two tabs', async () => {
  await page.viewport(390, 844)
  try {
    const { screen, bubble } = await open('/chats', [makeChat()], [makeMessage(1)])
    await screen.getByRole('link', { name: /Equipe de vendas/ }).click()
    await expect.element(bubble('Mensagem 1')).toBeVisible()
    await screen.getByRole('tab', { name: 'Conversas' }).click()
    await expect.element(screen.getByRole('link', { name: /Equipe de vendas/ })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  } finally {
    await page.viewport(1280, 800)
  }
})
