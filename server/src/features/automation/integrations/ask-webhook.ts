// Posts what a customer wrote to n8n or to a system of the company, signed; an answer in JSON goes back to the customer.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { webhookHeaders } from '@guiche/shared/features/automation/webhooks.ts'
import type { Ctx } from '#platform/ctx.ts'
import { openText } from '#platform/secrets/sealed-text.ts'
import type { Asking, Reply } from '#features/automation/auto-responders/reply.ts'
import { accepted, callFlow, jsonIn } from './call-flow.ts'
import type { IntegrationRow } from './integrations.repo.ts'

const someText = z.string().max(4_096)

/** What may be answered; everything is optional, and anything else is no answer. */
const webhookAnswer = z.looseObject({
  message: someText.optional(),
  text: someText.optional(),
  reply: someText.optional(),
  messages: z.array(someText).max(20).optional(),
  stopBot: z.boolean().optional(),
  queueId: z.number().int().positive().optional(),
  userId: z.number().int().positive().optional()
})
type WebhookAnswer = z.infer<typeof webhookAnswer>

/** n8n answers with a list when a flow's last node has one. */
function answerIn(text: string): WebhookAnswer {
  const given = jsonIn(text)
  const first: unknown = Array.isArray(given) ? given[0] : given
  return webhookAnswer.safeParse(first).data ?? {}
}

const saysOf = ({ message, text, reply: answer, messages = [] }: WebhookAnswer): string[] =>
  [message ?? text ?? answer ?? '', ...messages].filter((word) => word.trim() !== '')

/** One call; with a secret it is signed like a webhook's: `v1=` and HMAC-SHA256 of `<timestamp>.<body>`, in hex. */
export async function postSigned(
  ctx: Ctx,
  row: Pick<IntegrationRow, 'companyId' | 'urlN8N' | 'secret'>,
  { id, event, body }: { id: string; event: string; body: string }
): Promise<string> {
  const timestamp = String(Math.floor(ctx.now().getTime() / 1_000))
  const secret = openText(ctx, row.secret)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const headers = {
    [webhookHeaders.delivery]: id,
    [webhookHeaders.event]: event,
    [webhookHeaders.timestamp]: timestamp,
    ...(secret === '' ? {} : { [webhookHeaders.signature]: `v1=${signature}` })
  }
  return accepted(await callFlow(ctx, { companyId: row.companyId, url: row.urlN8N, headers, body }))
}

/** A message is posted by itself, under its id: one that comes twice is known by it. Errors: AutoResponderError. */
export async function askWebhook(ctx: Ctx, row: IntegrationRow, { ticket, messages }: Asking): Promise<Reply> {
  const { id: ticketId, uuid, queueId, whatsappId, contact } = ticket
  const place = {
    ticket: { id: ticketId, uuid, queueId, whatsappId },
    contact: { id: contact.id, name: contact.name, number: contact.number }
  }
  const says: string[] = []
  let leave: Pick<WebhookAnswer, 'queueId' | 'userId'> | null = null
  for (const { id, body, mediaType, sentAt } of messages) {
    const message = { id, body, mediaType, sentAt: sentAt.toISOString(), fromMe: false }
    const json = JSON.stringify({ event: 'message', message, ...place })
    const answer = answerIn(await postSigned(ctx, row, { id, event: 'message', body: json }))
    says.push(...saysOf(answer))
    if (answer.stopBot === true || answer.queueId !== undefined || answer.userId !== undefined) leave = answer
  }
  const people = { kind: 'people', why: 'asked', detail: '' } as const
  return {
    says: says.map((text) => ({ text })),
    delay: 0,
    session: null,
    ending: leave && { ...people, queueId: leave.queueId ?? null, userId: leave.userId ?? null }
  }
}
