// The message field as attendants write in it: text, drafts, quick replies, emoji, and tickets that are not open.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { showTyping } from '@guiche/shared/features/inbox/messages.ts'
import { saveTicketDraft } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import { updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { companyId } from '#test/factories.ts'
import { makeMessage, uuidOf } from '#test/inbox-factories.ts'
import { history, maria, openMaria } from '#test/open-conversation.ts'

function quick(id: number, shortcode: string, message: string): QuickMessage {
  return {
    id,
    shortcode,
    message,
    geral: true,
    status: true,
    isMedia: false,
    mediaPath: null,
    mediaName: null,
    queueIds: [],
    userId: 1,
    companyId
  }
}

describe('text', () => {
  test('Enter sends, Shift and Enter begin a line, and the field takes the focus back', async () => {
    const { field, bubble, bodies } = await openMaria()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('Bom dia{Shift>}{Enter}{/Shift}tudo bem?{Enter}')
    await expect.element(bubble(/Bom dia\s*tudo bem\?/)).toBeVisible()
    await expect.element(field).toHaveValue('')
    await expect.element(field).toHaveFocus()
    expect(bodies()).toEqual(['Bom dia\ntudo bem?'])
  })

  test('that is blank is not sent', async () => {
    const { field, screen, sent } = await openMaria()
    await field.fill('   ')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('button', { name: 'Enviar' })).toBeDisabled()
    expect(sent()).toHaveLength(0)
  })

  test('is signed in bold with the writer’s name while the switch says so', async () => {
    const { screen, field, bodies } = await openMaria()
    await screen.getByRole('switch', { name: 'Assinar' }).click({ force: true })
    await field.fill('Oi')
    await userEvent.keyboard('{Enter}')
    await expect.poll(bodies).toEqual(['*Ana Souza:*\nOi'])
    expect(localStorage.getItem('signOption')).toBe('true')
  })

  test('grows to five rows at the most', async () => {
    const { field } = await openMaria()
    const height = () => field.element().getBoundingClientRect().height
    const one = height()
    await field.fill('1\n2\n3')
    await expect.poll(height).toBeGreaterThan(one)
    await field.fill(Array.from({ length: 5 }, (_, i) => i).join('\n'))
    await expect.poll(height).toBeGreaterThan(one * 2)
    const five = height()
    await field.fill(Array.from({ length: 30 }, (_, i) => i).join('\n'))
    await expect.poll(() => field.element().scrollHeight).toBeGreaterThan(five * 2)
    expect(height()).toBeCloseTo(five, 0)
  })

  test('is marked by keys and buttons, the same again takes it off, and undo too', async () => {
    const { screen, field, bodies } = await openMaria()
    await field.fill('Até amanhã')
    const element = field.element() as HTMLTextAreaElement
    element.setSelectionRange(4, 10)
    await userEvent.keyboard('{Control>}b{/Control}')
    await expect.element(field).toHaveValue('Até *amanhã*')
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(field).toHaveValue('Até amanhã')
    element.setSelectionRange(4, 10)
    await screen.getByRole('button', { name: 'Itálico' }).click()
    await expect.element(field).toHaveValue('Até _amanhã_')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Control>}i{/Control}')
    await expect.element(field).toHaveValue('Até amanhã')
    await userEvent.keyboard('{Control>}{Shift>}8{/Shift}{/Control}')
    await expect.element(field).toHaveValue('- Até amanhã')
    await userEvent.keyboard('{Enter}')
    await expect.poll(bodies).toEqual(['- Até amanhã'])
  })

  test('answers a message, and Escape takes the answer back', async () => {
    const { screen, field, bubble, sent } = await openMaria({ messages: [makeMessage(1)] })
    const reply = async () => {
      await bubble(/Mensagem 1/)
        .getByRole('button', { name: 'Opções da mensagem' })
        .click()
      await screen.getByRole('menuitem', { name: 'Responder' }).click()
      await expect.element(screen.getByRole('button', { name: 'Não responder a esta mensagem' })).toBeVisible()
    }
    await reply()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('button', { name: 'Não responder a esta mensagem' })).not.toBeInTheDocument()
    await reply()
    await userEvent.keyboard('Certo{Enter}')
    await expect.element(bubble(/Certo/).getByRole('button', { name: /Maria.*Mensagem 1/ })).toBeVisible()
    expect(sent()[0]?.body).toMatchObject({ body: 'Certo', quotedMsg: { id: uuidOf(1) } })
  })

  test('tells the customer that somebody types, now and then, and when it stops', async () => {
    const { server, field } = await openMaria()
    await field.fill('a')
    await field.fill('ab')
    await field.fill('abc')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => server.callsOf(showTyping).map(({ body }) => (body as { state: string }).state))
      .toEqual(['composing', 'paused'])
  })
})

