// Conversations when everything is asked for again: what is shown stays, and nothing that is late comes back.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { historyImportedEvent } from '@guiche/shared/features/inbox/connections.ts'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { reloadEverything } from '#platform/net/realtime.ts'
import { companyId } from '#test/factories.ts'
import { makeMessage } from '#test/inbox-factories.ts'
import { history, joao, maria, openMaria } from '#test/open-conversation.ts'

test('the open one stays and goes on also after another was looked at over it', async () => {
  const { server, inbox, screen, bubble, addMessage } = await openMaria({ messages: history(5) })
  await expect.element(bubble(/^Mensagem 5/)).toBeVisible()
  const row = screen.getByRole('link', { name: /João/ })
  await row.hover()
  await screen.getByRole('button', { name: 'Ver a conversa com João' }).click()
  const dialog = screen.getByRole('dialog', { name: /João/ })
  await expect.element(dialog.getByText('Nenhuma mensagem ainda')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fechar' }).first().click()
  await expect.element(dialog).not.toBeInTheDocument()
  // Imported ones may lie between those that are here.
  inbox.messages = [
    ...inbox.messages,
    makeMessage(30, { createdAt: inbox.messages[2]?.createdAt ?? '', body: 'Importada' })
  ]
  server.line.emit(historyImportedEvent, companyId, { action: 'update', whatsappId: 1 }, 90)
  await expect.element(bubble(/^Importada/)).toBeVisible()
  addMessage(1, { body: 'Chegou depois' })
  await expect.element(bubble(/^Chegou depois/)).toBeVisible()
  await expect.element(bubble(/^Mensagem 5/)).toBeVisible()
})

test('one that was on its way beforehand is asked for again when it is opened', async () => {
  await userEvent.hover(document.body)
  const { server, inbox, screen, bubble, addMessage } = await openMaria({ messages: history(2) })
  await expect.element(bubble(/^Mensagem 2/)).toBeVisible()
  const late = Promise.withResolvers<void>()
  const asked = () =>
    server.callsOf(listMessages).filter(({ params }) => (params as { ticketId: number }).ticketId === 2)
  server.on(listMessages, async ({ params }) => {
    const messages = inbox.messages.filter(({ ticketId }) => ticketId === params.ticketId)
    if (asked().length === 1) await late.promise
    return { messages, count: messages.length, ticket: params.ticketId === 2 ? joao : maria, hasMore: false }
  })
  await screen.getByRole('link', { name: /João/ }).hover()
  await expect.poll(() => asked().length).toBe(1)
  reloadEverything()
  addMessage(2, { body: 'Enquanto isso' })
  await expect.element(screen.getByRole('link', { name: /Enquanto isso/ })).toBeVisible()
  late.resolve()
  await screen.getByRole('link', { name: /João/ }).click()
  await expect.element(bubble(/^Enquanto isso/)).toBeVisible()
})
