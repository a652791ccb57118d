// Single messages: how far they have come, why one failed, every kind of content, and the way to what is quoted.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { failureReasons, retryMessage, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { makeConnection } from '#test/factories.ts'
import { makeMessage, pixel, uuidOf } from '#test/inbox-factories.ts'
import { history, maria, openMaria, own } from '#test/open-conversation.ts'

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
    const { screen } = await openMaria({ messages: [own(1, { createdAt: new Date().toISOString(), ...part })] })
    await expect.element(screen.getByRole('img', { name: mark, exact: true })).toBeVisible()
  })

  test('that failed says why in words for every reason, and is sent again', async () => {
    const messages = failureReasons.map((failure, i) => own(i + 1, { ack: 0, delivery: 'failed', failure }))
    const { screen, server, bubble } = await openMaria({ messages })
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
    const { screen, bubble } = await openMaria({
      connections: [makeConnection({ status: 'DISCONNECTED', name: 'Loja centro' })],
      messages: [own(1, { ack: 0, delivery: 'waiting' })]
    })
    await expect.element(screen.getByText('Aguardando a conexão “Loja centro” voltar.')).toBeVisible()
    await bubble(/Mensagem 1/)
      .getByRole('button', { name: 'Cancelar' })
      .click()
    await expect.element(screen.getByText(/O envio foi cancelado/)).toBeVisible()
  })

  test('says which colleague wrote it, once a run, and not what the signature or the side says already', async () => {
    const bruno = { fromMe: true, user: { id: 2, name: 'Bruno Lima' } }
    const { bubble } = await openMaria({
      messages: [
        makeMessage(1, { ...bruno, body: 'Bom dia' }),
        makeMessage(2, { ...bruno, body: 'Já vejo' }),
        makeMessage(3, { fromMe: true, user: { id: 1, name: 'Ana Souza' }, body: 'Sou eu' }),
        makeMessage(4, { fromMe: true, user: { id: 3, name: 'Carla Reis' }, body: '*Carla Reis:*\nAssinada' }),
        makeMessage(5, { fromMe: true, user: null, body: 'Do robô' })
      ]
    })
    await expect.element(bubble('Bom dia')).toMatchTextContent(/^Bruno Lima/)
    await expect.element(bubble('Já vejo')).not.toMatchTextContent(/Bruno/)
    await expect.element(bubble('Sou eu')).not.toMatchTextContent(/Ana/)
    await expect
      .poll(() =>
        bubble('Assinada')
          .element()
          .textContent?.match(/Carla Reis/g)
      )
      .toHaveLength(1)
    await expect.element(bubble('Do robô')).toBeVisible()
  })

  test('tells what was deleted, edited, and late; names writers in groups', async () => {
    const group = { ...maria, isGroup: true }
    const { screen, bubble } = await openMaria({
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
        mediaUrl: pixel,
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
      { mediaType: 'application', mediaState: 'failed', mediaName: 'x.zip', body: '' },
      { mediaType: 'application', mediaState: 'remote', mediaName: 'y.zip', mediaSize: 2_000_000, body: '' },
      { mediaType: 'image', mediaState: 'expired', mediaSize: 3_000_000, body: '' },
      { mediaType: 'application', mediaState: 'infected', mediaVirus: '<b>Win.Test</b>', mediaName: 'z.exe', body: '' },
      { mediaType: 'application', mediaState: 'unchecked', mediaName: 'w.zip', mediaSize: 7_000_000, body: '' }
    ]
    const { screen, scroller } = await openMaria({ messages: kinds.map((part, i) => makeMessage(i + 1, part)) })
    await expect.element(screen.getByRole('button', { name: 'Baixar de novo' }).first()).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Baixar', exact: true })).toBeVisible()
    await expect
      .element(screen.getByText('Este arquivo tinha um vírus e não foi guardado: <b>Win.Test</b>'))
      .toBeVisible()
    await expect.element(screen.getByText(/Não foi possível verificar se este arquivo tem vírus.*7 MB/)).toBeVisible()
    await expect.element(screen.getByText(/O arquivo ainda não foi baixado.*2 MB/)).toBeVisible()
    await expect.element(screen.getByText(/Baixando do WhatsApp.*9 MB/)).toBeVisible()
    await expect.element(screen.getByText(/apagado ao fim do prazo de guarda.*3 MB/)).toBeVisible()
    expect(screen.getByRole('button', { name: /^Baixar/ }).elements()).toHaveLength(3)
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
    const { screen, bubble, fromEnd } = await openMaria({ messages: [...all, answer] })
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

test('what nobody wrote by hand says where it comes from, once a group', async () => {
  const { bubble, screen } = await openMaria({
    messages: [
      own(1, { user: null, clientId: 'bot-1', body: 'Escolha uma opção' }),
      own(2, { user: null, clientId: 'bot-2', body: 'Só números, por favor' }),
      own(3, { user: null, clientId: 'campaign-4-5-0', body: 'Promoção de Natal' }),
      own(4, { clientId: 'schedule-7-1', body: 'Amanhã às 9h' }),
      own(5, { clientId: 'a1b2', body: 'Escrita à mão' }),
      makeMessage(6, { clientId: null, body: 'bot-1' })
    ]
  })
  await expect.element(bubble(/^Robô.*Escolha uma opção/)).toBeVisible()
  await expect.element(bubble(/^Campanha.*Promoção de Natal/)).toBeVisible()
  await expect.element(bubble(/^Agendada.*Amanhã às 9h/)).toBeVisible()
  for (const label of ['Robô', 'Campanha', 'Agendada'])
    expect(screen.getByText(label, { exact: true }).elements()).toHaveLength(1)
})

test('a menu of the bot is one line until somebody wants to read it, what a person writes is not', async () => {
  const menu = 'Com quem você quer falar?\n\n1 - Vendas\n2 - Suporte'
  const { bubble, screen } = await openMaria({
    messages: [
      own(1, { user: null, clientId: 'bot-1', body: menu }),
      own(2, { clientId: 'a1b2', body: 'Um\nDois\nTrês' })
    ]
  })
  await expect.element(bubble(/Com quem você quer falar\?…/)).toBeVisible()
  await expect.element(bubble(/Três/)).toBeVisible()
  expect(bubble(/2 - Suporte/).elements()).toHaveLength(0)
  await screen.getByRole('button', { name: 'Ler mais' }).click()
  await expect.element(bubble(/2 - Suporte/)).toBeVisible()
})
