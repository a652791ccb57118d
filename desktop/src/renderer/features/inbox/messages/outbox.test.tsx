// What is written without a line, or refused: it waits, goes out once, and says why when it does not.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { sendMessage, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeConnection } from '#test/factories.ts'
import { makeMessage } from '#test/inbox-factories.ts'
import { openMaria } from '#test/open-conversation.ts'

/** Of the person whom the fake desk lets in. */
const waiting = `outbox:${window.location.origin}:${companyId}:1:`

describe('without a line', () => {
  test('messages wait in their order, can be cancelled, and go out when it is back', async () => {
    const { server, screen, field, bubble, bodies } = await openMaria()
    server.setDown(true)
    await expect.poll(() => useRealtime.getState().state).toBe('offline')
    for (const text of ['um', 'dois', 'três']) {
      await field.fill(text)
      await userEvent.keyboard('{Enter}')
    }
    await expect.element(bubble(/^três/).getByText(/Será enviada assim que ela voltar/)).toBeVisible()
    await expect.element(bubble(/^um/).getByRole('img', { name: 'Aguardando envio' })).toBeVisible()
    await bubble(/^dois/).getByRole('button', { name: 'Cancelar' }).click()
    await expect.element(bubble(/^dois/)).not.toBeInTheDocument()
    expect(Object.keys(localStorage).filter((key) => key.startsWith(waiting))).toHaveLength(2)
    server.setDown(false)
    await expect.poll(bodies, { timeout: 10_000 }).toEqual(['um', 'três'])
    await expect.element(screen.getByText(/Será enviada assim/)).not.toBeInTheDocument()
    await expect.poll(() => Object.keys(localStorage).filter((key) => key.startsWith('outbox:'))).toEqual([])
  })

  test('what waited when the page was left goes out at the next visit, once', async () => {
    const record = {
      clientId: 'antes',
      ticketId: 1,
      body: 'Escrita antes de recarregar',
      quoted: null,
      file: null,
      voice: null,
      createdAt: new Date().toISOString(),
      refusal: null
    }
    localStorage.setItem(`${waiting}antes`, JSON.stringify(record))
    const { bubble, sent } = await openMaria()
    await expect.element(bubble(/Escrita antes de recarregar/)).toBeVisible()
    await expect.poll(() => sent().map(({ body }) => (body as { clientId: string }).clientId)).toEqual(['antes'])
    expect(bubble(/Escrita antes/).elements()).toHaveLength(1)
    expect(localStorage.getItem(`${waiting}antes`)).toBeNull()
  })

  test('an answer that was lost makes no second message', async () => {
    const { server, field, bubble, sent, addMessage } = await openMaria()
    let isFirst = true
    server.on(sendMessage, ({ body }) => {
      const known = (): Message => addMessage(1, { fromMe: true, body: body.body, clientId: body.clientId ?? null })
      if (!isFirst)
        return { messages: [makeMessage(9_000, { fromMe: true, body: body.body, clientId: body.clientId ?? null })] }
      isFirst = false
      known()
      throw new AppError('ERR_DATABASE_UNAVAILABLE')
    })
    await field.fill('Uma vez só')
    await userEvent.keyboard('{Enter}')
    await expect.element(bubble(/Uma vez só/)).toBeVisible()
    await expect.poll(() => sent().length).toBeGreaterThan(0)
    expect(bubble(/Uma vez só/).elements()).toHaveLength(1)
  })

  test.for([
    ['ERR_TICKET_CONTACT_UNREACHABLE', {}, /Não enviada/],
    ['ERR_FILE_NOT_CHECKED', {}, /Arquivos não podem ser verificados agora/],
    ['ERR_FILE_INFECTED', { virus: 'Win.Test' }, /encontrou um vírus \(Win\.Test\)/]
  ] as const)('a refused message (%s) says why and is sent again on demand', async ([code, values, reason]) => {
    const { server, field, screen, bubble, addMessage } = await openMaria()
    server.on(sendMessage, () => {
      throw new AppError(code, { values })
    })
    await field.fill('Chegou?')
    await userEvent.keyboard('{Enter}')
    const refusal = bubble(/Chegou/).getByRole('alert')
    await expect.element(refusal.getByText(reason)).toBeVisible()
    await expect.element(bubble(/Chegou/).getByRole('img', { name: 'Não enviada' })).toBeVisible()
    server.on(sendMessage, ({ body }) => ({
      messages: [addMessage(1, { fromMe: true, body: body.body, clientId: body.clientId ?? null })]
    }))
    await refusal.getByRole('button', { name: 'Enviar de novo' }).click()
    await expect.element(bubble(/Chegou/).getByRole('img', { name: 'Enviada' })).toBeVisible()
    await expect.element(screen.getByText(/Não enviada/)).not.toBeInTheDocument()
  })

  test('to WhatsApp the field stays open and says that what is sent will wait', async () => {
    const { screen, field, bodies } = await openMaria({ connections: [makeConnection({ status: 'TIMEOUT' })] })
    await expect.element(screen.getByText(/A conexão “Loja centro” está fora do ar/)).toBeVisible()
    await field.fill('Mesmo assim')
    await userEvent.keyboard('{Enter}')
    await expect.poll(bodies).toEqual(['Mesmo assim'])
  })
})
