// Campaigns, plugged in.
import { beforeBotAnswers } from '#features/automation/chatbot/chatbot.events.ts'
import { consentEntered } from '#features/inbox/consents/consents.events.ts'
import { connectionStatusMoved } from '#features/inbox/connections/connections.events.ts'
import {
  afterMergeUndone,
  beforeContactDelete,
  beforeContactMerge,
  beforeContactsJoin
} from '#features/inbox/contacts/contacts.events.ts'
import { messageChanged } from '#features/inbox/messages/messages.events.ts'
import { filesInUse } from '#features/inbox/erasure/erasure.events.ts'
import { recordsOfPerson } from '#features/inbox/personal-data/personal-data.events.ts'
import { expiryCounted, recordsExpire } from '#features/org/retention/retention.events.ts'
import type { Feature } from '#platform/feature.ts'
import { markUsedCampaignFiles } from './plan/campaign-files.ts'
import { recipientOf } from './plan/campaign-marks.ts'
import { campaignPresence } from './conditions/campaign-presence.ts'
import { campaignNews, removeResults } from './campaigns.jobs.ts'
import { campaignsRealtime } from './campaigns.realtime.ts'
import { campaignRoutes } from './campaigns.routes.ts'
import { catchUpMessages, followTogether, publishProgress } from './run/follow-messages.ts'
import { addCampaigns } from './report/add-records.ts'
import { applyAnswers } from './run/apply-answers.ts'
import { followContact, mergeContact, returnRecipients } from './run/follow-contact.ts'
import { followConsent } from './opt-out/opt-outs.ts'
import { eraseRecipient } from './run/erase-recipient.ts'
import { countExpiredRecipients, expireRecipients } from './run/expire-recipients.ts'
import { campaignWorker, resumeConnection } from './run/run-campaign.ts'

export const campaignsFeature: Feature = {
  name: 'campaigns',
  routes: campaignRoutes,
  realtime: campaignsRealtime,
  listeners: (bus) => {
    campaignPresence.listeners(bus)
    filesInUse.add(markUsedCampaignFiles)
    beforeBotAnswers.add(applyAnswers)
    recordsExpire.add(expireRecipients)
    expiryCounted.add(countExpiredRecipients)
    consentEntered.add(followConsent)
    beforeContactDelete.add(eraseRecipient)
    recordsOfPerson.add(addCampaigns)
    beforeContactsJoin.add(followContact)
    beforeContactMerge.add(mergeContact)
    afterMergeUndone.add(returnRecipients)
    const follow = followTogether()
    bus.on(messageChanged, (ctx, { message }) => {
      const recipientId = recipientOf(message.clientId)
      return recipientId === null ? undefined : follow(ctx, message.companyId, recipientId)
    })
    bus.on(connectionStatusMoved, (ctx, { companyId, connectionId, to }) =>
      to === 'CONNECTED' ? resumeConnection(ctx, companyId, connectionId) : undefined
    )
  },
  start: async (ctx) => {
    await campaignPresence.start(ctx)
    await catchUpMessages(ctx)
  },
  jobs: (jobs) => {
    campaignWorker.register(jobs)
    jobs.work(campaignNews, publishProgress)
    jobs.work(removeResults, (ctx, { key }) => ctx.storage.remove(key))
    jobs.schedule('campaigns.catch-up', '* * * * *', catchUpMessages)
  }
}
