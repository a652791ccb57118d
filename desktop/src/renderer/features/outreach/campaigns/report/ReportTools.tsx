// The buttons of a campaign's report: what its status allows, and its recipients as a sheet.
import { useState } from 'react'
import { Button } from '@mantine/core'
import {
  IconDownload,
  IconEdit,
  IconEye,
  IconPlayerPlay,
  IconPlayerStop,
  IconReload,
  IconRotateClockwise
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exportCampaign, isCampaignEditable } from '@guiche/shared/features/outreach/campaigns.ts'
import { useNow } from '#platform/device/clock.ts'
import { formatNumber } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { localValue } from '#platform/state/local-store.ts'
import { notify } from '#platform/device/notify.ts'
import { saveLink } from '#platform/net/save-file.ts'
import { useMay } from '#platform/session/session.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import type { ShownCampaign } from './campaign-report.store.ts'
import type { CampaignMove } from '../campaigns.store.ts'

/** Milliseconds that the writing of a large sheet may take. */
const patience = 120_000

function useExport(id: number) {
  const { t } = useTranslation('campaigns')
  const [isBusy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    const input = { params: { id }, body: { language: localValue('language') } }
    void call(exportCampaign, input, { timeout: patience })
      .then(({ url, name, count }) => {
        saveLink(serverUrl(url), name)
        notify.success(t('exported', { count, formatted: formatNumber(count) }))
      }, notify.error)
      .finally(() => setBusy(false))
  }
  return { isBusy, save }
}

interface ReportToolsProps {
  shown: ShownCampaign
  onMove: (way: CampaignMove) => void
  onEdit: () => void
}

export function ReportTools({ shown, onMove, onEdit }: ReportToolsProps) {
  const { t } = useTranslation('campaigns')
  const { status, counts } = shown
  const isEditable = isCampaignEditable(shown, useNow())
  const isOver = status === 'FINALIZADA'
  const { isBusy, save } = useExport(shown.id)
  const mayWrite = useMay('campaigns-page:write')
  const seesNumbers = useMay('numbers:view')
  const mayExport = useMay('campaigns-page:export') && seesNumbers
  const sheet = mayExport && (
    <IconButton
      variant="default"
      icon={IconDownload}
      label={t('export')}
      loading={isBusy}
      disabled={status === 'INATIVA' || status === 'PROGRAMADA'}
      onClick={save}
    />
  )
  if (!mayWrite) return sheet
  return (
    <>
      {sheet}
      <IconButton
        variant="default"
        icon={isEditable ? IconEdit : IconEye}
        label={t(isEditable ? 'edit' : 'view')}
        onClick={onEdit}
      />
      {(isOver || status === 'CANCELADA') && counts.failed > 0 && (
        <Button variant="default" leftSection={<IconReload size={16} />} onClick={() => onMove('retry')}>
          {t('retryShort')}
        </Button>
      )}
      {(status === 'INATIVA' || status === 'PROGRAMADA') && (
        <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => onMove('start')}>
          {t('start')}
        </Button>
      )}
      {status === 'EM_ANDAMENTO' && (
        <Button leftSection={<IconPlayerStop size={16} />} onClick={() => onMove('cancel')}>
          {t('cancel')}
        </Button>
      )}
      {status === 'CANCELADA' && (
        <Button leftSection={<IconRotateClockwise size={16} />} onClick={() => onMove('restart')}>
          {t('restart')}
        </Button>
      )}
    </>
  )
}
