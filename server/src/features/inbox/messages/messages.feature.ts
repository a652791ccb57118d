// Messages, plugged in.
import type { Feature } from '#platform/feature.ts'
import { sweepReadings } from '#platform/readers/mark-reading.ts'
import { beforeConnectionDelete } from '#features/inbox/connections/connections.events.ts'
import { beforeContactDelete } from '#features/inbox/contacts/contacts.events.ts'
import { beforeTicketDelete, beforeTicketsJoin, ticketTakenBack } from '#features/inbox/tickets/tickets.events.ts'
import { expiryCounted, recordsExpire } from '#features/org/retention/retention.events.ts'
import { filesInUse } from '#features/inbox/erasure/erasure.events.ts'
import { releaseConnection } from './send/deliver-messages.ts'
import { addFilesOfTicket, eraseMessages } from './history/erase-messages.ts'
import { countExpiredMessages, expireMessages } from './history/expire-messages.ts'
import { workOnMedia } from './media/fetch-media.ts'
import { joinHistories } from './history/join-histories.ts'
import { unreadAgain } from './send/mark-read.ts'
import { outboxFilled } from './messages.events.ts'
import { messagesRealtime } from './messages.realtime.ts'
import { markUsedMessageFiles } from './media/message-files.ts'
import { sweepSentChanges } from './send/outbound-tasks.ts'
import { messageRoutes } from './messages.routes.ts'

export const messagesFeature: Feature = {
  name: 'messages',
  routes: messageRoutes,
  realtime: messagesRealtime,
  listeners: (bus) => {
    filesInUse.add(markUsedMessageFiles)
    recordsExpire.add(expireMessages)
    expiryCounted.add(countExpiredMessages)
    beforeContactDelete.add(eraseMessages)
    beforeTicketDelete.add(addFilesOfTicket)
    bus.on(outboxFilled, (ctx, ref) => ctx.whatsapp.wakeOutbox(ref))
    beforeConnectionDelete.add(releaseConnection)
    beforeTicketsJoin.add(joinHistories)
    ticketTakenBack.add(unreadAgain)
  },
  jobs: (jobs) => {
    workOnMedia(jobs)
    jobs.schedule('forget sent changes', '43 4 * * *', sweepSentChanges)
    jobs.schedule('forget read files', '47 4 * * *', sweepReadings)
  }
}
