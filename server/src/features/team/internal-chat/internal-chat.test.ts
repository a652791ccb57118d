// Tests of internal chats: who is in one, what is unread, history, mentions, files, and who hears what.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { deleteUser } from '@guiche/shared/features/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { formFile, formOf, storedFiles } from '#test/fixtures/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const made = async (owner: Person, users: Person[], title = 'Equipe'): Promise<Chat> =>
  accepted(app, await owner.call(createChat, { body: { title, users: users.map(({ id }) => ({ id })) } }))
async function wrote(by: Person, { id }: Chat, message: string, clientId?: string): Promise<ChatMessage> {
  return accepted(
    app,
    await by.call(sendChatMessage, { params: { id }, body: { message, ...(clientId ? { clientId } : {}) } })
  )
}
const chatsOf = async (person: Person, query: Record<string, unknown> = {}) =>
  (await person.call(listChats, { query })).body
async function own(person: Person, chat: Chat) {
  return (await person.call(showChatByUuid, { params: { uuid: chat.uuid } })).body.users.find(
    ({ userId }) => userId === person.id
  )
}
const history = async (person: Person, { id }: Chat, query: Record<string, unknown> = {}) =>
  (await person.call(listChatMessages, { params: { id }, query })).body
const notFound = { status: 404, error: 'ERR_NO_CHAT_FOUND' }

async function trio() {
  const company = await makeCompany(app)
  return {
    company,
    owner: await makeUser(company, { name: 'Olga' }),
    friend: await makeUser(company, { name: 'Fabio' })
  }
}

describe('a chat', () => {
  test('has its owner and those who were chosen as members, and nobody else sees it, admins included', async () => {
    const { company, owner, friend } = await trio()
    const chat = await made(owner, [friend, owner])
    expect(chat).toMatchObject({ title: 'Equipe', ownerId: owner.id, lastMessage: '' })
    expect(new Set(chat.users.map(({ user }) => user.name))).toEqual(new Set(['Olga', 'Fabio']))
    const call = { params: { id: chat.id } }
    for (const outsider of [company.admin, (await makeCompany(app)).admin]) {
      expect((await chatsOf(outsider)).records).toEqual([])
      expect(await outsider.call(showChatByUuid, { params: { uuid: chat.uuid } })).toMatchObject(notFound)
      expect(await outsider.call(listChatMessages, call)).toMatchObject(notFound)
      expect(await outsider.call(sendChatMessage, { ...call, body: { message: 'Oi' } })).toMatchObject(notFound)
      expect(await outsider.call(readChat, { ...call, body: { userId: owner.id } })).toMatchObject(notFound)
      expect(await outsider.call(updateChat, { ...call, body: { title: 'x' } })).toMatchObject(notFound)
      expect(await outsider.call(deleteChat, call)).toMatchObject(notFound)
      expect(await outsider.call(announceChatTyping, call)).toMatchObject(notFound)
    }
  })

  test('needs a title and at least one user', async () => {
    const { owner } = await trio()
    const answer = await owner.call(createChat, { body: { title: ' ', users: [] } })
    expect(answer.refusal?.fields).toEqual({
      title: 'Por favor, preencha o título da conversa.',
      users: 'Por favor, selecione pelo menos um usuário.'
    })
  })

  test('takes people of the own company alone', async () => {
    const { owner } = await trio()
    const stranger = (await makeCompany(app)).admin
    const answer = await owner.call(createChat, { body: { title: 'Mista', users: [{ id: stranger.id }] } })
    expect(answer).toMatchObject({ status: 404, error: 'ERR_NO_USER_FOUND' })
    expect((await chatsOf(owner)).records).toEqual([])
  })

  test('is changed and deleted by its owner alone', async () => {
    const { company, owner, friend } = await trio()
    const chat = await made(owner, [friend])
    const call = { params: { id: chat.id } }
    expect((await friend.call(updateChat, { ...call, body: { title: 'x' } })).error).toBe('ERR_NO_PERMISSION')
    expect((await friend.call(deleteChat, call)).error).toBe('ERR_NO_PERMISSION')
    const newcomer = await makeUser(company)
    const changed = await owner.call(updateChat, { ...call, body: { title: 'Outra', users: [{ id: newcomer.id }] } })
    expect(changed.body.title).toBe('Outra')
    expect(new Set(changed.body.users.map(({ userId }) => userId))).toEqual(new Set([owner.id, newcomer.id]))
    expect(await friend.call(listChatMessages, call)).toMatchObject(notFound)
    expect((await owner.call(deleteChat, call)).status).toBe(200)
    expect((await chatsOf(newcomer)).records).toEqual([])
  })

  test('is found by its title or a member, the latest first', async () => {
    const { company, owner, friend } = await trio()
    const other = await makeUser(company, { name: 'Zilda Prates' })
    const [first, second] = [await made(owner, [friend], 'Vendas'), await made(owner, [other], 'Compras')]
    await wrote(owner, first, 'Bom dia')
    const ids = async (searchParam: string) => (await chatsOf(owner, { searchParam })).records.map(({ id }) => id)
    expect(await ids('')).toEqual([first.id, second.id])
    expect(await ids('VEND')).toEqual([first.id])
    expect(await ids('prates')).toEqual([second.id])
    expect(await ids('%')).toEqual([])
  })

  test('is refused to a company whose plan has no internal chat, which may still read', async () => {
    const company = await makeCompany(app, { plan: { useInternalChat: false } })
    const body = { title: 'Equipe', users: [{ id: company.admin.id }] }
    expect(await company.admin.call(createChat, { body })).toMatchObject({ status: 403, error: 'ERR_PLAN_FEATURE_OFF' })
    expect((await company.admin.call(listChats)).status).toBe(200)
  })
})

