// Asks before a campaign writes to people at once, and says to how many and for how long.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { formatNumber } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { timeFor } from '../settings/campaign-pace.ts'
import { openReport, refreshReport } from '../report/campaign-report.store.ts'
import { refreshCampaignSettings, useCampaignSettings } from '../settings/campaign-settings.store.ts'
import { moveCampaign } from '../campaigns.store.ts'

interface StartDialogProps {
  campaign: Campaign
  onClose: () => void
}

export function StartDialog({ campaign, onClose }: StartDialogProps) {
  const { t } = useTranslation('campaigns')
  const { id, name, contactListId } = campaign
  const count = openReport(id).use(({ shown }) => (shown ? shown.counts.valid + shown.counts.unchecked : undefined))
  const settings = useCampaignSettings((state) => state.settings)
  useEffect(() => {
    void refreshReport(id)
    void refreshCampaignSettings()
  }, [id])
  const isCounted = contactListId !== null && count !== undefined && settings !== null
  return (
    <ConfirmDialog
      title={t('startTitle', { name })}
      text={
        isCounted
          ? t('startText', { count, formatted: formatNumber(count), time: timeFor(count, settings) })
          : t('startTextPlain')
      }
      confirmLabel={t('start')}
      isDangerous={false}
      onConfirm={async () => {
        await moveCampaign('start', campaign)
        notify.success(t('startDone'))
      }}
      onClose={onClose}
    />
  )
}
