// The page of the external API: its forms call as another program would.
import { expect, test } from 'vitest'
import { sendExternally } from '@guiche/shared/features/automation/external-api.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { useSession } from '#platform/session/session.ts'
import { openApiDocument } from './openapi.ts'
import { makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const sent = {
  mensagem: 'Mensagem enviada',
  messages: [
    {
      id: '01890000-0000-7000-8000-000000000000',
      ticketId: 7,
      state: 'waiting' as const,
      reason: null,
      createdAt: '2026-11-21T12:00:00.000Z'
    }
  ]
}

const words = { type: 'string' }
const jsonOf = (schema: object) => ({ content: { 'application/json': { schema } } })
/** As the server writes it. */
const document = {
  openapi: '3.1.0',
  paths: {
    '/api/messages/send': {
      post: {
        requestBody: jsonOf({
          type: 'object',
          properties: {
            number: { anyOf: [{ type: 'string', maxLength: 40 }, { type: 'integer' }] },
            closeTicket: { anyOf: [{ type: 'boolean' }, { type: 'null' }] }
          },
          required: ['number']
        }),
        responses: {
          '200': jsonOf({
            type: 'object',
            properties: {
              messages: {
                type: 'array',
                items: { type: 'object', properties: { id: { ...words, format: 'uuid' } }, required: ['id'] }
              }
            }
          })
        }
      }
    },
    '/api/messages/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { ...words, format: 'uuid' } }],
        responses: { '200': jsonOf({ type: 'object', properties: { state: { ...words, enum: ['waiting', 'sent'] } } }) }
      }
    },
    '/api/events': {
      get: { responses: { '200': jsonOf({ type: 'object', properties: { seq: { type: 'number' } } }) } }
    }
  }
}

async function open() {
  const server = startServer(makeSessionUser({ profile: 'user' }))
  server.on(sendExternally, () => sent)
  server.on(openApiDocument, () => document)
  const { screen } = await renderConsole('/messages-api')
  const form = (name: string) => screen.getByRole('form', { name })
  return { server, screen, form }
}

test('a text goes out with the token that is typed, and the answer is shown', async () => {
  const { server, screen, form } = await open()
  const text = form('Testar um texto')
  await text.getByRole('button', { name: 'Enviar' }).click()
  await expect
    .element(text.getByRole('textbox', { name: 'Token da conexão' }))
    .toHaveAccessibleDescription(/Obrigatório/)
  expect(server.callsOf(sendExternally)).toHaveLength(0)
  await text.getByRole('textbox', { name: 'Token da conexão' }).fill('token-da-loja')
  await text.getByRole('textbox', { name: 'Número' }).fill('+55 (11) 98765-4321')
  await text.getByRole('textbox', { name: 'Mensagem' }).fill('Seu pedido saiu!')
  await text.getByRole('button', { name: 'Enviar' }).click()
  await expect.element(screen.getByText('Mensagem enviada com sucesso')).toBeVisible()
  expect(server.callsOf(sendExternally)[0]).toMatchObject({
    token: 'token-da-loja',
    withCredentials: false,
    body: { number: '5511987654321', body: 'Seu pedido saiu!' }
  })
  await expect.element(text.getByLabelText('Resposta')).toMatchTextContent(/"state": "waiting"/)
})

test('a file goes out as a form; a token that nobody has is said, and nobody is signed out', async () => {
  const { server, screen, form } = await open()
  const file = form('Testar um arquivo')
  await file.getByRole('textbox', { name: 'Token da conexão' }).fill('errado')
  await file.getByRole('textbox', { name: 'Número' }).fill('5511987654321')
  const input = file.element().querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no file input')
  const chosen = new DataTransfer()
  chosen.items.add(new File(['%PDF'], 'boleto.pdf', { type: 'application/pdf' }))
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  server.on(sendExternally, () => {
    throw new AppError('ERR_CONNECTION_TOKEN_INVALID')
  })
  await file.getByRole('button', { name: 'Enviar' }).click()
  await expect.element(screen.getByText('Acesso não permitido.')).toBeVisible()
  expect(useSession.getState().phase).toBe('in')
  const call = server.callsOf(sendExternally)[0]
  expect(call?.form?.get('number')).toBe('5511987654321')
  expect(call?.form?.get('medias')).toMatchObject({ name: 'boleto.pdf' })
})

test('the documentation shows calls to this server', async () => {
  const { screen } = await open()
  const example = screen.getByLabelText('Enviar um texto')
  await expect.element(example).toMatchTextContent(new RegExp(`curl ${window.location.origin}/api/messages/send`))
  await expect.element(screen.getByText(/até 300 envios por minuto/)).toBeVisible()
})

test('fields and answers are those of the OpenAPI document of the server', async () => {
  const { server, screen } = await open()
  const reference = screen.getByRole('region', { name: 'Referência' })
  await expect.element(reference.getByRole('row', { name: 'number obrigatório string (≤ 40) | integer' })).toBeVisible()
  await expect.element(reference.getByRole('row', { name: 'closeTicket boolean' })).toBeVisible()
  await expect.element(reference.getByRole('row', { name: 'messages[].id uuid' })).toBeVisible()
  await expect.element(reference.getByRole('row', { name: 'state "waiting" | "sent"' })).toBeVisible()
  await expect.element(reference.getByText('GET /api/events')).toBeVisible()
  expect(server.callsOf(openApiDocument)).toHaveLength(1)
  // The whole document opens in a tab that has no login: it is offered where the server shows it to everybody.
  await expect.element(reference.getByRole('link')).not.toBeInTheDocument()
})

test('the whole document is offered where it opens without a login', async () => {
  const server = startServer(makeSessionUser({ profile: 'user' }))
  server.on(openApiDocument, () => ({ ...document, info: { 'x-open': true } }))
  const { screen } = await renderConsole('/messages-api')
  const link = screen.getByRole('region', { name: 'Referência' }).getByRole('link')
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/\/docs$/))
})

test('a reference that does not come is asked for again', async () => {
  const server = startServer(makeSessionUser({ profile: 'user' }))
  server.on(openApiDocument, () => ({ paths: {} }))
  const { screen } = await renderConsole('/messages-api')
  await expect.element(screen.getByText('A referência não pôde ser lida no servidor.')).toBeVisible()
  server.on(openApiDocument, () => document)
  await screen.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(screen.getByText('POST /api/messages/send').first()).toBeVisible()
})
