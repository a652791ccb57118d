// Pairing by a code that is typed on the phone, as an administrator without a camera does it.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  connectionSessionEvent,
  listConnections,
  renewSession,
  requestPairingCode,
  type Connection,
  type ConnectionPairing
} from '@guiche/shared/features/inbox/connections.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeConnection } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const number = '5511987654321'
const code = 'AB12CD34'
const inTwoMinutes = () => new Date(Date.now() + 120_000).toISOString()
function pairing(part: Partial<ConnectionPairing> = {}): ConnectionPairing {
  return {
    number,
    code: '',
    expiresAt: null,
    problem: null,
    ...part
  }
}
const waiting = makeConnection({ status: 'qrcode', qrcode: 'first', retries: 1, number: null })

async function open(connection: Connection = waiting) {
  const server = startServer()
  server.on(listConnections, () => [connection])
  server.on(requestPairingCode, () => ({ message: 'ok' }))
  server.on(renewSession, () => ({ message: 'ok' }))
  const { screen } = await renderConsole('/connections')
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await screen.getByRole('button', { name: 'QR CODE' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Conectar Loja centro' })
  await expect.element(dialog).toBeVisible()
  const button = (name: string) => dialog.getByRole('button', { name })
  const field = dialog.getByRole('textbox', { name: 'Número de WhatsApp' })
  const live = (part: Partial<Connection>) =>
    server.line.emit(connectionSessionEvent, companyId, { action: 'update', session: { ...connection, ...part } })
  const askFor = async (typed: string) => {
    await button('Conectar com número de telefone').click()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard(`${typed}{Enter}`)
  }
  return { server, screen, dialog, button, field, live, askFor }
}

test('a code comes for the number that was typed, is shown with its time and closes the dialog when it was used', async () => {
  const { server, screen, dialog, button, live, askFor } = await open()
  await askFor('(11) 98765-4321')
  await expect.element(dialog.getByText('Pedindo o código ao WhatsApp…')).toBeVisible()
  expect(server.callsOf(requestPairingCode)).toMatchObject([{ params: { id: 1 }, body: { number } }])
  live({ qrcode: '', pairing: pairing() })
  live({ qrcode: '', pairing: pairing({ code, expiresAt: inTwoMinutes() }) })
  await expect
    .element(dialog.getByRole('status', { name: 'Código para +55 (11) 98765-4321' }))
    .toHaveTextContent('AB12-CD34')
  await expect.element(dialog.getByText(/^Vale por mais (2:00|1:5\d)$/)).toBeVisible()
  await expect.element(dialog.getByText('Abra o WhatsApp no celular +55 (11) 98765-4321')).toBeVisible()
  await expect.element(button('Copiar código')).toBeEnabled()
  live({ status: 'PAIRING', qrcode: '', pairing: null })
  await expect.element(dialog.getByText('Celular reconhecido. Concluindo…')).toBeVisible()
  live({ status: 'CONNECTED', qrcode: '', pairing: null, number })
  await expect.element(dialog.getByText('Conectado!')).toBeVisible()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
})

test('a code that was asked for before the console was opened is there again', async () => {
  const shown = pairing({ code, expiresAt: inTwoMinutes() })
  const { dialog, server, button } = await open({ ...waiting, qrcode: '', pairing: shown })
  await expect.element(dialog.getByText('AB12-CD34')).toBeVisible()
  await button('Novo código').click()
  await expect.poll(() => server.callsOf(requestPairingCode).length).toBe(1)
  await expect.element(dialog.getByText('Pedindo o código ao WhatsApp…')).toBeVisible()
})

test('back to the QR code ends a code that waits, and gives up a number that is being typed without a call', async () => {
  const { dialog, server, button, field, live, askFor } = await open()
  await button('Conectar com número de telefone').click()
  await expect.element(field).toBeVisible()
  await button('Voltar ao QR code').click()
  await expect.element(dialog.getByText('Abra o WhatsApp no celular')).toBeVisible()
  expect(server.callsOf(renewSession)).toHaveLength(0)
  await askFor(number)
  live({ qrcode: '', pairing: pairing({ code, expiresAt: inTwoMinutes() }) })
  await expect.element(dialog.getByText('AB12-CD34')).toBeVisible()
  await button('Voltar ao QR code').click()
  await expect.poll(() => server.callsOf(renewSession).length).toBe(1)
  live({ status: 'OPENING', qrcode: '', pairing: null })
  live({ qrcode: 'second' })
  await expect.element(dialog.getByRole('img', { name: 'QR code para conectar Loja centro' })).toBeVisible()
})

const problems: [NonNullable<ConnectionPairing['problem']>, string, RegExp][] = [
  ['expired', 'O código venceu', /Ninguém o digitou a tempo/],
  ['lost', 'O código se perdeu', /A conexão com o WhatsApp caiu/],
  ['rate-limited', 'O WhatsApp pede uma pausa', /Foram pedidos códigos demais/],
  ['refused', 'O WhatsApp não deu um código', /Confira se \+55\s\(11\)\s98765-4321 é mesmo/],
  ['no-answer', 'O WhatsApp não respondeu', /Tente de novo daqui a pouco/]
]

test.each(problems)('a code that is %s says so, and the QR code is one click away', async (problem, title, text) => {
  const { dialog, server, button, live, askFor } = await open()
  await askFor(number)
  live({ qrcode: '', pairing: pairing() })
  live({ qrcode: 'second', retries: 1, pairing: pairing({ problem }) })
  await expect.element(dialog.getByText(title)).toBeVisible()
  await expect.element(dialog.getByText(text)).toBeVisible()
  await button('Voltar ao QR code').click()
  await expect.element(dialog.getByRole('img', { name: 'QR code para conectar Loja centro' })).toBeVisible()
  // It is there already: nothing has to start anew.
  expect(server.callsOf(renewSession)).toHaveLength(0)
  live({ qrcode: 'third', retries: 2, pairing: pairing({ problem }) })
  await expect.element(dialog.getByText(/QR code 2/)).toBeVisible()
  await askFor('{Control>}a{/Control}11912345678')
  await expect.element(dialog.getByText('Pedindo o código ao WhatsApp…')).toBeVisible()
  expect(server.callsOf(requestPairingCode).at(-1)?.body).toEqual({ number: '5511912345678' })
})

test('a number that is none, and a session that waits for no phone, are said beside the field', async () => {
  const { dialog, server, button, field, askFor } = await open()
  server.on(requestPairingCode, () => {
    throw new AppError('ERR_WAPP_NOT_PAIRING')
  })
  await askFor('123')
  await expect.element(field).toHaveAccessibleDescription(/Este não é um número de WhatsApp válido\./)
  expect(server.callsOf(requestPairingCode)).toHaveLength(0)
  await field.fill('11 98765-4321')
  await button('Gerar código').click()
  await expect.element(field).toHaveAccessibleDescription(/Esta conexão não está esperando um celular agora\./)
  await expect.element(field).toHaveFocus()
  await expect.element(dialog.getByText('Pedindo o código')).not.toBeInTheDocument()
})