describe('messages', () => {
  test('count as unread for everybody but their writer until they look', async () => {
    const { owner, friend } = await trio()
    const chat = await made(owner, [friend])
    await wrote(owner, chat, 'Um')
    await wrote(owner, chat, 'Dois')
    expect(await own(friend, chat)).toMatchObject({ unreads: 2, mentions: 0 })
    expect(await own(owner, chat)).toMatchObject({ unreads: 0 })
    expect((await chatsOf(friend)).unreadIds).toEqual([chat.id])
    expect((await chatsOf(owner)).unreadIds).toEqual([])
    // Whoever is named: it counts for the caller.
    await owner.call(readChat, { params: { id: chat.id }, body: { userId: friend.id } })
    expect(await own(friend, chat)).toMatchObject({ unreads: 2 })
    const read = await friend.call(readChat, { params: { id: chat.id }, body: {} })
    expect(read.body.users.every(({ unreads }) => unreads === 0)).toBe(true)
    expect((await chatsOf(friend)).unreadIds).toEqual([])
  })

  test('that are empty are refused, and texts are kept without blanks around them', async () => {
    const { owner, friend } = await trio()
    const chat = await made(owner, [friend])
    const answer = await owner.call(sendChatMessage, { params: { id: chat.id }, body: { message: ' \n ' } })
    expect(answer).toMatchObject({ status: 400, error: 'ERR_EMPTY_MESSAGE' })
    expect(await wrote(owner, chat, '  Olá  ')).toMatchObject({ message: 'Olá', sender: { name: 'Olga' }, media: null })
    expect((await chatsOf(friend)).records[0]?.lastMessage).toBe('Olá')
  })

  test('sent twice under one client id are written once', async () => {
    const { owner, friend } = await trio()
    const chat = await made(owner, [friend])
    const both = await Promise.all([1, 2].map(() => wrote(owner, chat, 'Uma vez', 'abc')))
    expect(both[0]?.id).toBe(both[1]?.id)
    expect((await history(friend, chat)).records).toHaveLength(1)
    expect(await own(friend, chat)).toMatchObject({ unreads: 1 })
    // The same id of somebody else is another message.
    await wrote(friend, chat, 'Outra', 'abc')
    expect((await history(friend, chat)).records).toHaveLength(2)
  })

  test('come in pages, the newest first, each in order of writing', async () => {
    const { owner, friend } = await trio()
    const chat = await made(owner, [friend])
    for (let n = 1; n <= 35; n++) await wrote(n % 2 ? owner : friend, chat, `Mensagem ${n}`)
    const newest = await history(owner, chat)
    expect(newest.hasMore).toBe(true)
    expect(newest.records.map(({ message }) => message)).toEqual(
      Array.from({ length: 30 }, (_, index) => `Mensagem ${index + 6}`)
    )
    const before = await history(owner, chat, { beforeId: newest.records[0]?.id })
    expect(before.hasMore).toBe(false)
    expect(before.records.map(({ message }) => message)).toEqual([1, 2, 3, 4, 5].map((n) => `Mensagem ${n}`))
    expect((await history(owner, chat, { pageNumber: 2 })).records).toEqual(before.records)
  })

  test('mention members by name, and everybody at once', async () => {
    const { company, owner, friend } = await trio()
    const namesake = await makeUser(company, { name: 'Fabio Reis' })
    const chat = await made(owner, [friend, namesake])
    expect((await wrote(owner, chat, 'Oi @fabio reis, veja isto')).mentions).toEqual([namesake.id])
    expect((await wrote(owner, chat, 'eu@fabio.com e @Olga')).mentions).toEqual([])
    expect(new Set((await wrote(owner, chat, '@todos bom dia')).mentions)).toEqual(new Set([friend.id, namesake.id]))
    expect(await own(namesake, chat)).toMatchObject({ unreads: 3, mentions: 2 })
    expect(await own(friend, chat)).toMatchObject({ unreads: 3, mentions: 1 })
  })
})

