// Calls of customers leave an entry in their conversation; a company that takes none hangs up.
import { settingOf } from '#features/org/settings/settings.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { ConnectionRef, InboundCall, InboundMessage } from '#platform/whatsapp-port.ts'
import { receiveMessages } from './receive-message.ts'

/** A call is stored once, as a message of kind call_log: when it has ended, or when it is refused. */
export async function recordCall(ctx: Ctx, ref: ConnectionRef, call: InboundCall): Promise<void> {
  if (call.state === 'offered') {
    if ((await settingOf(ctx, ref.companyId, 'call')) !== 'disabled') return
    ctx.whatsapp.rejectCall(ref, call)
  }
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
