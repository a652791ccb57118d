// What can be done with a message: react, answer, edit, delete; and what the server refuses.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { showDeletedContent } from '@guiche/shared/features/inbox/deleted-messages.ts'
import { forwardMessage } from '@guiche/shared/features/inbox/message-forward.ts'
import { deleteMessage, editMessage, messageEvent, reactToMessage } from '@guiche/shared/features/inbox/messages.ts'
import { companyId, makeContact, makeSessionUser } from '#test/factories.ts'
import { makeMessage } from '#test/inbox-factories.ts'
import { maria, openMaria, own } from '#test/open-conversation.ts'

describe('the menu of a message', () => {
  const fresh = { createdAt: new Date().toISOString() }

  test('reacts, and takes the reaction back', async () => {
    const { server, bubble, menuOf } = await openMaria({ messages: [makeMessage(1)] })
    const menu = await menuOf(/Mensagem 1/)
    await menu.getByRole('menuitemcheckbox', { name: 'Reagir com ❤️' }).click()
    await expect.element(bubble(/Mensagem 1/).getByRole('button', { name: '❤️ de Você' })).toBeVisible()
    await bubble(/Mensagem 1/)
      .getByRole('button', { name: '❤️ de Você' })
      .click()
    await expect.element(bubble(/Mensagem 1/).getByRole('button', { name: '❤️ de Você' })).not.toBeInTheDocument()
    const sent = server.callsOf(reactToMessage).map(({ body }) => (body as { emoji: string }).emoji)
    expect(sent).toEqual(['❤️', ''])
  })

  test('is used by keyboard: along the reactions, then down the list', async () => {
    const { screen, field, bubble } = await openMaria({ messages: [makeMessage(1)] })
    await expect.element(bubble(/Mensagem 1/)).toBeVisible()
    ;(
      bubble(/Mensagem 1/)
        .getByRole('button', { name: 'Opções da mensagem' })
        .element() as HTMLElement
    ).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('menuitemcheckbox', { name: 'Reagir com 👍' })).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(screen.getByRole('menuitem', { name: 'Mais emojis' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(screen.getByRole('menuitemcheckbox', { name: 'Reagir com ❤️' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(screen.getByRole('menuitem', { name: 'Responder' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveFocus()
    await expect.element(screen.getByRole('button', { name: 'Não responder a esta mensagem' })).toBeVisible()
  })

  test('deletes an own message after asking, and puts it back when the server refuses', async () => {
    const { screen, server, bubble, menuOf } = await openMaria({ messages: [own(1, fresh)] })
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
    const { screen, server, bubble, menuOf } = await openMaria({
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

  test('offers no reply to what never reached the customer', async () => {
    const { menuOf } = await openMaria({ messages: [own(1, { ack: 0, delivery: 'failed', failure: 'refused' })] })
    const menu = await menuOf(/Mensagem 1/)
    await expect.element(menu.getByRole('menuitem', { name: 'Encaminhar' })).toBeVisible()
    await expect.element(menu.getByRole('menuitem', { name: 'Responder' })).not.toBeInTheDocument()
  })

  test('offers customers’ messages no deletion, and opens with the right button too', async () => {
    const { screen, bubble } = await openMaria({ messages: [makeMessage(1)] })
    await bubble(/Mensagem 1/)
      .getByText(/Mensagem 1/)
      .click({ button: 'right' })
    await expect.element(screen.getByRole('menuitem', { name: 'Copiar texto' })).toBeVisible()
    await expect.element(screen.getByRole('menuitem', { name: 'Excluir' })).not.toBeInTheDocument()
  })
})

describe('passing a message on', () => {
  test('to somebody in service and to somebody found by name, in one go', async () => {
    const { screen, server, inbox, menuOf } = await openMaria({ messages: [makeMessage(1)] })
    const rita = makeContact({ id: 31, name: 'Rita Lima', number: '5511987650031' })
    inbox.contacts = [rita]
    server.on(forwardMessage, ({ body }) => ({
      messages: body.contactIds.map((contactId) => makeMessage(90 + contactId, { contactId })),
      refused: []
    }))
    await (await menuOf(/Mensagem 1/)).getByRole('menuitem', { name: 'Encaminhar' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Encaminhar mensagem' })
    const field = dialog.getByRole('combobox', { name: 'Para quem?' })
    await expect.element(field).toHaveFocus()
    await screen.getByRole('option', { name: /João/ }).click()
    await field.fill('Rita')
    await screen.getByRole('option', { name: /Rita Lima/ }).click()
    await dialog.getByRole('button', { name: 'Encaminhar' }).click()
    await expect.element(screen.getByText('Mensagem encaminhada para 2 pessoas.')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    const [sent] = server.callsOf(forwardMessage)
    expect(sent?.params).toEqual({ messageId: makeMessage(1).id })
    expect(sent?.body).toMatchObject({ contactIds: [2, 31] })
  })

  test('says who got nothing and why, and asks whom it is for', async () => {
    const { screen, server, menuOf } = await openMaria({ messages: [makeMessage(1)] })
    server.on(forwardMessage, ({ body }) => ({
      messages: [],
      refused: body.contactIds.map((contactId) => ({ contactId, name: 'João', code: 'ERR_OTHER_OPEN_TICKET' }))
    }))
    await (await menuOf(/Mensagem 1/)).getByRole('menuitem', { name: 'Encaminhar' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Encaminhar mensagem' })
    await dialog.getByRole('button', { name: 'Encaminhar' }).click()
    await expect.element(dialog.getByRole('combobox', { name: 'Para quem?' })).toHaveAttribute('aria-invalid', 'true')
    expect(server.callsOf(forwardMessage)).toEqual([])
    await dialog.getByRole('combobox', { name: 'Para quem?' }).click()
    await screen.getByRole('option', { name: /João/ }).click()
    await dialog.getByRole('button', { name: 'Encaminhar' }).click()
    await expect.element(screen.getByRole('alert').filter({ hasText: /^João: / })).toBeVisible()
  })

  test('is offered for texts and files alone; one that was passed on says so', async () => {
    const { bubble, menuOf } = await openMaria({
      messages: [makeMessage(1, { isForwarded: true }), makeMessage(2, { mediaType: 'unknown', body: '' })]
    })
    await expect.element(bubble(/Mensagem 1/).getByText('Encaminhada')).toBeVisible()
    const menu = await menuOf(/não é exibido/)
    await expect.element(menu.getByRole('menuitem', { name: 'Responder' })).toBeVisible()
    await expect.element(menu.getByRole('menuitem', { name: 'Encaminhar' })).not.toBeInTheDocument()
  })
})

describe('a change that WhatsApp refuses', () => {
  const fresh = { createdAt: new Date().toISOString() }

  test('after a while: the message is back, a line under it says why, and whoever asked for it hears of it', async () => {
    const { screen, server, bubble, menuOf, inbox } = await openMaria({ messages: [own(1, fresh)] })
    await (await menuOf(/Mensagem 1/)).getByRole('menuitem', { name: 'Excluir' }).click()
    await screen.getByRole('button', { name: 'Excluir' }).click()
    await expect.element(bubble(/Mensagem apagada/)).toBeVisible()
    const refusedChange = { change: 'delete', code: 'ERR_DELETE_WAPP_MSG', userId: inbox.user.id } as const
    const message = own(1, { ...fresh, refusedChange })
    server.line.emit(messageEvent, companyId, { action: 'update', message, ticket: maria, contact: maria.contact }, 900)
    await expect.element(bubble(/Mensagem 1/)).toBeVisible()
    await expect.element(screen.getByText('o cliente ainda a vê', { exact: false })).toBeVisible()
    await expect.element(screen.getByRole('alert').filter({ hasText: /apagar a mensagem no WhatsApp/ })).toBeVisible()
  })

  test('of somebody else makes no toast', async () => {
    const refusedChange = { change: 'edit', code: 'ERR_FETCH_WAPP_MSG', userId: 999 } as const
    const { screen, server } = await openMaria({ messages: [own(1, fresh)] })
    const message = own(1, { ...fresh, refusedChange })
    server.line.emit(messageEvent, companyId, { action: 'update', message, ticket: maria, contact: maria.contact }, 900)
    await expect.element(screen.getByText('não aceitou a edição', { exact: false })).toBeVisible()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  })

  test('a message that is too old for WhatsApp is offered no deletion', async () => {
    const createdAt = new Date(Date.now() - 61 * 3_600_000).toISOString()
    const { menuOf } = await openMaria({ messages: [own(1, { createdAt })] })
    const menu = await menuOf(/Mensagem 1/)
    await expect.element(menu.getByRole('menuitem', { name: 'Responder' })).toBeVisible()
    await expect.element(menu.getByRole('menuitem', { name: 'Excluir' })).not.toBeInTheDocument()
  })
})

describe('a deleted message', () => {
  const gone = makeMessage(1, { isDeleted: true, body: '' })

  test('is opened by an admin, who sees what it said and who has looked', async () => {
    const { screen, server } = await openMaria({ messages: [gone] })
    const views = [{ userName: 'Ana Souza', createdAt: new Date().toISOString() }]
    const nothing = { mediaUrl: null, mediaName: null, mediaMime: null }
    server.on(showDeletedContent, () => ({ body: 'O que foi dito', mediaType: 'chat' as const, ...nothing, views }))
    await screen.getByRole('button', { name: 'Ver o que dizia' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Mensagem apagada' })
    await expect.element(dialog.getByText('O que foi dito')).toBeVisible()
    await expect.element(dialog.getByText(/Ana Souza/)).toBeVisible()
  })

  test('is nothing to be opened for an attendant', async () => {
    const { screen, bubble } = await openMaria({ messages: [gone], user: makeSessionUser({ profile: 'user' }) })
    await expect.element(bubble(/Mensagem apagada/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Ver o que dizia' })).not.toBeInTheDocument()
  })
})

test('an answer that was being written lets go of the message it quotes when that is deleted', async () => {
  const { screen, server, menuOf, field } = await openMaria({ messages: [makeMessage(1)] })
  await (await menuOf(/Mensagem 1/)).getByRole('menuitem', { name: 'Responder' }).click()
  await field.fill('Minha resposta')
  const quoted = screen.getByRole('button', { name: 'Não responder a esta mensagem' })
  await expect.element(quoted).toBeVisible()
  const message = makeMessage(1, { isDeleted: true, body: '' })
  server.line.emit(messageEvent, companyId, { action: 'update', message, ticket: maria, contact: maria.contact }, 900)
  await expect.element(quoted).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Minha resposta')
})
