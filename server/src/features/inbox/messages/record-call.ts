// Calls of customers leave an entry in their conversation.
import type { Ctx } from '#platform/ctx.ts'
import type { ConnectionRef, InboundCall, InboundMessage } from '#platform/whatsapp-port.ts'
import { receiveMessages } from './receive-message.ts'

/** An ended call is stored once, as a message of kind call_log; an offered one is only announced by WhatsApp itself. */
export const recordCall = async (ctx: Ctx, ref: ConnectionRef, call: InboundCall): Promise<void> => {
  if (call.state === 'offered') return
  const message: InboundMessage = {
    type: 'message',
    journalId: null,
    waId: `call-${call.callId}`,
    chat: call.from,
    sender: null,
    pushName: null,
    fromMe: false,
    sentAt: call.at,
    offline: false,
    content: { kind: 'call', body: call.isVideo ? 'video' : 'audio' },
    quotedWaId: null,
    viewOnce: false,
    forwarded: false
  }
  await receiveMessages(ctx, ref, [message])
}
