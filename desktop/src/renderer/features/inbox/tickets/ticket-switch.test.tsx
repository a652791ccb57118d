// What lies over a conversation when another is opened under it, as a notification or the way back does.
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { deleteTicket, showTicketByUuid, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { signOut } from '#platform/session/session.ts'
import { makeMessage, pixel, uuidOf } from '#test/inbox-factories.ts'
import { maria, openMaria } from '#test/open-conversation.ts'
import { useAttachments } from '#features/inbox/composer/attachments.store.ts'
import { reloadTicket } from './replica/tickets.store.ts'

/** Presses a button that opens the system's file dialog; the answer is what chooses a file in it. */
async function pressForFiles(press: () => Promise<void>): Promise<(name: string) => void> {
  const asked: HTMLInputElement[] = []
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    asked.push(this)
  })
  onTestFinished(() => click.mockRestore())
  await press()
  await expect.poll(() => asked.length).toBe(1)
  return (name) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File(['bolo'], name, { type: 'text/plain' }))
    for (const input of asked) {
      input.files = chosen.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
}

async function openJoao({ router, screen }: Awaited<ReturnType<typeof openMaria>>) {
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

test('a file is for the ticket whose button was pressed, whichever is open when it is chosen', async () => {
  const opened = await openMaria()
  const { screen, router } = opened
  const tray = screen.getByRole('list', { name: 'Arquivos anexados' })
  const choose = await pressForFiles(() => screen.getByRole('button', { name: 'Anexar arquivos' }).click())
  await openJoao(opened)
  choose('para-maria.txt')
  await router.navigate(`/tickets/${uuidOf(1)}`)
  await expect.element(tray.getByText('para-maria.txt')).toBeVisible()
  await openJoao(opened)
  await expect.element(tray).not.toBeInTheDocument()
})

test('a file that is chosen while another screen is shown waits in its ticket', async () => {
  const { screen, router } = await openMaria()
  const choose = await pressForFiles(() => screen.getByRole('button', { name: 'Anexar arquivos' }).click())
  await router.navigate('/tickets')
  await expect.element(screen.getByLabelText('Mensagem para Maria')).not.toBeInTheDocument()
  choose('contrato.txt')
  await router.navigate(`/tickets/${uuidOf(1)}`)
  await expect.element(screen.getByText('contrato.txt')).toBeVisible()
})

test('a file that is chosen when the login is over is for nobody', async () => {
  const { screen } = await openMaria()
  const choose = await pressForFiles(() => screen.getByRole('button', { name: 'Anexar arquivos' }).click())
  await signOut()
  choose('contrato.txt')
  expect(useAttachments.getState().byTicket.size).toBe(0)
})

test('a picture that was open in full is not there any more when one comes back', async () => {
  const picture = { mediaType: 'image', mediaUrl: pixel, mediaState: 'ready', width: 800, height: 600 } as const
  const opened = await openMaria({ messages: [makeMessage(1, picture), makeMessage(2, { body: 'Depois' })] })
  const close = opened.screen.getByRole('button', { name: 'Fechar' })
  await opened.screen.getByRole('button', { name: /Abrir imagem/ }).click()
  await expect.element(close).toBeVisible()
  await openJoao(opened)
  await expect.element(close).not.toBeInTheDocument()
  await opened.router.navigate(`/tickets/${uuidOf(1)}`)
  await expect.element(opened.bubble('Depois')).toBeVisible()
  await expect.element(opened.screen.getByLabelText('Mensagem para Maria')).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(close).not.toBeInTheDocument()
})

test('what goes wrong with one ticket says nothing of the next', async () => {
  const { screen, router, server } = await openMaria()
  const held = new Map([8, 9].map((id) => [uuidOf(id), Promise.withResolvers<never>()]))
  server.on(showTicketByUuid, ({ params }) => held.get(params.uuid)?.promise ?? maria)
  for (const id of [8, 9]) {
    await router.navigate(`/tickets/${uuidOf(id)}`)
    await expect.poll(() => server.callsOf(showTicketByUuid).at(-1)?.params).toEqual({ uuid: uuidOf(id) })
  }
  held.get(uuidOf(8))?.reject(new AppError('ERR_NO_TICKET_FOUND'))
  // By then the refusal has come as well, and is drawn.
  await reloadTicket(1)
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  const failed = screen.getByText('Este atendimento não pôde ser aberto')
  expect(failed.elements()).toEqual([])
  held.get(uuidOf(9))?.reject(new AppError('ERR_NO_TICKET_FOUND'))
  await expect.element(failed).toBeVisible()
})
