// Why a campaign does not go on right now, where there is a reason.
import { useEffect } from 'react'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CampaignSettings } from '@guiche/shared/features/outreach/campaigns.ts'
import { shownAt } from '#platform/session/company-clock.ts'
import { ensureConnections, useConnection } from '#features/inbox/connections/connections.store.ts'
import type { ShownCampaign } from './campaign-report.store.ts'
import { useCampaignSettings } from '../settings/campaign-settings.store.ts'

function isClosed({ sendFrom, sendUntil }: CampaignSettings): boolean {
  if (sendFrom === sendUntil) return false
  const hour = Number(shownAt(Date.now()).slice(11, 13))
  return sendFrom < sendUntil ? hour < sendFrom || hour >= sendUntil : hour < sendFrom && hour >= sendUntil
}

export function ReportNotice({ shown }: { shown: ShownCampaign }) {
  const { t } = useTranslation('campaigns')
  const connection = useConnection(shown.whatsappId ?? 0)
  const settings = useCampaignSettings((state) => state.settings)
  useEffect(() => void ensureConnections(), [])
  if (shown.status === 'CANCELADA' && shown.stopReason !== null) {
    return (
      <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={t(`stop_${shown.stopReason}`)}>
        {t(`stopText_${shown.stopReason}`)}
      </Alert>
    )
  }
  if (shown.status === 'FINALIZADA' && shown.stopReason !== null) {
    return (
      <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={t('refusedAtEnd')}>
        {t('refusedAtEndText')}
      </Alert>
    )
  }
  if (shown.status !== 'EM_ANDAMENTO') return null
  if (shown.stopReason === 'plan-limit') {
    return (
      <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={t('stop_plan-limit')}>
        {t('stopText_plan-limit')}
      </Alert>
    )
  }
  if (connection !== null && connection.status !== 'CONNECTED') {
    return (
      <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
        {t('waitsForConnection', { name: connection.name })}
      </Alert>
    )
  }
  if (settings && isClosed(settings)) {
    return (
      <Alert color="gray" icon={<IconClock size={18} />}>
        {t('waitsForHours', { from: `${settings.sendFrom}h`, until: `${settings.sendUntil}h` })}
      </Alert>
    )
  }
  if (shown.counts.firstContactsLeft !== 0 || shown.counts.waiting === 0) return null
  return (
    <Alert color="gray" icon={<IconClock size={18} />}>
      {t('waitsForBudget')}
    </Alert>
  )
}
