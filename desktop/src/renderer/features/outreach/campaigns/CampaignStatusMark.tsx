// Where a campaign stands: a colour and a word, why it stopped by itself, and how far it is.
import { Badge, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CampaignStatus } from '@guiche/shared/features/outreach/campaigns.ts'
import { formatNumber } from '#platform/format.ts'
import type { ListedCampaign } from './campaigns.store.ts'

const colors: Record<CampaignStatus, string> = {
  INATIVA: 'gray',
  PROGRAMADA: 'blue',
  EM_ANDAMENTO: 'petrol',
  CANCELADA: 'orange',
  FINALIZADA: 'green'
}

export const CampaignStatusMark = ({ campaign }: { campaign: ListedCampaign }) => {
  const { t } = useTranslation('campaigns')
  const { status, stopReason, counts } = campaign
  const isFar = status === 'EM_ANDAMENTO' && counts !== undefined
  return (
    <Stack gap={2} align="flex-start">
      <Badge color={colors[status]}>{t(`status_${status}`)}</Badge>
      {status === 'CANCELADA' && stopReason !== null && (
        <Text size="xs" c="dimmed">
          {t(`stop_${stopReason}`)}
        </Text>
      )}
      {isFar && (
        <Text size="xs" c="dimmed" className="g-numbers">
          {t('sentOf', { sent: formatNumber(counts.sent), valid: formatNumber(counts.valid) })}
        </Text>
      )}
    </Stack>
  )
}
