// The conversation as attendants read it: history, what arrives, what is said about each message, and what can be done.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  deleteMessage,
  editMessage,
  failureReasons,
  listMessages,
  markTicketRead,
  presenceEvent,
  reactToMessage,
  retryMessage,
  type Message
} from '@guiche/shared/features/inbox/messages.ts'
import { companyId, makeConnection } from '#test/factories.ts'
import { makeMessage, makeTicket, minute, uuidOf } from '#test/inbox-factories.ts'
import { startDesk, type Desk } from '#test/inbox-server.ts'
import { renderConsole } from '#test/render-console.tsx'

const ticket = makeTicket({ id: 1, contact: { ...makeTicket().contact, name: 'Maria' } })
const history = (count: number): Message[] => Array.from({ length: count }, (_, i) => makeMessage(i + 1))
const own = (seq: number, part: Partial<Message> = {}): Message => makeMessage(seq, { fromMe: true, ...part })

const open = async (desk: Partial<Desk>) => {
  const fake = startDesk({ tickets: [ticket], ...desk })
  const console = await renderConsole(`/tickets/${uuidOf(1)}`)
  const { screen } = console
  const region = screen.getByRole('region', { name: 'Conversa com Maria' })
  await expect.element(region).toBeVisible()
  const scroller = () => region.element() as HTMLElement
  const bubble = (text: string | RegExp) => screen.getByRole('article').filter({ hasText: text })
  const menuOf = async (text: string | RegExp) => {
    await bubble(text).getByRole('button', { name: 'Opções da mensagem' }).click()
    return screen.getByRole('menu')
  }
  const toTop = () => {
    scroller().scrollTop = 0
  }
  const fromEnd = () => scroller().scrollHeight - scroller().scrollTop - scroller().clientHeight
  return { ...fake, ...console, region, scroller, bubble, menuOf, toTop, fromEnd }
}

