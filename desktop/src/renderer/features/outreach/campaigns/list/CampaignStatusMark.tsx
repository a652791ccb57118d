// Where a campaign stands: a mark and a word, why it stopped by itself, and how far it is.
import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CampaignStatus } from '@guiche/shared/features/outreach/campaigns.ts'
import { formatNumber } from '#platform/text/format.ts'
import { StatusDot, type StatusTone } from '#ui/layout/StatusDot.tsx'
import type { ListedCampaign } from '../campaigns.store.ts'
import classes from '../campaigns.module.css'

const tones: Record<CampaignStatus, StatusTone> = {
  INATIVA: 'off',
  PROGRAMADA: 'warn',
  EM_ANDAMENTO: 'busy',
  CANCELADA: 'bad',
  FINALIZADA: 'good'
}

export function CampaignStatusMark({ campaign }: { campaign: ListedCampaign }) {
  const { t } = useTranslation('campaigns')
  const { status, stopReason, counts } = campaign
  const isFar = status === 'EM_ANDAMENTO' && counts !== undefined
  return (
    <Stack gap={0} miw={0}>
      <Group gap={6} wrap="nowrap">
        <StatusDot tone={tones[status]} />
        <Text className={classes['line'] ?? ''}>{t(`status_${status}`)}</Text>
      </Group>
      {(status === 'CANCELADA' || status === 'EM_ANDAMENTO') && stopReason !== null && (
        <Text size="xs" c="dimmed" pl={14}>
          {t(`stop_${stopReason}`)}
        </Text>
      )}
      {status === 'FINALIZADA' && stopReason !== null && (
        <Text size="xs" c="dimmed" pl={14}>
          {t('refusedAtEnd')}
        </Text>
      )}
      {isFar && (
        <Text size="xs" c="dimmed" pl={14} className="g-numbers">
          {t('sentOf', { sent: formatNumber(counts.sent), valid: formatNumber(counts.valid + counts.unchecked) })}
        </Text>
      )}
    </Stack>
  )
}