describe('files', () => {
  const send = async (by: Person, { id }: Chat, form: FormData) => {
    const headers = { authorization: `Bearer ${by.token}` }
    const answer = await fetch(`${app.url}/chats/${id}/messages`, { method: 'POST', headers, body: form })
    return { status: answer.status, body: (await answer.json()) as ChatMessage & { error?: string } }
  }
  const pdf = formFile('contrato.pdf', 'application/pdf', '%PDF-1.7 a contract')

  test('travel with a text, are read by a signed link, and go with the chat', async () => {
    const { owner, friend } = await trio()
    const chat = await made(owner, [friend])
    const before = storedFiles(app).length
    const { status, body } = await send(owner, chat, formOf([pdf], { body: 'Assine, @Fabio', clientId: 'f1' }))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Assine, @Fabio',
      mentions: [friend.id],
      clientId: 'f1',
      media: { name: 'contrato.pdf', mime: 'application/pdf', kind: 'application', thumbnailUrl: null }
    })
    const read = await fetch(new URL(new URL(body.media?.url ?? '').pathname, app.url))
    expect(await read.text()).toBe('%PDF-1.7 a contract')
    // The repeated upload leaves nothing behind.
    expect((await send(owner, chat, formOf([pdf], { clientId: 'f1' }))).body.id).toBe(body.id)
    expect(storedFiles(app)).toHaveLength(before + 1)
    await send(owner, chat, formOf([formFile('sem-texto.txt', 'text/plain', 'abc')]))
    expect((await chatsOf(friend)).records[0]?.lastMessage).toBe('sem-texto.txt')
    await owner.call(deleteChat, { params: { id: chat.id } })
    await app.drain()
    expect(storedFiles(app)).toHaveLength(before)
  })

  test('of people who are no members, empty ones and two at once are refused and leave nothing', async () => {
    const { company, owner, friend } = await trio()
    const chat = await made(owner, [friend])
    const before = storedFiles(app).length
    expect((await send(company.admin, chat, formOf([pdf]))).status).toBe(404)
    expect((await send(owner, chat, formOf([formFile('a.txt', 'text/plain', '')]))).body.error).toBe('ERR_MEDIA_BROKEN')
    expect((await send(owner, chat, formOf([pdf, pdf]))).body.error).toBe('ERR_VALIDATION')
    expect((await send(owner, chat, formOf([], { body: ' ' }))).body.error).toBe('ERR_EMPTY_MESSAGE')
    expect(storedFiles(app)).toHaveLength(before)
    expect((await history(owner, chat)).records).toEqual([])
  })
})