describe('the history', () => {
  test('opens at the newest and loads older pages without moving what is read', async () => {
    const { screen, server, bubble, scroller, toTop, fromEnd } = await open({ messages: history(70) })
    await expect.element(bubble(/^Mensagem 70/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
    const first = () => screen.getByRole('article').filter({ hasText: /^Mensagem 51/ })
    toTop()
    await expect.element(first()).toBeVisible()
    const before = first().element().getBoundingClientRect().top
    await expect.poll(() => scroller().scrollTop).toBeGreaterThan(500)
    expect(Math.abs(first().element().getBoundingClientRect().top - before)).toBeLessThan(8)
    await expect
      .poll(() => {
        toTop()
        return bubble(/^Mensagem 1\d/).elements().length + bubble(/^Mensagem 1(?!\d)/).elements().length
      })
      .toBeGreaterThan(3)
    const asked = server.callsOf(listMessages).map(({ query }) => (query as { before?: string }).before)
    expect(asked.filter(Boolean)).toEqual([uuidOf(51), uuidOf(31), uuidOf(11)])
  })

  test('says so when it cannot be loaded, and tries again', async () => {
    const { server } = startDesk({ tickets: [ticket], messages: history(2) })
    server.on(listMessages, () => {
      throw new AppError('ERR_INTERNAL')
    })
    const { screen } = await renderConsole(`/tickets/${uuidOf(1)}`)
    await expect.element(screen.getByText('Erro ao obter informações da conversa')).toBeVisible()
    server.on(listMessages, () => ({ messages: history(2), count: 2, ticket, hasMore: false }))
    await screen.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect.element(screen.getByText(/^Mensagem 2/)).toBeVisible()
  })

  test('days stand between messages of different days', async () => {
    const { screen } = await open({
      messages: [
        makeMessage(1),
        makeMessage(2, { createdAt: minute(24 * 60) }),
        makeMessage(3, { createdAt: minute(24 * 60 + 5) })
      ]
    })
    await expect.element(screen.getByText(/segunda-feira, 2 de março/)).toBeVisible()
    await expect.element(screen.getByText(/terça-feira, 3 de março/)).toBeVisible()
    expect(screen.getByRole('separator').elements()).toHaveLength(2)
  })

  test('a known conversation is there in the same frame when one comes back to it', async () => {
    const other = makeTicket({ id: 2, contact: { ...makeTicket().contact, name: 'João' } })
    const { screen, server, bubble } = await open({ tickets: [ticket, other], messages: history(5) })
    await expect.element(bubble(/^Mensagem 5/)).toBeVisible()
    await screen.getByRole('link', { name: /João/ }).click()
    await expect.element(screen.getByText('Nenhuma mensagem ainda')).toBeVisible()
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.on(listMessages, async () => {
      await held
      return { messages: history(6), count: 6, ticket, hasMore: false }
    })
    await screen.getByRole('link', { name: /Maria/ }).click()
    await expect.element(bubble(/^Mensagem 5/)).toBeVisible()
    answer()
    await expect.element(bubble(/^Mensagem 6/)).toBeVisible()
  })
})

describe('what arrives', () => {
  test('stays in view at the end, and is announced to screen readers', async () => {
    const { addMessage, bubble, fromEnd, screen } = await open({ messages: history(40) })
    await expect.element(bubble(/^Mensagem 40/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
    addMessage(1, { body: 'Chegou agora' })
    await expect.element(bubble(/Chegou agora/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
    expect(screen.getByRole('log').element().textContent).toContain('Chegou agora')
  })

  test('waits behind a pill while somebody reads further up', async () => {
    const { addMessage, bubble, screen, scroller, fromEnd } = await open({ messages: history(40) })
    await expect.element(bubble(/^Mensagem 40/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
    scroller().scrollTop = 0
    await expect.poll(() => scroller().scrollTop).toBeGreaterThan(500)
    scroller().scrollTop = 200
    await expect.element(screen.getByRole('button', { name: 'Ir para as mais recentes' })).toBeVisible()
    const { scrollTop } = scroller()
    addMessage(1, { body: 'Primeira nova' })
    addMessage(1, { body: 'Segunda nova' })
    await expect.element(screen.getByRole('button', { name: '2 mensagens novas' })).toBeVisible()
    expect(Math.abs(scroller().scrollTop - scrollTop)).toBeLessThan(2)
    await screen.getByRole('button', { name: '2 mensagens novas' }).click()
    await expect.element(bubble(/Segunda nova/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
  })

  test('in an own ticket that is looked at is read at once', async () => {
    const { server, addMessage, screen } = await open({ messages: history(1) })
    await expect.element(screen.getByText(/^Mensagem 1/)).toBeVisible()
    addMessage(1, { body: 'Nova' })
    await expect.poll(() => server.callsOf(markTicketRead).length).toBe(1)
  })

  test('in a ticket of somebody else stays unread', async () => {
    const theirs = { ...ticket, userId: 2, user: { id: 2, name: 'Bruno' }, unreadMessages: 2 }
    const { server, bubble, addMessage } = await open({ tickets: [theirs], messages: history(1) })
    addMessage(1, { body: 'Nova' })
    await expect.element(bubble(/Nova/)).toBeVisible()
    expect(server.callsOf(markTicketRead)).toHaveLength(0)
  })

  test('is told beforehand while the customer types or records', async () => {
    const { server, screen, addMessage } = await open({})
    server.line.emit(presenceEvent, companyId, { ticketId: 1, contactId: 1, state: 'composing' })
    await expect.element(screen.getByRole('status').filter({ hasText: 'digitando…' })).toBeVisible()
    server.line.emit(presenceEvent, companyId, { ticketId: 1, contactId: 1, state: 'recording' })
    await expect.element(screen.getByRole('status').filter({ hasText: 'gravando áudio…' })).toBeVisible()
    addMessage(1, { body: 'Pronto' })
    await expect.element(screen.getByText('Atribuído a: Ana Souza')).toBeVisible()
  })
})

describe('a bubble', () => {
  test.each([
    [{ ack: 0, delivery: 'waiting' }, 'Aguardando envio'],
    [{ ack: 1 }, 'Enviada'],
    [{ ack: 2 }, 'Entregue'],
    [{ ack: 3 }, 'Lida por parte do grupo'],
    [{ ack: 4 }, 'Lida'],
    [{ ack: 5, mediaType: 'audio', isVoice: true, mediaState: 'ready', mediaUrl: 'data:,', body: '' }, 'Ouvida'],
    [{ ack: 0, delivery: 'failed', failure: 'refused' }, 'Não enviada'],
    [{ ack: 0, delivery: 'cancelled' }, 'Envio cancelado']
  ] as [Partial<Message>, string][])('with %j has the mark "%s"', async (part, mark) => {
    const { screen } = await open({ messages: [own(1, { createdAt: new Date().toISOString(), ...part })] })
    await expect.element(screen.getByRole('img', { name: mark, exact: true })).toBeVisible()
  })

  test('that failed says why in words for every reason, and is sent again', async () => {
    const messages = failureReasons.map((failure, i) => own(i + 1, { ack: 0, delivery: 'failed', failure }))
    const { screen, server, bubble } = await open({ messages })
    await expect.element(screen.getByText('Não enviada: este número não está no WhatsApp.')).toBeVisible()
    for (const article of screen.getByRole('article').elements()) {
      expect(article.textContent).toMatch(/Não enviada: .{12,}\.Enviar de novo/)
      expect(article.textContent).not.toContain('failure_')
    }
    await bubble(/Mensagem 1/)
      .getByRole('button', { name: 'Enviar de novo' })
      .click()
    await expect.poll(() => server.callsOf(retryMessage).length).toBe(1)
    await expect.element(bubble(/Mensagem 1/).getByText(/Não enviada/)).not.toBeInTheDocument()
  })

  test('that waits for a connection which is down names it and can be cancelled', async () => {
    const { screen, bubble } = await open({
      connections: [makeConnection({ status: 'DISCONNECTED', name: 'Loja centro' })],
      messages: [own(1, { ack: 0, delivery: 'waiting' })]
    })
    await expect.element(screen.getByText('Aguardando a conexão “Loja centro” voltar.')).toBeVisible()
    await bubble(/Mensagem 1/)
      .getByRole('button', { name: 'Cancelar' })
      .click()
    await expect.element(screen.getByText(/O envio foi cancelado/)).toBeVisible()
  })

  test('tells what was deleted, edited, and late; names writers in groups', async () => {
    const group = { ...ticket, isGroup: true }
    const { screen, bubble } = await open({
      tickets: [group],
      messages: [
        makeMessage(1, { isDeleted: true, body: '' }),
        makeMessage(2, { isEdited: true, body: 'Corrigida', senderName: 'Pedro', participant: 'p' }),
        makeMessage(3, { receivedOffline: true, body: 'Atrasada', senderName: 'Sofia', participant: 's' })
      ]
    })
    await expect.element(screen.getByText('Mensagem apagada')).toBeVisible()
    await expect.element(bubble(/Corrigida/).getByText('editada')).toBeVisible()
    await expect.element(bubble(/Corrigida/).getByText('Pedro')).toBeVisible()
    await expect.element(bubble(/Atrasada/).getByText('Sofia')).toBeVisible()
    await expect
      .element(bubble(/Atrasada/).getByRole('img', { name: 'Chegou enquanto a conexão estava fora do ar' }))
      .toBeVisible()
  })

  test('shows every kind of content, and those it cannot show by name', async () => {
    const kinds: Partial<Message>[] = [
      {
        mediaType: 'image',
        mediaUrl: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
        mediaState: 'ready',
        width: 800,
        height: 600,
        body: ''
      },
      {
        mediaType: 'application',
        mediaName: 'contrato.pdf',
        mediaSize: 1_500_000,
        mediaUrl: 'data:,',
        mediaState: 'ready',
        body: ''
      },
      { mediaType: 'locationMessage', body: '|https://maps.google.com/?q=1,2|Praça da Sé' },
      { mediaType: 'vcard', body: 'BEGIN:VCARD\nFN:José Silva\nTEL;waid=5511987654321:+55\nEND:VCARD' },
      { mediaType: 'call_log', body: 'video' },
      { mediaType: 'unknown', body: '' },
      { mediaType: 'ciphertext', body: '' },
      { mediaType: 'video', mediaState: 'fetching', mediaSize: 9_000_000, body: '' },
      { mediaType: 'application', mediaState: 'failed', mediaName: 'x.zip', body: '' }
    ]
    const { screen, scroller } = await open({ messages: kinds.map((part, i) => makeMessage(i + 1, part)) })
    await expect.element(screen.getByRole('button', { name: 'Baixar de novo' })).toBeVisible()
    await expect.element(screen.getByText(/Baixando do WhatsApp.*9 MB/)).toBeVisible()
    await expect.element(screen.getByText(/ainda não pôde ser decifrada/)).toBeVisible()
    await expect.element(screen.getByText(/Este tipo de mensagem não é exibido/)).toBeVisible()
    scroller().scrollTop = 0
    await expect.element(screen.getByText('Chamada de vídeo do cliente')).toBeVisible()
    await expect.element(screen.getByText('José Silva')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: /Praça da Sé/ }))
      .toHaveAttribute('href', 'https://maps.google.com/?q=1,2')
    await expect.element(screen.getByText('contrato.pdf')).toBeVisible()
    await expect.element(screen.getByText('PDF · 1,5 MB')).toBeVisible()
    const picture = screen.getByRole('button', { name: 'Abrir imagem' })
    await expect.poll(() => picture.element().getBoundingClientRect().height).toBeCloseTo(240, 0)
    await picture.click()
    await expect.element(screen.getByRole('button', { name: 'Fechar' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
  })

  test('that answers another leads to it, however far back it is, and to the newest again', async () => {
    const all = history(120)
    const answer = own(121, { body: 'Respondendo', quotedMsgId: uuidOf(7), quotedMsg: all[6] ?? null })
    const { screen, bubble, fromEnd } = await open({ messages: [...all, answer] })
    await bubble(/Respondendo/)
      .getByRole('button', { name: /Maria/ })
      .click()
    await expect.element(bubble(/^Mensagem 7/)).toBeVisible()
    await expect.element(bubble(/^Mensagem 7/)).toHaveAttribute('data-target', 'true')
    await screen.getByRole('button', { name: 'Ir para as mais recentes' }).click()
    await expect.element(bubble(/Respondendo/)).toBeVisible()
    await expect.poll(fromEnd).toBeLessThan(2)
  })
})

describe('the menu of a message', () => {
  const fresh = { createdAt: new Date().toISOString() }

  test('reacts, and takes the reaction back', async () => {
    const { server, bubble, menuOf } = await open({ messages: [makeMessage(1)] })
    const menu = await menuOf(/Mensagem 1/)
    await menu.getByRole('button', { name: 'Reagir com ❤️' }).click()
    await expect.element(bubble(/Mensagem 1/).getByRole('button', { name: '❤️ de Você' })).toBeVisible()
    await bubble(/Mensagem 1/)
      .getByRole('button', { name: '❤️ de Você' })
      .click()
    await expect.element(bubble(/Mensagem 1/).getByRole('button', { name: '❤️ de Você' })).not.toBeInTheDocument()
    const sent = server.callsOf(reactToMessage).map(({ body }) => (body as { emoji: string }).emoji)
    expect(sent).toEqual(['❤️', ''])
  })

  test('deletes an own message after asking, and puts it back when the server refuses', async () => {
    const { screen, server, bubble, menuOf } = await open({ messages: [own(1, fresh)] })
    server.on(deleteMessage, () => {
      throw new AppError('ERR_MESSAGE_NOT_DELETABLE')
    })
    const menu = await menuOf(/Mensagem 1/)
    await menu.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect.element(screen.getByText(/apagada para todos/)).toBeVisible()
    await screen.getByRole('button', { name: 'Excluir' }).click()
    await expect.element(screen.getByRole('alert').filter({ hasText: /não pode ser apagada/ })).toBeVisible()
    await expect.element(bubble(/Mensagem 1/)).toBeVisible()
  })

  test('edits an own message of the last minutes, and no older one', async () => {
    const old = own(1, { body: 'Antiga' })
    const { screen, server, bubble, menuOf } = await open({
      messages: [old, own(2, { ...fresh, body: '*Ana Souza:*\nOla' })]
    })
    const field = screen.getByLabelText('Mensagem para Maria')
    await (await menuOf(/Ola/)).getByRole('menuitem', { name: 'Editar' }).click()
    await expect.element(field).toHaveValue('Ola')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('!{Enter}')
    await expect.element(bubble(/Ola!/)).toBeVisible()
    await expect.poll(() => server.callsOf(editMessage)[0]?.body).toEqual({ body: '*Ana Souza:*\nOla!' })
    const menu = await menuOf(/Antiga/)
    await expect.element(menu.getByRole('menuitem', { name: 'Responder' })).toBeVisible()
    await expect.element(menu.getByRole('menuitem', { name: 'Editar' })).not.toBeInTheDocument()
  })

  test('offers customers’ messages no deletion, and opens with the right button too', async () => {
    const { screen, bubble } = await open({ messages: [makeMessage(1)] })
    await bubble(/Mensagem 1/)
      .getByText(/Mensagem 1/)
      .click({ button: 'right' })
    await expect.element(screen.getByRole('menuitem', { name: 'Copiar texto' })).toBeVisible()
    await expect.element(screen.getByRole('menuitem', { name: 'Excluir' })).not.toBeInTheDocument()
  })
})

test('a ticket that goes to people who alone may see it leads back to the list with a word', async () => {
  const { screen, path, desk, server } = await open({ messages: history(1) })
  await expect.element(screen.getByText(/^Mensagem 1/)).toBeVisible()
  const { ticketEvent } = await import('@guiche/shared/features/inbox/tickets.ts')
  desk.tickets = []
  server.line.emit(ticketEvent, companyId, { action: 'delete', ticketId: 1 }, 500)
  await expect.element(screen.getByText('Este atendimento foi excluído ou passou para outra equipe.')).toBeVisible()
  await expect.poll(path).toBe('/tickets')
})
