// What a person said of hearing of campaigns, beside the conversation.
import { expect, test } from 'vitest'
import { consentEvent, listConsents, recordConsent, type Consent } from '@guiche/shared/features/inbox/consents.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyId, makeContact } from '#test/factories.ts'
import { briefOf, makeTicket, uuidOf } from '#test/inbox-factories.ts'
import { startInboxServer } from '#test/inbox-server.ts'
import { renderConsole } from '#test/render-console.tsx'

const maria = makeContact({ id: 1, name: 'Maria', number: '5511912345678' })
const ticket = makeTicket({ id: 1, contactId: 1, contact: briefOf(maria) })

function said(part: Partial<Consent>): Consent {
  const createdAt = '2026-03-12T12:00:00.000Z'
  return { id: 1, contactId: 1, state: 'given', source: 'campaign', detail: 'Natal', byName: null, createdAt, ...part }
}

async function open(records: Consent[]) {
  const { server } = startInboxServer({ contacts: [maria], tickets: [ticket] })
  server.on(listConsents, () => ({ records }))
  const { screen } = await renderConsole(`/tickets/${uuidOf(1)}`)
  await screen.getByTitle('Dados do contato').click()
  const drawer = screen.getByRole('complementary', { name: 'Dados do contato' })
  return { server, screen, drawer, enter: drawer.getByRole('button', { name: 'Registrar o que a pessoa disse' }) }
}

test('the newest word stands beside the conversation, and what is heard of while it is open too', async () => {
  const { server, drawer } = await open([said({ id: 2 })])
  await expect.element(drawer.getByText('Aceita receber')).toBeVisible()
  await expect.element(drawer.getByText('Respondeu sim à campanha “Natal”')).toBeVisible()
  const record = said({ id: 3, state: 'withdrawn', source: 'word', detail: 'sair' })
  server.line.emit(consentEvent, companyId, { action: 'create', record: { ...record, contactId: 2 } }, 300)
  server.line.emit(consentEvent, companyId, { action: 'create', record }, 301)
  await expect.element(drawer.getByText('Não quer receber')).toBeVisible()
  await expect.element(drawer.getByText('Escreveu “sair”')).toBeVisible()
})

test('what the person said is entered with how they said it, over all that was said before', async () => {
  const { server, screen, drawer, enter } = await open([said({ id: 2 })])
  server.on(recordConsent, ({ body }) =>
    said({ id: 4, state: body.state, source: 'team', detail: body.detail, byName: 'Ana' })
  )
  await enter.click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('radio', { name: /não quer receber/ })).toBeChecked()
  await expect.element(dialog.getByText('Respondeu sim à campanha “Natal”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Registrar', exact: true }).click()
  const how = dialog.getByRole('textbox', { name: 'Como ela disse' })
  await expect.element(how).toHaveAttribute('aria-invalid', 'true')
  await how.fill('Por telefone')
  await dialog.getByRole('button', { name: 'Registrar', exact: true }).click()
  await expect.element(drawer.getByText('Registrado por Ana: Por telefone')).toBeVisible()
  expect(server.callsOf(recordConsent)[0]?.body).toEqual({ state: 'withdrawn', detail: 'Por telefone' })
})

test('where nothing was said it says so, and why a consent is refused', async () => {
  const { server, screen, drawer, enter } = await open([])
  await expect.element(drawer.getByText('Nenhum registro.')).toBeVisible()
  server.on(recordConsent, () => {
    throw new AppError('ERR_OPTED_OUT')
  })
  await enter.click()
  await screen.getByRole('textbox', { name: 'Como ela disse' }).fill('No balcão')
  await screen.getByRole('dialog').getByRole('button', { name: 'Registrar', exact: true }).click()
  await expect.element(screen.getByText(/Só um administrador pode registrar/)).toBeVisible()
})
