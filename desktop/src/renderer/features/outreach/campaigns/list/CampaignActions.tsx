// What can be done with a campaign in its row; each action where its status allows it.
import {
  IconChartBar,
  IconCopy,
  IconEye,
  IconPlayerPlay,
  IconPlayerStop,
  IconReload,
  IconRotateClockwise,
  type Icon
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isCampaignEditable, type CampaignStatus } from '@guiche/shared/features/outreach/campaigns.ts'
import { useNow } from '#platform/device/clock.ts'
import { EditActions } from '#ui/forms/EditActions.tsx'
import { RowAction, RowActions } from '#ui/tables/RowActions.tsx'
import type { CampaignMove, ListedCampaign } from '../campaigns.store.ts'

interface CampaignActionsProps {
  campaign: ListedCampaign
  /** Whoever may not sees the report. */
  mayWrite: boolean
  /** `start` is asked about before. */
  onMove: (way: CampaignMove) => void
  onReport: () => void
  onEdit: () => void
  onDelete: () => void
}

const icons: Record<CampaignMove, Icon> = {
  start: IconPlayerPlay,
  cancel: IconPlayerStop,
  restart: IconRotateClockwise,
  retry: IconReload,
  clone: IconCopy
}

const movesOf: Record<CampaignStatus, CampaignMove[]> = {
  INATIVA: ['start', 'clone'],
  PROGRAMADA: ['start', 'clone'],
  EM_ANDAMENTO: ['cancel', 'clone'],
  CANCELADA: ['restart', 'retry', 'clone'],
  FINALIZADA: ['retry', 'clone']
}

export function CampaignActions({ campaign, mayWrite, onMove, onReport, onEdit, onDelete }: CampaignActionsProps) {
  const { t } = useTranslation('campaigns')
  const { name } = campaign
  const isEditable = isCampaignEditable(campaign, useNow())
  const moves = movesOf[campaign.status].filter((way) => way !== 'retry' || campaign.hasFailed)
  const report = <RowAction icon={IconChartBar} label={`${t('report')}: ${name}`} onClick={onReport} />
  if (!mayWrite) return <RowActions>{report}</RowActions>
  return (
    // A running one is stopped first.
    <EditActions
      name={name}
      onEdit={isEditable && onEdit}
      onDelete={onDelete}
      isDeleteDisabled={campaign.status === 'EM_ANDAMENTO'}
    >
      {moves.map((way) => (
        <RowAction key={way} icon={icons[way]} label={`${t(way)}: ${name}`} onClick={() => onMove(way)} />
      ))}
      {report}
      {!isEditable && <RowAction icon={IconEye} label={`${t('view')}: ${name}`} onClick={onEdit} />}
    </EditActions>
  )
}