describe('live', () => {
  const follow = async (person: Person) =>
    followList({
      socket: await person.connect(),
      event: chatEvent,
      load: async () => (await chatsOf(person)).records,
      apply: (items, event) => {
        if (event.action === 'delete') return without(items, event.id)
        return put(items, event.action === 'create' ? event.record : event.chat)
      }
    })

  test('every member follows chats, messages and what is unread; nobody else hears of them', async () => {
    const { company, owner, friend } = await trio()
    const stranger = (await makeCompany(app)).admin
    const outside = [await company.admin.connect(), await stranger.connect()]
    const lists = [await follow(owner), await follow(friend)]
    const expectAll = async () => {
      for (const list of lists) await list.expectEqualsReload()
    }
    const chat = await made(owner, [friend])
    await expectAll()
    await wrote(owner, chat, 'Oi @Fabio')
    await expectAll()
    await friend.call(readChat, { params: { id: chat.id }, body: {} })
    await expectAll()
    await Promise.all([wrote(friend, chat, 'a'), wrote(owner, chat, 'b'), wrote(friend, chat, 'c')])
    await Promise.all([
      owner.call(readChat, { params: { id: chat.id }, body: {} }),
      wrote(friend, chat, 'd'),
      friend.call(readChat, { params: { id: chat.id }, body: {} })
    ])
    await expectAll()
    await owner.call(updateChat, { params: { id: chat.id }, body: { title: 'Só nós', users: [{ id: owner.id }] } })
    await expectAll()
    expect(lists.map((list) => list.items().length)).toEqual([1, 0])
    await owner.call(deleteChat, { params: { id: chat.id } })
    await expectAll()
    for (const socket of outside) {
      await socket.settle()
      expect(socket.heard.filter(({ name }) => name.includes('-chat'))).toEqual([])
    }
  })

  test('typing is told to the others', async () => {
    const { owner, friend } = await trio()
    const [mine, theirs] = [await owner.connect(), await friend.connect()]
    const chat = await made(owner, [friend])
    await owner.call(announceChatTyping, { params: { id: chat.id } })
    await Promise.all([mine.settle(), theirs.settle()])
    expect(theirs.of(chatTypingEvent)).toEqual([{ chatId: chat.id, userId: owner.id, name: 'Olga' }])
    expect(mine.of(chatTypingEvent)).toEqual([])
  })
})

describe('somebody who leaves the company', () => {
  const remove = async ({ admin }: Company, { id }: Person) => {
    expect((await admin.call(deleteUser, { params: { id } })).status).toBe(200)
  }

  test('leaves their chats to whoever joined first, and their messages with their name', async () => {
    const { company, owner, friend } = await trio()
    const third = await makeUser(company)
    const chat = await made(owner, [friend, third])
    await wrote(owner, chat, 'Até logo')
    const list = await friend.connect()
    await remove(company, owner)
    const { records } = await chatsOf(friend)
    expect(records).toMatchObject([{ id: chat.id }])
    expect([friend.id, third.id]).toContain(records[0]?.ownerId)
    expect(records[0]?.users).toHaveLength(2)
    expect((await history(friend, chat)).records).toMatchObject([{ message: 'Até logo', sender: { name: 'Olga' } }])
    await list.settle()
    expect(list.of(chatEvent).at(-1)).toEqual(expect.objectContaining({ action: 'update', chat: records[0] }))
  })

  test('takes chats along that nobody else is in', async () => {
    const { company, owner } = await trio()
    const chat = await made(owner, [owner])
    await remove(company, owner)
    expect(await company.admin.call(showChatByUuid, { params: { uuid: chat.uuid } })).toMatchObject(notFound)
  })
})
