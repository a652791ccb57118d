// Joins WhatsApp's sessions to the features: what a session reports becomes a use case.
import { connectionsTouched } from '#features/inbox/connections/connections.service.ts'
import { recordStatus } from '#features/inbox/connections/record-status.ts'
import { nameGroups } from '#features/inbox/contacts/identity/group-names.ts'
import { noteParty } from '#features/inbox/contacts/identity/resolve-contacts.ts'
import { refreshAvatar } from '#features/inbox/contacts/identity/avatars.ts'
import { storeHistory, resumeImport, wantsHistory } from '#features/inbox/history-imports/history-imports.service.ts'
import { createOutboxWorker } from '#features/inbox/messages/send/deliver-messages.ts'
import { sentTask } from '#features/inbox/messages/send/outbound-tasks.ts'
import { createInboundQueues } from '#features/inbox/messages/receive/inbound-queues.ts'
import { receiveTogether } from '#features/inbox/messages/receive/receive-message.ts'
import { recordCall } from '#features/inbox/messages/receive/record-call.ts'
import { recordReceipts, recordSendFailure } from '#features/inbox/messages/send/record-receipts.ts'
import { announceTyping } from '#features/inbox/messages/send/show-typing.ts'
import { makeOutboxDue } from '#features/inbox/messages/send/deliver-messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { LocalWorker } from '#platform/work/local-worker.ts'
import type { ConnectionRef, InboundMessage, WhatsAppEvents } from '#platform/whatsapp-port.ts'

export interface WiredWhatsApp {
  events: WhatsAppEvents
  outbox: LocalWorker<ConnectionRef>
}

const isHistory = (message: InboundMessage) => message.type === 'history'

/** The handlers of this node's sessions. */
export function wireWhatsApp(ctx: Ctx): WiredWhatsApp {
  const outbox = createOutboxWorker(ctx)
  const inbound = createInboundQueues((companyId, deliveries) => receiveTogether(ctx, companyId, deliveries))
  return {
    outbox,
    events: {
      status: (ref, report) => recordStatus(ctx, ref, report),
      wantsHistory: (ref, device) => wantsHistory(ctx, ref, device),
      inbound: async (ref, batch) => {
        const [history, others] = [batch.filter(isHistory), batch.filter((message) => !isHistory(message))]
        if (history.length > 0) await storeHistory(ctx, ref, history)
        if (others.length > 0) await inbound.store(ref, others)
      },
      failuresChanged: (ref) =>
        inTransaction(ctx, async (tx) => void (await connectionsTouched(tx, ref.companyId, [ref.connectionId]))),
      receipts: (ref, batch) => recordReceipts(ctx, ref, batch),
      sendFailed: (ref, waId, reason) => recordSendFailure(ctx, ref, waId, reason),
      call: (ref, call) => recordCall(ctx, ref, call),
      presence: (ref, from, state) => announceTyping(ctx, ref, from, state),
      party: (ref, party, name) => inTransaction(ctx, (tx) => noteParty(tx, ref.companyId, party, name)),
      snapshotChanged: (ref, address) => refreshAvatar(ctx, ref, address),
      opened: async (ref) => {
        await makeOutboxDue(ctx, ref)
        void outbox.wake(ref)
        void resumeImport(ctx, ref).catch((error: unknown) =>
          ctx.log.warn({ err: error }, 'an import does not go on yet')
        )
        void nameGroups(ctx, ref).catch((error: unknown) => ctx.log.warn({ err: error }, 'groups were not named'))
      },
      outboxFilled: (ref) => void outbox.wake(ref),
      sentTask: (ref, waId) => sentTask(ctx, ref, waId)
    }
  }
}
