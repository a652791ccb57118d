// Search inside a conversation: hits of the whole history, the way to one, and words where there are none.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { searchMessages } from '@guiche/shared/features/inbox/message-search.ts'
import { makeMessage } from '#test/inbox-factories.ts'
import { history, openMaria } from '#test/open-conversation.ts'

async function openSearch(count: number) {
  const opened = await openMaria({ messages: history(count) })
  const field = () => opened.screen.getByRole('searchbox', { name: 'Buscar na conversa' })
  const button = opened.screen.getByRole('button', { name: 'Buscar na conversa' })
  return { ...opened, find: field, button }
}

test('a hit far up is jumped to, and the search closes', async () => {
  const { server, screen, bubble, find, button } = await openSearch(120)
  const target = makeMessage(5)
  server.on(searchMessages, () => ({ hits: [{ ...target, body: 'o boleto vence amanhã' }], hasMore: false }))
  await button.click()
  await find().fill('Boleto')
  await screen.getByRole('button', { name: /o boleto vence amanhã/ }).click()
  await expect.element(bubble(target.body).first()).toBeInViewport()
  expect(find().elements()).toHaveLength(0)
  expect(server.callsOf(searchMessages)[0]?.query).toEqual({ searchParam: 'Boleto' })
})

test('the Enter key leads to the newest hit', async () => {
  const { server, screen, bubble, find, button } = await openSearch(120)
  const target = makeMessage(5)
  server.on(searchMessages, () => ({ hits: [{ ...target, body: 'o boleto vence amanhã' }], hasMore: false }))
  await button.click()
  await find().fill('Boleto')
  await expect.element(screen.getByRole('button', { name: /o boleto vence amanhã/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(bubble(target.body).first()).toBeInViewport()
  expect(find().elements()).toHaveLength(0)
})

test('a hit is shown around what was found, whatever its accents and case', async () => {
  const { server, screen, find, button } = await openSearch(3)
  const body = `${'Bom dia! 😀 '.repeat(20)}Que alívio, a ENCOMENDA chegou. ${'Até logo! '.repeat(20)}`
  server.on(searchMessages, () => ({ hits: [{ ...makeMessage(2), body }], hasMore: false }))
  await button.click()
  await find().fill('alivio, a encomenda')
  await expect
    .element(screen.getByRole('button', { name: /….*Que alívio, a ENCOMENDA chegou\. Até logo!.*…/ }))
    .toBeVisible()
})

test('nothing found is said in words', async () => {
  const { server, screen, find, button } = await openSearch(3)
  server.on(searchMessages, () => ({ hits: [], hasMore: false }))
  await button.click()
  await expect.element(screen.getByText('Busca em todo o histórico deste atendimento.')).toBeVisible()
  await find().fill('xyz')
  await expect.element(screen.getByText('Nenhuma mensagem com “xyz”.')).toBeVisible()
})

test('each hit says who wrote it: the person here, a colleague, a program, the customer', async () => {
  const { server, screen, find, button } = await openSearch(3)
  const own = { fromMe: true, body: 'pedido' }
  const hits = [
    makeMessage(1, own),
    makeMessage(2, { ...own, user: { id: 2, name: 'Bruno Reis' } }),
    makeMessage(3, { ...own, user: null }),
    makeMessage(4, { body: 'pedido', senderName: null })
  ]
  server.on(searchMessages, () => ({ hits, hasMore: false }))
  await button.click()
  await find().fill('pedido')
  const names = ['Você', 'Bruno Reis', 'Equipe', 'Maria']
  for (const name of names)
    await expect.element(screen.getByRole('button', { name: new RegExp(`^${name}.*pedido$`) })).toBeVisible()
})
