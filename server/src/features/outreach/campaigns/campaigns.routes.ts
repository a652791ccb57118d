// Calls of campaigns.
import * as optOuts from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import * as contract from '@guiche/shared/features/outreach/campaigns.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import { cloneCampaign, removeMedia, uploadMedia } from './plan/campaign-files.ts'
import { listSettings, saveSettings } from './conditions/campaign-settings.ts'
import * as service from './campaigns.service.ts'
import { exportResults } from './report/export-results.ts'
import { addOptOut, listOptOuts, takeBackOptOut } from './opt-out/opt-outs.ts'
import { listRecipients, previewCampaign, showCampaign } from './plan/show-campaign.ts'

export const campaignRoutes: Route[] = [
  mount(contract.listCampaigns, (ctx, { actor, query }) => service.listPage(ctx, actor, query)),
  mount(contract.showCampaign, (ctx, { actor, params }) => showCampaign(ctx, actor, params.id)),
  mount(contract.createCampaign, (ctx, { actor, body }) => service.createCampaign(ctx, actor, body)),
  mount(contract.updateCampaign, (ctx, { actor, params, body }) => service.updateCampaign(ctx, actor, params.id, body)),
  mount(contract.deleteCampaign, async (ctx, { actor, params }) => {
    await service.deleteCampaign(ctx, actor, params.id)
    return { message: 'Campaign deleted' }
  }),
  mount(contract.startCampaign, (ctx, { actor, params }) => service.startCampaign(ctx, actor, params.id)),
  mount(contract.cancelCampaign, (ctx, { actor, params }) => service.cancelCampaign(ctx, actor, params.id)),
  mount(contract.restartCampaign, (ctx, { actor, params }) => service.restartCampaign(ctx, actor, params.id)),
  mount(contract.retryCampaign, (ctx, { actor, params }) => service.retryCampaign(ctx, actor, params.id)),
  mount(contract.cloneCampaign, (ctx, { actor, params }) => cloneCampaign(ctx, actor, params.id)),
  mount(contract.uploadCampaignMedia, (ctx, { actor, params, request }) => uploadMedia(ctx, actor, params.id, request)),
  mount(contract.removeCampaignMedia, (ctx, { actor, params }) => removeMedia(ctx, actor, params.id)),
  mount(contract.previewCampaign, (ctx, { actor, params, query }) =>
    previewCampaign(ctx, actor, params.id, query.itemId)
  ),
  mount(contract.listRecipients, (ctx, { actor, params, query }) => listRecipients(ctx, actor, params.id, query)),
  mount(contract.exportCampaign, (ctx, { actor, params, body }) => exportResults(ctx, actor, params.id, body.language)),
  mount(optOuts.listCampaignOptOuts, (ctx, { actor, query }) => listOptOuts(ctx, actor, query)),
  mount(optOuts.addCampaignOptOut, (ctx, { actor, body }) => addOptOut(ctx, actor, body)),
  mount(optOuts.takeBackCampaignOptOut, (ctx, { actor, params }) => takeBackOptOut(ctx, actor, params.number)),
  mount(contract.listCampaignSettings, (ctx, { actor }) => listSettings(ctx, actor)),
  mount(contract.saveCampaignSettings, (ctx, { actor, body }) => saveSettings(ctx, actor, body.settings))
]
