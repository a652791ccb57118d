// The chatbot, plugged in.
import { connectionChanged, connectionRemoved } from '#features/inbox/connections/connections.events.ts'
import { fileListDeleted } from '#features/library/file-lists/file-lists.events.ts'
import { closedWritten, messagesArrived } from '#features/inbox/messages/messages.events.ts'
import { ticketMoved, ticketTakenBack } from '#features/inbox/tickets/tickets.events.ts'
import { openingHoursSaved } from '#features/org/companies/companies.events.ts'
import { queueDeleted, queueSaved } from '#features/org/queues/queues.events.ts'
import { settingSaved } from '#features/org/settings/settings.events.ts'
import type { EventBus } from '#platform/ctx.ts'
import type { Feature } from '#platform/feature.ts'
import { botJob, sendFileListJob } from './chatbot.jobs.ts'
import { chatbotRealtime } from './chatbot.realtime.ts'
import { chatbotRoutes } from './chatbot.routes.ts'
import { followMove } from './run/follow-moves.ts'
import { onArrivals } from './run/on-arrivals.ts'
import { handleClosingRemarks } from './run/handle-closing-remarks.ts'
import { flowCache, refreshFlows } from './flow/load-flow.ts'
import { runBots } from './run/run-bot.ts'
import { unsay } from './run/say.ts'
import { sendFileList } from './run/send-file-list.ts'
import { sweepTickets } from './run/sweep-tickets.ts'

/** Whatever the bots of a company are told by. */
function followConfiguration(bus: EventBus): void {
  bus.on(connectionChanged, (ctx, { companyId }) => refreshFlows(ctx, companyId))
  bus.on(connectionRemoved, (ctx, { companyId }) => refreshFlows(ctx, companyId))
  bus.on(fileListDeleted, (ctx, { companyId }) => refreshFlows(ctx, companyId))
  bus.on(queueSaved, (ctx, { queue }) => refreshFlows(ctx, queue.companyId))
  bus.on(queueDeleted, (ctx, { companyId }) => refreshFlows(ctx, companyId))
  bus.on(settingSaved, (ctx, { companyId }) => refreshFlows(ctx, companyId))
  bus.on(openingHoursSaved, (ctx, { companyId }) => refreshFlows(ctx, companyId))
}

export const chatbotFeature: Feature = {
  name: 'chatbot',
  routes: chatbotRoutes,
  realtime: chatbotRealtime,
  listeners: (bus) => {
    flowCache.listeners(bus)
    followConfiguration(bus)
    messagesArrived.add(onArrivals)
    closedWritten.add(handleClosingRemarks)
    ticketMoved.add(followMove)
    ticketTakenBack.add(unsay)
  },
  jobs: (jobs) => {
    jobs.work(botJob, runBots)
    jobs.work(sendFileListJob, sendFileList)
    jobs.schedule('chatbot.minute', '* * * * *', sweepTickets)
  },
  start: flowCache.start
}
