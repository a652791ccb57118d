// The form of a campaign: a draft may lack much, what begins by itself has to be complete.
import { useTranslation } from 'react-i18next'
import { campaignDraft, largestCampaignFile, type Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { formatSize } from '#platform/text/format.ts'
import { useDraftForm, type DraftForm } from '#ui/forms/use-draft-form.ts'
import { gapsOf, type Gap } from './campaign-steps.ts'
import type { CampaignValues } from './campaign-values.ts'

/** What is said beside a field about what it lacks. */
export function useGapText(): (gap: Gap) => string {
  const { t } = useTranslation(['attachments', 'validation', 'errors'])
  return ({ kind }) => {
    if (kind === 'past') return t('errors:ERR_SCHEDULE_IN_PAST')
    return kind === 'missing' ? t('validation:required') : t('tooLarge', { size: formatSize(largestCampaignFile) })
  }
}

export function useCampaignForm(initialValues: CampaignValues, made: Campaign | undefined): DraftForm<CampaignValues> {
  const gapText = useGapText()
  return useDraftForm<CampaignValues>({
    initialValues,
    schema: campaignDraft.pick({ name: true }),
    check: (values) => {
      const isTimed = values.when === 'scheduled' && made?.status !== 'CANCELADA'
      const gaps = gapsOf(values, made).filter(({ field }) => field !== 'name' && (isTimed || field === 'file'))
      return Object.fromEntries(gaps.map((gap) => [gap.field, gapText(gap)]))
    }
  })
}
