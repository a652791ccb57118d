// Campaigns, plugged in.
import { messageChanged, messagesArrived } from '#features/inbox/messages/messages.events.ts'
import type { Feature } from '#platform/feature.ts'
import { campaignTurn } from './campaigns.jobs.ts'
import { campaignsRealtime } from './campaigns.realtime.ts'
import { campaignRoutes } from './campaigns.routes.ts'
import { followMessages } from './follow-messages.ts'
import { hearAnswers } from './hear-answers.ts'
import { attendCampaign, sweepCampaigns } from './run-campaign.ts'

export const campaignsFeature: Feature = {
  name: 'campaigns',
  routes: campaignRoutes,
  realtime: campaignsRealtime,
  listeners: (bus) => {
    messagesArrived.add(hearAnswers)
    bus.on(messageChanged, (ctx, { message }) =>
      message.clientId?.startsWith('campaign-') ? followMessages(ctx, message.companyId, [message.id]) : undefined
    )
  },
  jobs: (jobs) => {
    jobs.work(campaignTurn, attendCampaign)
    jobs.schedule('campaigns.minute', '* * * * *', sweepCampaigns)
  }
}