describe('a draft', () => {
  test('stays with its ticket and survives a reload', async () => {
    const { screen, field } = await openMaria()
    await field.fill('Ainda escrevendo')
    await screen.getByRole('link', { name: /João/ }).click()
    await expect.element(screen.getByLabelText('Mensagem para João')).toHaveValue('')
    await screen.getByRole('link', { name: /Maria/ }).click()
    await expect.element(field).toHaveValue('Ainda escrevendo')
    expect(JSON.parse(localStorage.getItem('draft:1:1') ?? '{}')).toMatchObject({ text: 'Ainda escrevendo' })
  })

  test('is seen in the list as soon as another conversation is open', async () => {
    const { screen, field } = await openMaria()
    const row = screen.getByRole('link', { name: /Maria.*Rascunho: Volto já/ })
    await field.fill('Volto já')
    await expect.element(row).not.toBeInTheDocument()
    await screen.getByRole('link', { name: /João/ }).click()
    await expect.element(row).toBeVisible()
  })

  test('kept by an earlier visit is there again', async () => {
    localStorage.setItem('draft:1:1', JSON.stringify({ text: 'De ontem', quoted: null }))
    const { field } = await openMaria()
    await expect.element(field).toHaveValue('De ontem')
  })

  test('goes to the server when the keys rest, and from there at once when it is sent', async () => {
    const { field, server } = await openMaria()
    const told = () => server.callsOf(saveTicketDraft).map(({ params, body }) => [params, body])
    await field.fill('Bom')
    await field.fill('Bom dia')
    await expect.poll(told).toEqual([[{ ticketId: 1 }, { text: 'Bom dia', kind: 'message' }]])
    await expect
      .poll(() => JSON.parse(localStorage.getItem('draft:1:1') ?? '{}') as unknown)
      .toMatchObject({ isStored: true })
    await userEvent.keyboard('{Enter}')
    await expect.poll(told).toEqual([
      [{ ticketId: 1 }, { text: 'Bom dia', kind: 'message' }],
      [{ ticketId: 1 }, { text: '', kind: 'message' }]
    ])
  })

  test('begun on another computer is there, one that was sent there is not, and one that only this one has goes there', async () => {
    const stored = (ticketId: number, text: string, isStored: boolean) =>
      localStorage.setItem(`draft:1:${ticketId}`, JSON.stringify({ text, quoted: null, isStored }))
    stored(1, 'Começado', true)
    stored(2, 'Enviado de lá', true)
    stored(3, 'Sem conexão', false)
    const { field, server } = await openMaria({
      drafts: [{ ticketId: 1, text: 'Começado e continuado', updatedAt: '2026-03-02T12:00:00.000Z' }]
    })
    await expect.element(field).toHaveValue('Começado e continuado')
    expect(localStorage.getItem('draft:1:2')).toBeNull()
    await expect
      .poll(() => server.callsOf(saveTicketDraft).map(({ params, body }) => [params, body]))
      .toEqual([[{ ticketId: 3 }, { text: 'Sem conexão', kind: 'message' }]])
  })
})

describe('another ticket', () => {
  test('takes the keys at once, and what is undone there is its own', async () => {
    const { screen, field, sent } = await openMaria()
    await field.fill('Só para Maria')
    await screen.getByRole('link', { name: /João/ }).click()
    const other = screen.getByLabelText('Mensagem para João')
    await expect.element(other).toHaveFocus()
    await expect.element(other).toHaveValue('')
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(other).toHaveValue('')
    await userEvent.keyboard('Oi, João{Enter}')
    await expect
      .poll(() => sent().map(({ params, body }) => [params, body]))
      .toMatchObject([[{ ticketId: 2 }, { body: 'Oi, João' }]])
  })

  test('ends a recording, which does not go on when one comes back', async () => {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValue(new Promise(() => undefined))
    onTestFinished(() => void vi.restoreAllMocks())
    const { screen, field } = await openMaria()
    await screen.getByRole('button', { name: 'Gravar mensagem de voz' }).click()
    await expect.element(field).not.toBeInTheDocument()
    await screen.getByRole('link', { name: /João/ }).click()
    await expect.element(screen.getByLabelText('Mensagem para João')).toBeVisible()
    await screen.getByRole('link', { name: /Maria/ }).click()
    await expect.element(field).toBeVisible()
  })
})

