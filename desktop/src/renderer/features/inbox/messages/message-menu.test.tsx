// What can be done with a message: react, answer, edit, delete; and what the server refuses.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { deleteMessage, editMessage, reactToMessage } from '@guiche/shared/features/inbox/messages.ts'
import { makeMessage } from '#test/inbox-factories.ts'
import { openMaria, own } from '#test/open-conversation.ts'

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

  test('offers customers’ messages no deletion, and opens with the right button too', async () => {
    const { screen, bubble } = await openMaria({ messages: [makeMessage(1)] })
    await bubble(/Mensagem 1/)
      .getByText(/Mensagem 1/)
      .click({ button: 'right' })
    await expect.element(screen.getByRole('menuitem', { name: 'Copiar texto' })).toBeVisible()
    await expect.element(screen.getByRole('menuitem', { name: 'Excluir' })).not.toBeInTheDocument()
  })
})
