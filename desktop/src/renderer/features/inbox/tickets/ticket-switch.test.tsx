// What lies over a conversation when another is opened under it, as a notification or the way back does.
import { expect, test } from 'vitest'
import { deleteTicket, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { uuidOf } from '#test/inbox-factories.ts'
import { openMaria } from '#test/open-conversation.ts'

const openJoao = async ({ router, screen }: Awaited<ReturnType<typeof openMaria>>) => {
  await router.navigate(`/tickets/${uuidOf(2)}`)
  await expect.element(screen.getByLabelText('Mensagem para João')).toBeInTheDocument()
}

test('the dialogs and the menu of a ticket do not stay for the next one', async () => {
  const opened = await openMaria()
  const { screen, router, server } = opened
  const dialog = screen.getByRole('dialog')
  const menu = screen.getByRole('menu')
  const more = screen.getByRole('button', { name: 'Mais ações' })

  await screen.getByRole('button', { name: 'Transferir' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Transferir atendimento' })).toBeVisible()
  await openJoao(opened)
  await expect.element(dialog).not.toBeInTheDocument()

  await router.navigate(`/tickets/${uuidOf(1)}`)
  await more.click()
  await expect.element(menu).toBeVisible()
  await openJoao(opened)
  await expect.element(menu).not.toBeInTheDocument()

  await router.navigate(`/tickets/${uuidOf(1)}`)
  await more.click()
  await screen.getByRole('menuitem', { name: 'Excluir atendimento' }).click()
  await expect.element(screen.getByText('Excluir o atendimento #1 de Maria?')).toBeVisible()
  await openJoao(opened)
  await expect.element(dialog).not.toBeInTheDocument()
  expect([...server.callsOf(updateTicket), ...server.callsOf(deleteTicket)]).toEqual([])
})

test('the tags of a ticket are closed when the next one is opened', async () => {
  const opened = await openMaria()
  const tags = opened.screen.getByRole('dialog', { name: 'Editar tags' })
  await opened.screen.getByRole('button', { name: 'Editar tags' }).click()
  await expect.element(tags).toBeVisible()
  await openJoao(opened)
  await expect.element(tags).not.toBeInTheDocument()
})
