// The past of a conversation: how far back it is drawn and loaded, without moving what is read.
import { describe, expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { historyImportedEvent } from '@guiche/shared/features/inbox/connections.ts'
import { listMessages, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { companyId } from '#test/factories.ts'
import { makeMessage, minute, uuidOf } from '#test/inbox-factories.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { history, maria, openMaria } from '#test/open-conversation.ts'
import { renderConsole } from '#test/render-console.tsx'

describe('the history', () => {
  test('opens at the newest and loads older pages without moving what is read', async () => {
    const { server, bubble, scroller, fromEnd } = await openMaria({ messages: history(70) })
    await expect.element(bubble(/^Mensagem 70/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
    const first = () => bubble(/^Mensagem 51/)
    const toTop = () => {
      scroller().scrollTop = 0
    }
    toTop()
    await expect.element(first()).toBeVisible()
    const before = first().element().getBoundingClientRect().top
    await expect.poll(() => scroller().scrollTop).toBeGreaterThan(500)
    expect(Math.abs(first().element().getBoundingClientRect().top - before)).toBeLessThan(8)
    await expect
      .poll(() => {
        toTop()
        return bubble(/^Mensagem 1\d\d:/).elements().length
      })
      .toBe(1)
    const asked = server.callsOf(listMessages).map(({ query }) => (query as { before?: string }).before)
    expect(asked.filter(Boolean)).toEqual([uuidOf(51), uuidOf(31), uuidOf(11)])
  })

  test('moves nothing that is read when older ones are put above it halfway through a scroll, or rows there grow', async () => {
    const { server, inbox, bubble, scroller, addMessage } = await openMaria({ messages: history(40) })
    await expect.element(bubble(/^Mensagem 40/)).toBeVisible()
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.on(listMessages, async () => {
      await held
      return { messages: inbox.messages.slice(0, 20), count: 40, ticket: maria, hasMore: false }
    })
    scroller().scrollTop = 40
    const standsAt = () =>
      bubble(/^Mensagem 24/)
        .element()
        .getBoundingClientRect().top
    await expect.poll(() => server.callsOf(listMessages).length).toBe(2)
    const before = standsAt()
    answer()
    await expect.element(bubble(/^Mensagem 1\d\d:/)).toBeInTheDocument()
    await expect.poll(() => Math.abs(standsAt() - before)).toBeLessThan(2)
    const first = inbox.messages[2]
    if (!first) throw new Error('no message')
    addMessage(1, { ...first, body: 'Uma\nlinha\nmais\nalta', isEdited: true })
    await expect.element(bubble(/mais/)).toBeInTheDocument()
    await expect.poll(() => Math.abs(standsAt() - before)).toBeLessThan(2)
  })

  test('draws the end of a long known conversation first, and more of it as one reads up, without asking', async () => {
    const { screen, server, bubble, scroller, fromEnd } = await openMaria({ messages: history(100) })
    await expect.element(bubble(/^Mensagem 100/)).toBeVisible()
    const drawnRows = () => scroller().querySelectorAll('[role=article]').length
    await expect
      .poll(() => {
        scroller().scrollTop = 0
        return drawnRows()
      })
      .toBe(100)
    await screen.getByRole('link', { name: /João/ }).click()
    await expect.element(screen.getByText('Nenhuma mensagem ainda')).toBeVisible()
    await screen.getByRole('link', { name: /Maria/ }).click()
    await expect.element(bubble(/^Mensagem 100/)).toBeVisible()
    expect(drawnRows()).toBeLessThan(40)
    expect(fromEnd()).toBeLessThan(2)
    const asked = () => server.callsOf(listMessages).filter(({ query }) => (query as { before?: string }).before).length
    const askedBefore = asked()
    const standsAt = () =>
      bubble(/^Mensagem 76/)
        .element()
        .getBoundingClientRect().top
    scroller().scrollTop = 200
    const before = standsAt()
    await expect.poll(drawnRows).toBeGreaterThan(50)
    expect(Math.abs(standsAt() - before)).toBeLessThan(2)
    await expect
      .poll(() => {
        scroller().scrollTop = 0
        return drawnRows()
      })
      .toBe(100)
    expect(asked()).toBe(askedBefore)
  })

  test('that was whole goes further back once earlier conversations were imported', async () => {
    const { server, bubble, scroller } = await openMaria({ messages: history(70).slice(-22) })
    await expect.element(bubble(/^Mensagem 70/)).toBeVisible()
    const toTop = () => {
      scroller().scrollTop = 0
    }
    toTop()
    await expect.element(bubble(/^Mensagem 49/)).toBeVisible()
    const pageOf = (messages: Message[]) => ({
      messages: messages.slice(-20),
      count: 70,
      ticket: maria,
      hasMore: messages.length > 20
    })
    server.on(listMessages, ({ query }) => {
      const { before } = query as { before?: string }
      return pageOf(before ? history(70).filter(({ id }) => id < before) : history(70))
    })
    server.line.emit(historyImportedEvent, companyId, { action: 'update', whatsappId: 1 }, 1)
    const lastAsked = () => server.callsOf(listMessages).map(({ query }) => (query as { before?: string }).before)
    await expect
      .poll(() => {
        toTop()
        return lastAsked().slice(-3)
      })
      .toEqual([uuidOf(51), uuidOf(31), uuidOf(11)])
  })

  test('says so when it cannot be loaded, and tries again', async () => {
    const { server } = startInboxServer({ tickets: [maria], messages: history(2) })
    server.on(listMessages, () => {
      throw new AppError('ERR_INTERNAL')
    })
    const { screen } = await renderConsole(`/tickets/${uuidOf(1)}`)
    await expect.element(screen.getByText('Erro ao obter informações da conversa')).toBeVisible()
    server.on(listMessages, () => ({ messages: history(2), count: 2, ticket: maria, hasMore: false }))
    await screen.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect.element(screen.getByText(/^Mensagem 2/)).toBeVisible()
  })

  test('days stand between messages of different days', async () => {
    const { screen } = await openMaria({
      messages: [
        makeMessage(1),
        makeMessage(2, { createdAt: minute(24 * 60) }),
        makeMessage(3, { createdAt: minute(24 * 60 + 5) })
      ]
    })
    await expect.element(screen.getByText(/segunda-feira, 2 de março/)).toBeVisible()
    await expect.element(screen.getByText(/terça-feira, 3 de março/)).toBeVisible()
    // The edge beside the list is one, too.
    const conversation = screen.getByRole('region', { name: 'Conversa com Maria' })
    expect(conversation.getByRole('separator').elements()).toHaveLength(2)
  })

  test('a known conversation is there in the same frame when one comes back to it', async () => {
    const { screen, server, bubble } = await openMaria({ messages: history(5) })
    await expect.element(bubble(/^Mensagem 5/)).toBeVisible()
    await screen.getByRole('link', { name: /João/ }).click()
    await expect.element(screen.getByText('Nenhuma mensagem ainda')).toBeVisible()
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.on(listMessages, async () => {
      await held
      return { messages: history(6), count: 6, ticket: maria, hasMore: false }
    })
    await screen.getByRole('link', { name: /Maria/ }).click()
    await expect.element(bubble(/^Mensagem 5/)).toBeVisible()
    answer()
    await expect.element(bubble(/^Mensagem 6/)).toBeVisible()
  })
})