describe('quick replies', () => {
  const quickMessages = [
    quick(1, 'ola', 'Olá! Como posso ajudar você hoje? Estamos à disposição.'),
    quick(2, 'obrigado', 'Obrigado!')
  ]

  test('appear with the slash, cut, and are chosen by keyboard', async () => {
    const { screen, field } = await openMaria({ quickMessages })
    await field.fill('/')
    await expect.poll(() => screen.getByRole('option').elements()).toHaveLength(2)
    await field.fill('/o')
    await expect.element(screen.getByRole('option', { name: /ola/ })).toBeVisible()
    expect(screen.getByRole('option', { name: /ola/ }).element().textContent).toBe(
      '/olaOlá! Como posso ajudar você hoje? E…'
    )
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(field).toHaveValue('Olá! Como posso ajudar você hoje? Estamos à disposição.')
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
  })

  test('say how to make one where there is none, and a slash alone is never sent', async () => {
    const { screen, field, sent } = await openMaria()
    await field.fill('/')
    await expect.element(screen.getByText(/Nenhuma resposta rápida ainda\./)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Criar uma' })).toBeVisible()
    await userEvent.keyboard('{Enter}{Escape}{Enter}')
    await expect.element(screen.getByRole('button', { name: 'Enviar' })).toBeDisabled()
    await expect.element(field).toHaveValue('/')
    expect(sent()).toHaveLength(0)
  })

  test('are filled in before they are seen; what is not known stays and is chosen to be written over', async () => {
    const some = [quick(1, 'fila', '{{ms}}, {{firstName}}! Sou {{user}}, da {{queue}} da {{company}}.')]
    const { screen, field } = await openMaria({
      quickMessages: some,
      tickets: [{ ...maria, queue: null, queueId: null }]
    })
    await field.fill('/')
    await expect
      .element(screen.getByRole('option'))
      .toMatchTextContent(/^\/fila(Bom dia|Boa tarde|Boa noite), Maria! Sou Ana/)
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue(expect.stringMatching(/Maria! Sou Ana Souza, da {{queue}} da Padaria/))
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('loja')
    await expect.element(field).toHaveValue(expect.stringMatching(/Sou Ana Souza, da loja da Padaria/))
  })

  test('step aside with Escape, so that a path can be sent as it is', async () => {
    const { screen, field, bodies } = await openMaria({ quickMessages })
    await field.fill('/obr')
    await expect.element(screen.getByRole('option', { name: /obrigado/ })).toBeVisible()
    await userEvent.keyboard('{Escape}{Enter}')
    await expect.poll(bodies).toEqual(['/obr'])
  })

  test('of other queues are not offered', async () => {
    const one = (id: number, shortcode: string, queueIds: number[]) => ({
      ...quick(id, shortcode, shortcode),
      queueIds
    })
    const some = [one(1, 'preco-vendas', [4, 6]), one(2, 'preco-suporte', [5]), one(3, 'preco-geral', [])]
    const { screen, field } = await openMaria({ quickMessages: some, tickets: [{ ...maria, queueId: 4 }] })
    await field.fill('/preco')
    await expect.element(screen.getByRole('option', { name: /preco-vendas/ })).toBeVisible()
    await expect.element(screen.getByRole('option', { name: /preco-geral/ })).toBeVisible()
    expect(screen.getByRole('option').elements()).toHaveLength(2)
  })
})

describe('where one cannot write yet', () => {
  test.each([
    ['pending', 'Aceite o atendimento para responder', 'Aceitar'],
    ['closed', 'Reabra o atendimento para responder', 'Reabrir']
  ] as const)('a %s ticket says so and opens right there', async (status, placeholder, button) => {
    const closed = { ...maria, status, ...(status === 'pending' ? { userId: null, user: null } : {}) }
    const { screen, server, field } = await openMaria({ tickets: [closed] })
    await expect.element(field).toBeDisabled()
    await expect.element(field).toHaveAttribute('placeholder', placeholder)
    await screen.getByRole('button', { name: button, exact: true }).last().click()
    await expect.element(field).toBeEnabled()
    await expect.element(field).toHaveFocus()
    expect(server.callsOf(updateTicket)[0]?.body).toMatchObject({ status: 'open', userId: 1 })
  })
})

test('Escape lets a recording go and keeps the conversation open, whose end stays where it is', async () => {
  // A microphone that hears nothing.
  const microphone = vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockImplementation(async () => new AudioContext().createMediaStreamDestination().stream)
  onTestFinished(() => microphone.mockRestore())
  const { screen, field, path, fromEnd } = await openMaria({ messages: history(30) })
  await expect.poll(fromEnd).toBeLessThan(2)
  await screen.getByRole('button', { name: 'Gravar mensagem de voz' }).click()
  await expect.element(screen.getByRole('button', { name: 'Enviar mensagem de voz' })).toHaveFocus()
  await expect.poll(fromEnd).toBeLessThan(2)
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveFocus()
  expect(path()).toBe(`/tickets/${uuidOf(1)}`)
  await expect.poll(fromEnd).toBeLessThan(2)
})

test('emoji are found in the person’s language and go where the cursor stands', async () => {
  const { screen, field } = await openMaria()
  await field.fill('Olá !')
  ;(field.element() as HTMLTextAreaElement).setSelectionRange(4, 4)
  await screen.getByRole('button', { name: 'Emojis' }).click()
  const search = screen.getByLabelText('Buscar emoji…')
  await expect.element(search).toHaveFocus()
  await expect.element(screen.getByRole('gridcell').first()).toBeVisible()
  await search.fill('coração vermelho')
  await expect.element(screen.getByRole('gridcell', { name: 'coração vermelho' })).toBeVisible()
  expect(screen.getByRole('grid').element().getAttribute('aria-colcount')).toBe('16')
  await screen.getByRole('gridcell', { name: 'coração vermelho' }).click()
  await expect.element(field).toHaveValue('Olá ❤️!')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveFocus()
})
