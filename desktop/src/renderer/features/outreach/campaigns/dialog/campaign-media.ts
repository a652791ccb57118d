// The file that goes with a campaign: stored after the campaign itself.
import { removeCampaignMedia, uploadCampaignMedia, type Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { saveAttachment } from '#platform/net/attachment.ts'
import { call } from '#platform/net/http.ts'
import { upload } from '#platform/net/upload.ts'
import type { AttachmentValues } from '#ui/forms/AttachmentField.tsx'

/** Errors: ApiError. */
export function saveMedia(saved: Campaign, values: AttachmentValues): Promise<Campaign> {
  const params = { id: saved.id }
  return saveAttachment(saved, values, {
    upload: (body) => upload(uploadCampaignMedia, { params, body }),
    remove: () => call(removeCampaignMedia, { params })
  })
}
